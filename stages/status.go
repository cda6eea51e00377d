package stages

import (
	"context"

	"wrone2set/stages/internal/folder"
	"wrone2set/stages/internal/storage"
)

// Status is how far an output is: which of its parts are done, in work, left by a process that was killed, or failed.
type Status = folder.Status

// StatusOf looks at an output folder, at whatever moment. A folder that no stage has begun is an [InputError];
// the error is that of ctx once it is done.
func StatusOf(ctx context.Context, dir string) (*Status, error) {
	store := storage.New(ctx)
	defer store.Close()
	dir, err := folder.Absolute(dir)
	if err != nil {
		return nil, err
	}
	return folder.Look(ctx, store, dir)
}
