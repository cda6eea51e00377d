package stages

import (
	"context"

	"wrone2set/stages/internal/folder"
	"wrone2set/stages/internal/storage"
)

// Status is how far an output is: which of its parts are done, in work, left by a process that was killed, or failed.
type Status = folder.Status

// StatusOf looks at an output folder, at whatever moment. A folder that no stage has begun is an [InputError].
func StatusOf(dir string) (*Status, error) {
	store := storage.New(context.Background())
	defer store.Close()
	dir, err := folder.Absolute(dir)
	if err != nil {
		return nil, err
	}
	return folder.Look(store, dir)
}
