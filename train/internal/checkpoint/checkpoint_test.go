package checkpoint

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

type state struct {
	Step int64
	Log  []schemas.TrainLog
}

// folder replaces the folder of an output, as in train.
func folder(dir string) Folder {
	return Folder{Dir: dir, Key: "k", Write: func(name string, fill func(io.Writer) error) error {
		var b bytes.Buffer
		if err := fill(&b); err != nil {
			return err
		}
		return errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666))
	}}
}

// load loads the last checkpoint and its tensor "a", which may be missing.
func load(f Folder) (got state, a []float32, err error) {
	err = Load(f, &got, func(file *schemas.TensorFile) (err error) {
		if a, _, err = file.Float32("a"); errors.Is(err, schemas.ErrSchema) {
			return nil
		}
		return err
	})
	return got, a, err
}

// best writes the best parameters of a step.
func (f Folder) best(step int64) error {
	return f.SaveBest(step, func(w io.Writer) error {
		return schemas.WriteTensors(w, nil, []schemas.Tensor{{Name: "w", Shape: []int{1}, Data: []int64{step}}})
	})
}

func (f Folder) names(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestSaveAndLoad(t *testing.T) {
	f := folder(filepath.Join(t.TempDir(), "checkpoint"))
	if _, _, err := load(f); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("without checkpoint: %v", err)
	}
	want := state{Step: 10, Log: []schemas.TrainLog{{Step: 5, Split: "valid", Loss: .1 + .2, GradNorm: math.NaN()}}}
	tensors := []schemas.Tensor{{Name: "a", Shape: []int{2}, Data: []float32{1, 2}}}
	if err := errors.Join(f.best(3), f.Save(state{}, Place{Step: 4, Best: 3}, tensors), f.best(5), f.Save(state{}, Place{Step: 6, Best: 5}, nil),
		f.best(9), f.Save(want, Place{Step: 10, Best: 9}, tensors)); err != nil {
		t.Fatal(err)
	}
	got, a, err := load(f)
	if err != nil || got.Step != 10 || len(got.Log) != 1 || got.Log[0].Loss != .1+.2 || !math.IsNaN(got.Log[0].GradNorm) {
		t.Errorf("state %+v, %v, want %+v", got, err, want)
	}
	if !slices.Equal(a, []float32{1, 2}) {
		t.Errorf("tensor %v", a)
	}
	if names := f.names(t); !slices.Equal(names, []string{"best-5.safetensors", "best-9.safetensors", "state-10.safetensors", "state-6.safetensors"}) {
		t.Errorf("files %v, want the last two states, by number, and their best files", names)
	}
	if err := f.Save(want, Place{Step: 10, Best: 9, Last: true}, nil); err != nil {
		t.Fatal(err)
	}
	if names := f.names(t); !slices.Equal(names, []string{"best-9.safetensors", "state-10.safetensors"}) {
		t.Errorf("files %v at the end of the run, want the last state and its best file", names)
	}
	var b bytes.Buffer
	whole, _ := os.ReadFile(f.Best(9))
	if err := f.CopyBest(9, &b); err != nil || !bytes.Equal(b.Bytes(), whole) {
		t.Errorf("%d bytes of %d were copied, %v", b.Len(), len(whole), err)
	}
}

// change changes the last byte of a file, or removes the file.
func change(t *testing.T, path string, gone bool) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 4
	if err = os.WriteFile(path, data, 0o666); gone {
		err = os.Remove(path)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A damaged checkpoint is replaced by the one before it, with a message that names the file, and does not count among later
// ones. If both are damaged, the error names the remedy each time.
func TestDamaged(t *testing.T) {
	made := func(t *testing.T) (Folder, *[]string) {
		f, said := folder(t.TempDir()), []string{}
		f.Damaged = func(err error) { said = append(said, err.Error()) }
		tensors := []schemas.Tensor{{Name: "a", Shape: []int{1}, Data: []float32{1}}}
		if err := errors.Join(f.best(1), f.Save(state{Step: 2}, Place{Step: 2, Best: 1}, tensors), f.best(3),
			f.Save(state{Step: 4, Log: make([]schemas.TrainLog, 1)}, Place{Step: 4, Best: 3}, tensors)); err != nil {
			t.Fatal(err)
		}
		return f, &said
	}
	for _, c := range []struct {
		file string
		gone bool
		want string
	}{
		{"state-4", false, "state-4.safetensors: tensor a: the file is damaged: its checksum is "},
		{"best-3", false, "best-3.safetensors: tensor w: the file is damaged: its checksum is "},
		{"best-3", true, "best-3.safetensors: the file is damaged: it is missing"},
	} {
		f, said := made(t)
		change(t, filepath.Join(f.Dir, c.file+".safetensors"), c.gone)
		got, _, err := load(f)
		if err != nil || got.Step != 2 || got.Log != nil {
			t.Errorf("%s: state %+v, %v, want that of step 2", c.file, got, err)
		}
		if len(*said) != 1 || !strings.Contains((*said)[0], c.want) || !strings.HasSuffix((*said)[0], "; the run resumes from step 2") {
			t.Errorf("%s: said %q, want %q", c.file, *said, c.want)
		}
		if err := errors.Join(f.best(5), f.Save(state{Step: 6}, Place{Step: 6, Best: 5}, nil)); err != nil {
			t.Fatal(err)
		}
		if names := f.names(t); !slices.Equal(names, []string{"best-1.safetensors", "best-5.safetensors", "state-2.safetensors", "state-6.safetensors"}) {
			t.Errorf("%s: files %v after the next checkpoint", c.file, names)
		}
	}
	f, _ := made(t)
	change(t, f.state(2), false)
	change(t, f.state(4), false)
	for range 2 {
		var file *schemas.FileError
		_, _, err := load(f)
		if !errors.As(err, &file) || file.File != f.state(4) || !strings.Contains(file.Remedy, "--force") {
			t.Errorf("both damaged: %v", err)
		}
	}
	f, _ = made(t)
	change(t, f.Best(3), false)
	var file *schemas.FileError
	if err := f.CopyBest(3, io.Discard); !errors.As(err, &file) || !strings.Contains(file.Remedy, "--force") {
		t.Errorf("a damaged file of the best parameters is copied: %v", err)
	}
}

// A folder that cannot be read differs from one without checkpoints: the run must not start anew.
func TestUnreadable(t *testing.T) {
	f := folder(filepath.Join(t.TempDir(), "checkpoint"))
	if err := os.WriteFile(f.Dir, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := load(f); err == nil || errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), f.Dir) {
		t.Errorf("Load: %v", err)
	}
	if err := f.Sweep(Place{}); err == nil {
		t.Error("Sweep: no error")
	}
}

func TestAnotherKey(t *testing.T) {
	f := folder(t.TempDir())
	if err := f.Save(state{}, Place{}, nil); err != nil {
		t.Fatal(err)
	}
	f.Key = "other"
	if _, _, err := load(f); !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), "--force") {
		t.Errorf("error %v", err)
	}
}

// After a state could not be written, the best file that the old state names is still there.
func TestFailedSave(t *testing.T) {
	f := folder(t.TempDir())
	if err := errors.Join(f.best(1), f.Save(state{Step: 1}, Place{Step: 1, Best: 1}, nil), f.best(2)); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	if err := f.SaveBest(2, func(io.Writer) error { return full }); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	broken := f
	broken.Write = func(string, func(io.Writer) error) error { return full }
	if err := broken.Save(state{Step: 2}, Place{Step: 2, Best: 2}, nil); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if got, _, err := load(f); err != nil || got.Step != 1 {
		t.Errorf("state %+v, %v", got, err)
	}
}
