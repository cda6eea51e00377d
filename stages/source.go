package stages

import (
	"context"

	"github.com/wrone2set/wrone2set/stages/internal/input"
	"github.com/wrone2set/wrone2set/stages/internal/output"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Source is one thing that an input names: a file, a folder, a glob or a pair. Path names a file of its folder, Open opens
// one, Made and MadeIn tell which stage made it of what, and CostIn what that took.
type Source = input.Source

// Made is how the output of a stage came about: stage, seed, settings, inputs, and what Run noted.
type Made = input.Made

// MadeOf is an input of which an output was made.
type MadeOf = input.MadeOf

// Cost is what making an output took.
type Cost = input.Cost

// resolve looks up what an input is given.
func (in Input) resolve(at *store.Store, values []string) ([]Source, error) {
	return input.Port(in).Resolve(at, values)
}

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

// Join is the path of a file of an output folder.
func Join(dir, name string) string { return store.Join(dir, name) }

// ReadOutput reads a small file of an output folder of this machine or in a bucket.
func ReadOutput(ctx context.Context, dir, name string) ([]byte, error) {
	return input.ReadOutput(ctx, dir, name)
}
