package output

import (
	"context"
	"fmt"
	"io"
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
	lock   *lock     // of an output in place
	begun  bool      // and not committed

	mu    sync.Mutex
	flows bool             // the file of a Stream was created
	opens map[string]*File // being written
	files map[string]*File // closed, with a digest
	err   error            // of the first file that could not be closed
}

// New returns an attempt at the folder, or at the part of it.
func New(f Folder) *Attempt {
	if f.Part.Split() {
		f.Mark.Parts = f.Part.Of
	}
	return &Attempt{Folder: &f, opens: map[string]*File{}, files: map[string]*File{}}
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
	if err := a.sweep(); err != nil && !denied(err) {
		return nil, err
	}
	if !a.Force {
		if done, err := a.found(a.record()); done != nil || err != nil {
			return done, err
		}
	}
	if a.InPlace {
		if err := a.removeDamaged(); err != nil {
			return nil, err
		}
	}
	if err := a.take(); err != nil {
		return nil, err
	}
	a.begun = true
	if a.InPlace {
		a.resumes()
	}
	return nil, nil
}

// Create opens a file of the output under its FileName, which must be declared. Only an attempt in place may write a
// file twice: closing the second replaces the first.
func (a *Attempt) Create(name string) (*File, error) {
	file := a.FileName(name)
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case IsManifest(file):
		return nil, fmt.Errorf("create %s: the framework writes this file", name)
	case !a.declares(file) || strings.Contains(file, "*") || !IsLocal(file):
		return nil, fmt.Errorf("create %s: stage %s declares no such output", file, a.Mark.Stage)
	case a.stream != nil && (!a.streams(file) || a.flows):
		return nil, fmt.Errorf("create %s: standard output takes one file, of those declared for it", file)
	case a.opens[file] != nil:
		return nil, fmt.Errorf("create %s: it is being written", file)
	case !a.InPlace && a.files[file] != nil:
		return nil, fmt.Errorf("create %s: already written", file)
	}
	f, err := a.open(file)
	if err == nil {
		a.opens[file] = f
		a.flows = a.stream != nil
	}
	return f, err
}

// closed takes note of a file that was closed.
func (a *Attempt) closed(f *File, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.opens, f.name)
	switch {
	case err != nil:
		a.discard(f)
		if a.err == nil {
			a.err = err
		}
	case f.hash != nil:
		a.files[f.name] = f
	}
}

// drop removes a file that was not closed.
func (a *Attempt) drop(f *File) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.opens, f.name)
	a.discard(f)
}

// discard removes the temporary file of a file. If that fails, the next attempt sweeps it.
func (a *Attempt) discard(f *File) {
	if f.tmp != nil {
		a.medium().Discard(f.tmp)
		f.tmp = nil
	}
}

// Err returns the error of the first file that could not be closed. The output can no longer be completed then.
func (a *Attempt) Err() error { return a.err }

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
	var names []string
	for name := range a.files {
		names = append(names, name)
	}
	if a.InPlace {
		var err error
		if names, err = a.present(); err != nil {
			return err
		}
	}
	for _, p := range a.Files {
		if !p.Optional && !p.matchesAny(names) {
			return fmt.Errorf("stage %s did not write %s", a.Mark.Stage, p.Name)
		}
	}
	return nil
}

// abort drops every open file and returns their names.
func (a *Attempt) abort() (names []string) {
	a.mu.Lock()
	var open []*File
	for _, f := range a.opens {
		open = append(open, f)
	}
	a.mu.Unlock()
	for _, f := range open {
		f.Abort()
		names = append(names, f.name)
	}
	slices.Sort(names)
	return names
}

// Keep puts the list of bad rows of an attempt that fails into the folder, and returns its path.
func (a *Attempt) Keep(rejects *File) (path string, err error) {
	if err := rejects.Close(); err != nil {
		return "", err
	}
	path = a.path(rejects.name)
	if a.InPlace {
		return path, nil
	}
	if err := a.hold(); err != nil {
		return "", err
	}
	return path, a.replace(rejects)
}

// Fail records why an attempt at a part failed, for status. It changes nothing else.
func (a *Attempt) Fail(why string) { a.write(a.failedFile(), []byte(why), a.medium().Rename) }

// Close ends the attempt at any moment. It removes what is not committed, except for files from which an attempt in place
// can continue.
func (a *Attempt) Close() {
	a.abort()
	for _, f := range a.files {
		a.discard(f)
	}
	if a.begun && !a.InPlace && !a.Part.Split() { // the parts that follow are of the same key
		a.giveUp()
	}
	a.begun = false
	a.lock.unlock()
}
