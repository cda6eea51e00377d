package output

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// medium returns that of the folder, for a process.
func (w *world) medium() medium { return (&Folder{Dir: w.dir, Store: w.store}).medium() }

// folder returns the folder that an attempt wants.
func (w *world) folder(m *mortal, a *attempt) Folder {
	return Folder{Store: w.store, Dir: w.dir, Log: slog.New(slog.DiscardHandler), InPlace: w.place, Force: a.force, on: m, Files: outputs,
		Mark:   manifest.Mark{Stage: "copy", Version: "1", Key: keyOf(a.key), Config: json.RawMessage(fmt.Sprintf(`{"seed":%d}`, a.key))},
		Accept: func(*manifest.Manifest, string) error { return nil }}
}

var outputs = []Output{{Name: "a-*.txt"}, {Name: "b-*.txt"}, {Name: "c-*.txt", Optional: true}, {Name: "state/*", Optional: true, Working: true}, {Name: RejectsName, Optional: true}}

// written lists the files that an attempt at a key writes.
func written(key string) []string {
	if key == keyOf(1) {
		return []string{"a-*.txt", "b-*.txt", "c-*.txt"}
	}
	return []string{"a-*.txt", "b-*.txt", RejectsName}
}

func keyOf(key int) string { return fmt.Sprint("key ", key) }

// text is the content of a file, as long for each key.
func text(key, name string) string { return key + " of " + name + strings.Repeat(".", 20) }

// make does what a stage does.
func (w *world) make(ctx context.Context, m *mortal, a *attempt, alone bool) error {
	f := w.folder(m, a)
	if w.parts == 1 {
		return w.one(ctx, f, a, alone)
	}
	if done, err := f.Made(); done != nil || err != nil {
		return err
	}
	if err := f.Refused(); err != nil {
		return err
	}
	left, err := f.Left(w.parts, func(part int) bool { return slices.Contains(a.parts, part) })
	if err != nil {
		return err
	}
	for _, i := range left {
		f.Part = Part{i, w.parts}
		if err := w.one(ctx, f, a, alone); err != nil {
			return err
		}
	}
	f.Part = Part{}
	if err := f.Complete(w.parts); err != nil {
		return err
	}
	f.Force = false
	if done, err := f.Made(); done != nil || err != nil || len(a.parts) < w.parts {
		return err
	}
	return errAnew
}

// Errors of attempts: one that fails by itself, one whose parts another attempt makes anew, one that would wait for another, and one
// that would go on from the files of another key.
var (
	errAnew  = errors.New("not all parts are there")
	errWaits = errors.New("another attempt has the lock")
	errMixed = errors.New("goes on from the state of another key")
)

type failure struct{ error }

// one makes the folder, or one part of it.
func (w *world) one(ctx context.Context, f Folder, a *attempt, alone bool) error {
	out := New(f)
	defer out.Close()
	patience, stop := context.WithCancel(ctx)
	defer stop()
	if w.place && !alone {
		stop()
	}
	done, err := out.Begin(patience)
	if errors.Is(err, context.Canceled) {
		return errWaits
	}
	if done != nil || err != nil {
		return err
	}
	names := written(f.Mark.Key)
	if w.place {
		if err := w.resumed(f.Mark.Key); err != nil {
			return err
		}
		// It goes on from the files that are there.
		names = slices.DeleteFunc(names, func(name string) bool {
			_, err := os.Stat(filepath.Join(w.dir, f.FileName(name)))
			return err == nil && a.fails == "" && name != RejectsName
		})
		names = append([]string{"state/1"}, names...)
	}
	if a.fails == "rejects" {
		names = append(names[:len(names)-1:len(names)-1], RejectsName)
	}
	var file *File
	for _, name := range names {
		if file, err = out.Create(name); err != nil {
			return err
		}
		if _, err := fmt.Fprint(file, text(f.Mark.Key, file.Name())); err != nil {
			return err
		}
		if name == RejectsName && a.fails == "rejects" {
			break
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	switch a.fails {
	case "error":
		return failure{errors.New("a failure")}
	case "rejects":
		if _, err := out.Keep(file); err != nil {
			return err
		}
		return failure{errors.New("too many")}
	}
	if err := out.Filled(); err != nil {
		return err
	}
	m := f.on.(*mortal)
	m.sure = true
	err = out.Commit(ctx, &manifest.Manifest{Stage: "copy", Version: "1", Key: f.Mark.Key, Config: f.Mark.Config, Info: manifest.Info{Threads: w.groups}})
	m.sure = false
	return err
}

func (w *world) resumed(key string) error {
	data, err := os.ReadFile(filepath.Join(w.dir, "state", "1"))
	if err == nil && string(data) != text(key, "state/1") {
		return errMixed
	}
	return nil
}

// tamper changes or removes a file of the output, or spoils a manifest.
func (w *world) tamper() error {
	record := manifest.Name
	if w.parts > 1 && w.IntN(2) == 0 {
		record = (&Folder{Files: outputs}).recordOf(Part{w.IntN(w.parts), w.parts})
	}
	m, err := manifest.Read(w.store, store.Join(w.dir, record))
	if err != nil || len(m.Outputs) == 0 {
		return nil
	}
	clear(w.promised)
	w.tampering, w.tampered, w.damaged = true, true, true
	defer func() { w.tampering = false }()
	name := m.Outputs[w.IntN(len(m.Outputs))].Path
	content := strings.ToUpper(text(m.Key, name)) // of as many bytes
	if w.IntN(2) == 0 && !w.place {               // in place, an attempt would go on from what was changed before
		name, content = record, "{"
	}
	on, path := w.medium(), store.Join(w.dir, name)
	w.said("tampered with", path)
	if w.IntN(3) == 0 {
		err = on.Remove(path)
	} else {
		err = w.put(on, path, content)
	}
	if err == nil {
		err = w.check(nil)
	}
	return err
}

func (w *world) put(on medium, path, content string) error {
	f, err := on.Create(path)
	if err == nil {
		_, err = fmt.Fprint(f, content)
	}
	if err == nil {
		err = on.Name(f, path, false)
	}
	return err
}
