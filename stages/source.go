package stages

import (
	"context"

	"github.com/wrone2set/wrone2set/stages/internal/input"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/output"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Source is one thing that an input names: a file, a folder, a glob or a pair. Path names a file of its folder and Open
// opens one. Provenance and ProvenanceIn return the manifest of what a stage made.
type Source = input.Source

// Manifest says how an output came about: its stage, seed, settings and inputs, what Run noted, and how long it took.
type Manifest = manifest.Manifest

// Mark says what an output is made from, finished or not: its stage, the settings that its bytes depend on, and its inputs.
type Mark = manifest.Mark

// Status is the progress of an output: which of its parts are done, being made, abandoned by a killed process, or failed.
type Status = output.Status

// StatusOf looks at an output folder at any moment. It returns a [schemas.FileError] for a folder that no stage has begun, and
// the error of ctx once ctx is done.
func StatusOf(ctx context.Context, dir string) (*Status, error) {
	at := store.New(ctx)
	defer at.Close()
	dir, err := output.Absolute(dir)
	if err != nil {
		return nil, err
	}
	return output.Look(ctx, at, dir)
}

// Join returns the path of a file of an output folder.
func Join(dir, name string) string { return store.Join(dir, name) }

// ReadOutput reads a small file of an output folder, on this machine or in a bucket.
func ReadOutput(ctx context.Context, dir, name string) ([]byte, error) {
	dir, err := store.Path(dir)
	if err != nil {
		return nil, err
	}
	at := store.New(ctx)
	defer at.Close()
	return at.ReadFile(store.Join(dir, name))
}
