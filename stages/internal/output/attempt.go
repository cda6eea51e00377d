package output

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// Attempt is one process working on an output, or on one part of it: Begin, then files by Create, then Commit; and Close at any
// moment.
type Attempt struct {
	*Folder
	stream io.Writer // of a Stream, else nil
	unlock func()    // of an output in place
	begun  bool      // and not committed

	mu    sync.Mutex
	files map[string]*File // open or closed
	err   error            // of the first file that could not be closed
}

// New returns an attempt at the folder, or at the part of it.
func New(f Folder) *Attempt {
	if f.Part.Split() {
		f.Mark.Parts = f.Part.Of
	}
	return &Attempt{Folder: &f, unlock: func() {}, files: map[string]*File{}}
}

// Stream returns an attempt at one file that goes to w while it is written. It has no folder, finds nothing, and leaves no record.
func Stream(f Folder, w io.Writer) *Attempt {
	a := New(f)
	a.stream = w
	return a
}

// Begin finds the output or takes the folder. It returns the manifest of a finished output, or nil if the output has to be made.
func (a *Attempt) Begin(ctx context.Context) (done *manifest.Manifest, err error) {
	if a.stream != nil {
		return nil, nil
	}
	if a.InPlace {
		if done, err = a.lockPlace(ctx); done != nil || err != nil {
			return done, err
		}
	}
	if err := a.sweep(); err != nil {
		return nil, err
	}
	if !a.Force {
		done, damage, err := a.found(a.record())
		if done != nil || err != nil {
			return done, err
		}
		if a.InPlace && len(damage) > 0 {
			if err := a.removeDamaged(damage); err != nil {
				return nil, err
			}
		}
	}
	if err := a.take(); err != nil {
		return nil, err
	}
	a.begun = true
	if a.InPlace {
		if names, err := a.ours(&a.Mark); err == nil && len(names) > 0 {
			a.Log.Info("resuming an earlier attempt", "out", a.Dir)
		}
	}
	return nil, nil
}

// Create opens a file of the output under its FileName, which must be declared. Only an attempt in place may write a
// file twice: closing the second replaces the first.
func (a *Attempt) Create(name string) (*File, error) {
	file := a.FileName(name)
	streams := func(o Output) bool { return o.Stream && o.matches(file) }
	a.mu.Lock()
	defer a.mu.Unlock()
	earlier := a.files[file]
	switch {
	case IsManifest(file):
		return nil, fmt.Errorf("create %s: the framework writes this file", name)
	case !a.declares(file) || strings.Contains(file, "*") || !IsLocal(file):
		return nil, fmt.Errorf("create %s: stage %s declares no such output", file, a.Mark.Stage)
	case a.stream != nil && (!slices.ContainsFunc(a.Files, streams) || len(a.files) > 0):
		return nil, fmt.Errorf("create %s: standard output takes one file, of those declared for it", file)
	case earlier != nil && !earlier.ended:
		return nil, fmt.Errorf("create %s: it is being written", file)
	case earlier != nil && !a.InPlace:
		return nil, fmt.Errorf("create %s: already written", file)
	}
	f, err := a.open(file)
	if err == nil {
		a.files[file] = f
	}
	return f, err
}

// names lists the files of the output, sorted: those of this attempt, and in place also those of earlier ones.
func (a *Attempt) names() ([]string, error) {
	if a.InPlace {
		return a.present()
	}
	return slices.Sorted(maps.Keys(a.files)), nil
}

// Filled fails if a file could not be closed or was left open, or if a required file is missing.
func (a *Attempt) Filled() error {
	if a.err != nil {
		return a.err
	}
	if open := a.abort(); len(open) > 0 {
		return fmt.Errorf("stage %s left %s open: its output is not complete", a.Mark.Stage, strings.Join(open, ", "))
	}
	if a.stream != nil {
		return nil
	}
	names, err := a.names()
	if err != nil {
		return err
	}
	for _, o := range a.Files {
		if !o.Optional && !o.Working && !slices.ContainsFunc(names, o.matches) {
			return fmt.Errorf("stage %s did not write %s", a.Mark.Stage, o.Name)
		}
	}
	return nil
}

// abort drops every open file and returns their names.
func (a *Attempt) abort() (names []string) {
	a.mu.Lock()
	all := slices.Collect(maps.Values(a.files))
	a.mu.Unlock()
	for _, f := range all {
		if !f.ended {
			f.Abort()
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return names
}

// Keep puts the list of bad rows of an attempt that fails into the folder, and returns its path.
func (a *Attempt) Keep(rejects *File) (path string, err error) {
	path = a.path(rejects.name)
	if err := rejects.Close(); err != nil || a.InPlace {
		return path, err
	}
	if err := a.hold(); err != nil {
		return "", err
	}
	return path, a.replace(rejects)
}

// reason is the text of why an attempt failed.
type reason string

func (r reason) Encode() ([]byte, error) { return []byte(r), nil }

// Fail records why an attempt at a part failed, for status. It changes nothing else.
func (a *Attempt) Fail(why string) { a.write(a.failedFile(), reason(why), false) }

// Close ends the attempt at any moment. It removes what is not committed, except for files from which an attempt in place
// can continue.
func (a *Attempt) Close() {
	a.abort()
	for _, f := range a.files {
		f.discard()
	}
	if a.begun && !a.InPlace && !a.Part.Split() { // the parts that follow are of the same key
		a.giveUp()
	}
	a.begun = false
	a.unlock()
}
