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

	"wrone2set/schemas"
)

type state struct {
	Step int64
	Log  []schemas.TrainLog
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

// folder stands in for one of an output, as train has it.
func folder(dir string) Folder {
	return Folder{Dir: dir, Key: "k", Write: func(name string, fill func(io.Writer) error) error {
		var b bytes.Buffer
		if err := fill(&b); err != nil {
			return err
		}
		return errors.Join(os.MkdirAll(dir, 0o777), os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666))
	}}
}

func TestSaveAndLoad(t *testing.T) {
	f := folder(filepath.Join(t.TempDir(), "checkpoint"))
	var got state
	if _, err := f.Load(&got); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("without checkpoint: %v", err)
	}
	if err := errors.Join(f.SaveBest(3, text("three")), f.SaveBest(5, text("five"))); err != nil {
		t.Fatal(err)
	}
	want := state{Step: 7, Log: []schemas.TrainLog{{Step: 5, Split: "valid", Loss: .1 + .2, GradNorm: math.NaN()}}}
	tensors := []schemas.Tensor{{Name: "a", Shape: []int{2}, Data: []float32{1, 2}}}
	if err := f.Save(state{}, 3, tensors); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.SaveBest(5, text("five")), f.Save(want, 5, tensors)); err != nil {
		t.Fatal(err)
	}
	file, err := f.Load(&got)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got.Step != 7 || len(got.Log) != 1 || got.Log[0].Loss != .1+.2 || !math.IsNaN(got.Log[0].GradNorm) {
		t.Errorf("state %+v, want %+v", got, want)
	}
	if a, _, err := file.Float32("a"); err != nil || !slices.Equal(a, []float32{1, 2}) {
		t.Errorf("tensor %v, error %v", a, err)
	}
	names, _ := os.ReadDir(f.Dir)
	if len(names) != 2 {
		t.Errorf("files %v, want the state and the best of step 5", names)
	}
	if best, err := os.ReadFile(f.Best(5)); string(best) != "five" {
		t.Errorf("best %q, error %v", best, err)
	}
}

func TestAnotherKey(t *testing.T) {
	f := folder(t.TempDir())
	if err := f.Save(state{}, 0, nil); err != nil {
		t.Fatal(err)
	}
	f.Key = "other"
	if _, err := f.Load(new(state)); !errors.Is(err, ErrKey) || !strings.Contains(err.Error(), "--force") {
		t.Errorf("error %v", err)
	}
}

// A state that cannot be written leaves the best file that the old state names.
func TestFailedSave(t *testing.T) {
	f := folder(t.TempDir())
	if err := errors.Join(f.SaveBest(1, text("one")), f.Save(state{Step: 1}, 1, nil), f.SaveBest(2, text("two"))); err != nil {
		t.Fatal(err)
	}
	full := errors.New("disk full")
	if err := f.SaveBest(2, func(io.Writer) error { return full }); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	broken := f
	broken.Write = func(string, func(io.Writer) error) error { return full }
	if err := broken.Save(state{Step: 2}, 2, nil); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if b, err := os.ReadFile(f.Best(1)); string(b) != "one" {
		t.Errorf("the best of step 1 is %q, %v", b, err)
	}
}
