package stages

import (
	"context"

	"wrone2set/stages/internal/output"
	"wrone2set/stages/internal/store"
)

// Status is how far an output is: which of its parts are done, in work, left by a process that was killed, or failed.
type Status = output.Status

// StatusOf looks at an output folder, at whatever moment. A folder that no stage has begun is an [InputError];
// the error is that of ctx once it is done.
func StatusOf(ctx context.Context, dir string) (*Status, error) {
	at := store.New(ctx)
	defer at.Close()
	dir, err := output.Absolute(dir)
	if err != nil {
		return nil, err
	}
	return output.Look(ctx, at, dir)
}
