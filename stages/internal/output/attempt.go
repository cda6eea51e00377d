// Package output is how an output folder comes to be. Every output takes the same four steps:
//
//	find   is it there, finished under the wanted key? Then it is left as it is.
//	claim  a place to write into that nobody takes for finished and nobody else writes into
//	fill   files, each of which appears whole or not at all
//	seal   the files become the output; what says that it is finished comes last
//
// Three strategies differ in where the place is and in what sealing means: [Whole] fills a hidden folder beside the
// target and replaces the target by it; [OneShard] fills a hidden folder inside the target and moves its files up, under
// a manifest of their own; [InPlace] fills the target itself, locked, so that a killed attempt can be continued. A
// [Stream] has no folder: its one file goes to a writer, and none of the four steps is left but the filling.
//
// In a bucket nothing can be renamed or locked: the files of a whole output or a shard are put together in a folder for
// temporary files of this machine and then uploaded under their names, the manifest last.
//
// A process killed at any moment leaves the old output or the new one, or a folder whose mark says that it is
// unfinished; its locks are free and the next attempt sweeps what it left. The package knows names, patterns and a key,
// and nothing of stages.
package output

import (
	"context"
	"fmt"
	"io"
	"strings"

	"wrone2set/stages/internal/manifest"
)

// Attempt is one process at work on an output.
type Attempt struct {
	*Output
	strategy strategy
	inPlace  bool      // files of earlier attempts stay, and may be made again
	stream   io.Writer // of Stream, else nil
	files    *fileSet
}

// strategy is what differs between outputs. Its methods are called in this order, each at most once.
type strategy interface {
	// find takes the locks that claim needs and looks at what is there. It returns the manifest of a finished output
	// with the wanted key, which is then left as it is.
	find(ctx context.Context) (done *manifest.Manifest, err error)
	// claim makes sure that nothing says that the output is finished, where it will change, and returns the folder to
	// write into.
	claim() (dir string, err error)
	// seal makes the files, which are closed and listed in m, the output. m is complete but for what earlier attempts
	// wrote.
	seal(ctx context.Context, m *manifest.Manifest) error
	// close gives back what find and claim took and, where seal has not ended, removes what must not stay.
	close()
}

// Whole is an attempt at a folder that appears at once.
func Whole(o Output) *Attempt {
	if o.remote() {
		return &Attempt{Output: &o, strategy: &bucket{Output: &o}}
	}
	return &Attempt{Output: &o, strategy: &replacing{Output: &o}}
}

// OneShard is an attempt at one shard of a folder that several processes fill.
func OneShard(o Output) *Attempt {
	o.Mark.Shards = o.Shard.Of
	if o.remote() {
		return &Attempt{Output: &o, strategy: &bucket{Output: &o, part: true}}
	}
	return &Attempt{Output: &o, strategy: &sharded{Output: &o}}
}

// InPlace is an attempt that works inside the folder and finds there what an attempt with the same key left.
func InPlace(o Output) *Attempt {
	return &Attempt{Output: &o, strategy: &inPlace{Output: &o}, inPlace: true}
}

// Begin finds the output or claims it: it returns the manifest of one that is finished, or nil when it is to be made.
// It waits for the locks of others until ctx is done.
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

// Create opens a file of the output under its FileName, which must be declared. Only an attempt in place may make a
// file twice: the second replaces the first when it is closed.
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
	// Nobody asks for the digest of a working file, and of a large one it takes longer than to write it.
	return a.files.create(file, !(a.inPlace && a.working(file)))
}

// Err is that of the first file that could not be closed: the output cannot become whole any more.
func (a *Attempt) Err() error { return a.files.err }

// Filled ends the filling. It fails when a file could not be closed or was left open, or when one that is not optional
// is missing.
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

// Seal makes the files the output; m is complete but for its outputs, which Seal fills in.
func (a *Attempt) Seal(ctx context.Context, m *manifest.Manifest) error {
	m.Outputs = a.files.list()
	return a.strategy.seal(ctx, m)
}

// Close ends the attempt, at any moment: what is not sealed is removed, but for what an attempt in place can go on
// from.
func (a *Attempt) Close() {
	if a.files != nil {
		a.files.abort()
	}
	a.strategy.close()
}
