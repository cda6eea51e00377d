// Package output creates output folders. Every output takes the same four steps:
//
//	find   look for a finished output with the wanted key; if there is one, keep it
//	claim  get a place to write that nobody takes for finished and nobody else writes into
//	fill   write files, each of which appears whole or not at all
//	commit make the files the output; the record that it is finished comes last
//
// Three strategies differ in the place and in what committing means. [Whole] fills a hidden folder beside the target and
// replaces the target by it. [OnePart] fills a hidden folder inside the target and moves its files up, under a
// manifest of their own. [InPlace] fills the target itself under a lock, so that a later attempt can continue a killed
// one. A [Stream] has no folder: its one file goes to a writer, and only the filling remains.
//
// A bucket has neither renames nor locks. The files of a whole output or a part are first written to a temporary
// folder on this machine and then uploaded under their names, the manifest last.
//
// A process killed at any moment leaves the old output, the new one, or a folder whose mark says that it is
// unfinished. Its locks are free, and the next attempt removes what it left. The package knows names, patterns and a
// key, and nothing of stages.
package output

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// Attempt is one process working on an output.
type Attempt struct {
	*Output
	strategy strategy
	inPlace  bool      // files of earlier attempts stay and may be written again
	stream   io.Writer // writer of a Stream, else nil
	files    *fileSet
}

// strategy is what differs between outputs. Its methods are called in this order, each at most once.
type strategy interface {
	// find takes the locks that claim needs and inspects the existing output. It returns the manifest of a finished
	// output with the wanted key, which then stays unchanged.
	find(ctx context.Context) (done *manifest.Manifest, err error)
	// claim removes every record that the output is finished, if it will change, and returns the folder to write into.
	claim() (dir string, err error)
	// commit makes the closed files listed in m the output. m is complete except for the files of earlier attempts.
	commit(ctx context.Context, m *manifest.Manifest) error
	// close releases what find and claim took. If commit has not ended, it removes what must not stay.
	close()
}

// Whole is an attempt at a folder that appears in one step.
func Whole(o Output) *Attempt {
	if o.remote() {
		return &Attempt{Output: &o, strategy: &bucket{Output: &o}}
	}
	return &Attempt{Output: &o, strategy: &replacing{Output: &o}}
}

// OnePart is an attempt at one part of a folder that several processes fill. [Output.Complete] finishes the folder.
func OnePart(o Output) *Attempt {
	o.Mark.Parts = o.Part.Of
	if o.remote() {
		return &Attempt{Output: &o, strategy: &bucket{Output: &o, part: true}}
	}
	return &Attempt{Output: &o, strategy: &onePart{Output: &o}}
}

// InPlace is an attempt that works inside the folder and continues from the files of an earlier attempt with the same
// key.
func InPlace(o Output) *Attempt {
	return &Attempt{Output: &o, strategy: &inPlace{Output: &o}, inPlace: true}
}

// Begin finds the output or claims it. It returns the manifest of a finished output, or nil if the output has to be
// made. It waits for the locks of others until ctx is done.
func (a *Attempt) Begin(ctx context.Context) (done *manifest.Manifest, err error) {
	if done, err := a.strategy.find(ctx); done != nil || err != nil {
		return done, err
	}
	dir, err := a.strategy.claim()
	if err != nil {
		return nil, err
	}
	a.files = newFileSet(dir)
	a.files.stream = a.stream
	return nil, nil
}

// Create opens a file of the output under its FileName, which must be declared. Only an attempt in place may write a
// file twice: closing the second replaces the first.
func (a *Attempt) Create(name string) (*File, error) {
	file := a.FileName(name)
	switch {
	case IsManifest(file):
		return nil, fmt.Errorf("create %s: the framework writes this file", name)
	case !a.declares(file) || strings.Contains(file, "*") || !IsLocal(file):
		return nil, fmt.Errorf("create %s: stage %s declares no such output", file, a.Mark.Stage)
	case a.stream != nil && (!a.streams(file) || !a.files.none()):
		return nil, fmt.Errorf("create %s: standard output takes one file, of those declared for it", file)
	case !a.inPlace && a.files.has(file):
		return nil, fmt.Errorf("create %s: already written", file)
	}
	// Nobody needs the digest of a working file, and for a large one it takes longer than writing it.
	return a.files.create(file, !(a.inPlace && a.working(file)))
}

// Err returns the error of the first file that could not be closed. The output can no longer be completed then.
func (a *Attempt) Err() error { return a.files.err }

// Filled ends the filling. It fails if a file could not be closed or was left open, or if a required file is missing.
func (a *Attempt) Filled() error {
	if a.files.err != nil {
		return a.files.err
	}
	if open := a.files.abort(); len(open) > 0 {
		return fmt.Errorf("stage %s left %s open: its output is not complete", a.Mark.Stage, strings.Join(open, ", "))
	}
	if a.stream != nil {
		return nil
	}
	names := a.files.names
	if a.inPlace {
		var err error
		if names, err = a.present(); err != nil {
			return err
		}
	}
	return a.missing(names)
}

// Commit makes the files the output. m is complete except for its outputs, which Commit fills in.
func (a *Attempt) Commit(ctx context.Context, m *manifest.Manifest) error {
	m.Outputs = a.files.list()
	return a.strategy.commit(ctx, m)
}

// Close ends the attempt at any moment. It removes what is not committed, except for files from which an attempt in place
// can continue.
func (a *Attempt) Close() {
	if a.files != nil {
		a.files.abort()
	}
	a.strategy.close()
}
