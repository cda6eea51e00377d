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
	if err := errors.Join(f.Save(state{}, 4, false, tensors), f.Save(state{}, 6, false, nil), f.Save(want, 10, false, tensors)); err != nil {
		t.Fatal(err)
	}
	got, a, err := load(f)
	if err != nil || got.Step != 10 || len(got.Log) != 1 || got.Log[0].Loss != .1+.2 || !math.IsNaN(got.Log[0].GradNorm) {
		t.Errorf("state %+v, %v, want %+v", got, err, want)
	}
	if !slices.Equal(a, []float32{1, 2}) {
		t.Errorf("tensor %v", a)
	}
	if names := f.names(t); !slices.Equal(names, []string{"state-10.safetensors", "state-6.safetensors"}) {
		t.Errorf("files %v, want the last two, by number", names)
	}
	if err := f.Save(want, 10, true, nil); err != nil {
		t.Fatal(err)
	}
	if names := f.names(t); !slices.Equal(names, []string{"state-10.safetensors"}) {
		t.Errorf("files %v at the end of the run, want the last", names)
	}
}

// change changes the last byte of a file.
func change(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 4
	if err := os.WriteFile(path, data, 0o666); err != nil {
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
		if err := errors.Join(f.Save(state{Step: 2}, 2, false, tensors), f.Save(state{Step: 4, Log: make([]schemas.TrainLog, 1)}, 4, false, tensors)); err != nil {
			t.Fatal(err)
		}
		return f, &said
	}
	f, said := made(t)
	change(t, f.state(4))
	if got, _, err := load(f); err != nil || got.Step != 2 || got.Log != nil {
		t.Errorf("state %+v, %v, want that of step 2", got, err)
	}
	want := "state-4.safetensors: tensor a: the file is damaged: its checksum is "
	if len(*said) != 1 || !strings.Contains((*said)[0], want) || !strings.HasSuffix((*said)[0], "; the run resumes from step 2") {
		t.Errorf("said %q, want %q", *said, want)
	}
	if err := f.Save(state{Step: 6}, 6, false, nil); err != nil {
		t.Fatal(err)
	}
	if names := f.names(t); !slices.Equal(names, []string{"state-2.safetensors", "state-6.safetensors"}) {
		t.Errorf("files %v after the next checkpoint", names)
	}
	f, _ = made(t)
	change(t, f.state(2))
	change(t, f.state(4))
	for range 2 {
		var file *schemas.FileError
		_, _, err := load(f)
		if !errors.As(err, &file) || file.File != f.state(4) || !strings.Contains(file.Remedy, "--force") {
			t.Errorf("both damaged: %v", err)
		}
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
	if err := f.Sweep(0, false); err == nil {
		t.Error("Sweep: no error")
	}
}

func TestAnotherKey(t *testing.T) {
	f := folder(t.TempDir())
	if err := f.Save(state{}, 0, false, nil); err != nil {
		t.Fatal(err)
	}
	f.Key = "other"
	if _, _, err := load(f); !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), "--force") {
		t.Errorf("error %v", err)
	}
}

// After a state could not be written, the old one is still there.
func TestFailedSave(t *testing.T) {
	f := folder(t.TempDir())
	full, broken := errors.New("disk full"), f
	broken.Write = func(string, func(io.Writer) error) error { return full }
	if err := f.Save(state{Step: 1}, 1, false, nil); err != nil {
		t.Fatal(err)
	}
	if err := broken.Save(state{Step: 2}, 2, true, nil); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if got, _, err := load(f); err != nil || got.Step != 1 {
		t.Errorf("state %+v, %v", got, err)
	}
}
