package stages

import (
	"context"

	"wrone2set/stages/internal/folder"
	"wrone2set/stages/internal/storage"
)

// Status is the progress of an output: which of its parts are finished, in work, left by a killed process, or failed.
type Status = folder.Status

// StatusOf inspects an output folder at any moment. For a folder that no stage has begun, the error is an
// [InputError]; once ctx is done, it is that of ctx.
func StatusOf(ctx context.Context, dir string) (*Status, error) {
	store := storage.New(ctx)
	defer store.Close()
	dir, err := folder.Absolute(dir)
	if err != nil {
		return nil, err
	}
	return folder.Look(ctx, store, dir)
}
