package loop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/kpdrop"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
)

// short is a run of nine steps, three per epoch.
func short(t *testing.T) (*Training, *[]Status) {
	return training(t, []schemas.Example{
		document("a", 8, 2, []int32{9}, peos), document("b", 9, 1, []int32{10}, peos), document("c", 10, 3, peos)}, nil)
}

// Checkpoints are due after a number of steps, or after a period since the last one.
func TestSaveIfDue(t *testing.T) {
	for _, c := range []struct {
		name     string
		every    int64
		interval time.Duration
		want     []int64 // steps of the checkpoints before the last step's
	}{
		{"never", 0, 0, nil},
		{"by steps", 4, 0, []int64{4, 8}},
		// Each step takes a second: the third makes three, then three more are needed.
		{"by time", 0, 3 * time.Second, []int64{3, 6}},
		{"by time, a little more", 0, 3*time.Second + 1, []int64{4, 8}},
		{"by both", 4, 3 * time.Second, []int64{3, 4, 7, 8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := short(t)
			now := time.Unix(1e9, 0)
			r.Every, r.Interval, r.Now = c.every, c.interval, func() time.Time { return now }
			var got []int64
			path := func(step int64) string { return filepath.Join(r.Folder.Dir, fmt.Sprintf("state-%d.safetensors", step)) }
			r.Report = func(s Status) { // called before the step's own checkpoint is due
				if os.Remove(path(s.Step-1)) == nil {
					got = append(got, s.Step-1)
				}
				now = now.Add(time.Second)
			}
			fit(t, r)
			if !slices.Equal(got, c.want) {
				t.Errorf("checkpoints after steps %v, want %v", got, c.want)
			}
			if _, err := os.Stat(path(9)); err != nil {
				t.Errorf("the end of the run leaves no checkpoint: %v", err)
			}
		})
	}
}

// A run that is stopped after any step resumes there and reaches the same parameters and the same state.
func TestGoesOn(t *testing.T) {
	t.Run("plain", func(t *testing.T) { goesOn(t, func(*Training) {}) })
	t.Run("rates", func(t *testing.T) {
		goesOn(t, func(r *Training) { r.Rules.Warmup, r.Rules.Anneal, r.LogEvery = 4, schedule.Linear, 2 })
	})
	t.Run("dropped keyphrases", func(t *testing.T) {
		goesOn(t, func(r *Training) { dropping(t, r, .5) })
	})
	t.Run("stopped in checks", func(t *testing.T) {
		goesOn(t, func(r *Training) {
			r.Valid = files(t, []schemas.Example{document("v", 8, 2, []int32{11, 12}, peos)})
		})
	})
}

// dropping makes a run train on documents with keyphrases in their text, which are dropped.
func dropping(t *testing.T, r *Training, share float64) {
	of := func(id string, phrase int32) schemas.Example {
		words := []int32{8, phrase, 8}
		return schemas.Example{ID: id, Source: words, Extended: words, Targets: [][]int32{{phrase}, peos}}
	}
	r.Train = files(t, []schemas.Example{of("a", 9), of("b", 10), of("c", 11)})
	r.Drop = kpdrop.Drop{Share: share, Vocab: 1 << 20, Seed: 3}
}

func goesOn(t *testing.T, change func(*Training)) {
	short := func(t *testing.T) (*Training, *[]Status) {
		r, reports := short(t)
		change(r)
		return r, reports
	}
	whole, _ := short(t)
	want := fit(t, whole)
	best := func(r *Training) []byte {
		var b bytes.Buffer
		if err := r.WriteBest(&b); err != nil {
			t.Error(err)
		}
		return b.Bytes()
	}
	for stop := int64(1); stop < 9; stop++ {
		first, _ := short(t)
		ctx, cancel := context.WithCancel(t.Context())
		first.Report = func(s Status) {
			if s.Step == stop {
				cancel()
			}
		}
		if _, err := first.Fit(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after step %d: %v", stop, err)
		}
		second, reports := short(t)
		second.Folder = first.Folder
		got := fit(t, second)
		if s := (*reports)[0]; s.Resumed != stop || s.Step != stop+1 {
			t.Errorf("resumes with step %d and reports %d steps taken, want %d", s.Step, s.Resumed, stop)
		}
		if !slices.Equal(parametersOf(second.Model), parametersOf(whole.Model)) || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("stopped after step %d, the run ends with %+v, want %+v", stop, got, want)
		}
		if !bytes.Equal(best(second), best(whole)) {
			t.Errorf("stopped after step %d, the run has other best parameters", stop)
		}
	}
}

// A run that is stopped after its best check still has the parameters of that check when it resumes.
func TestBestGoesOn(t *testing.T) {
	made := func() *Training {
		r, _ := contrary(t)
		r.Adam.Beta1, r.Adam.Beta2, r.Epochs, r.Rules.Decay = 0, 0, 5, 1
		return r
	}
	best := func(r *Training) []byte {
		var b bytes.Buffer
		if fit(t, r); r.state.Best >= 14 {
			t.Fatalf("the best is of step %d: the case tests nothing", r.state.Best)
		}
		if err := r.WriteBest(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	first, second := made(), made()
	ctx, cancel := context.WithCancel(t.Context())
	first.Report = func(s Status) {
		if s.Step == 14 {
			cancel()
		}
	}
	if _, err := first.Fit(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	second.Folder = first.Folder
	if !bytes.Equal(best(second), best(made())) {
		t.Error("the resumed run has other best parameters")
	}
}

// A checkpoint of another network under the same key is an error that names the tensor.
func TestCheckpointOfAnotherShape(t *testing.T) {
	r, _ := short(t)
	fit(t, r)
	other, _ := short(t)
	other.Folder = r.Folder
	p := other.Model.Params()[3]
	p.Weights = append(p.Weights, 0)
	if _, err := other.Fit(t.Context()); err == nil || !strings.Contains(err.Error(), p.Name) || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want one that names %s", err, p.Name)
	}
}

// A finished run that is started again trains nothing and leaves one checkpoint.
func TestFinished(t *testing.T) {
	r, _ := short(t)
	want := fit(t, r)
	stray := filepath.Join(r.Folder.Dir, "state-8.safetensors")
	if err := os.WriteFile(stray, []byte("left by a run that was killed before it removed this"), 0o666); err != nil {
		t.Fatal(err)
	}
	again, reports := short(t)
	again.Folder = r.Folder
	got := fit(t, again)
	if len(*reports) != 0 || got.Step != want.Step || got.Best != want.Best {
		t.Errorf("started again, the run makes %d steps and ends with %+v, want %+v", len(*reports), got, want)
	}
	if _, err := os.Stat(stray); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the stray checkpoint is still there: %v", err)
	}
	var last, best bytes.Buffer
	if err := errors.Join(again.Model.WriteTensors(&last), again.WriteBest(&best)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(best.Bytes(), last.Bytes()) {
		t.Error("without validation the best are not the last parameters")
	}
}

// An example that cannot be trained on is an input error that names it, its file and its row, in training and in validation.
func TestBadExample(t *testing.T) {
	good, bad := document("good", 8, 1, peos), document("bad", 8, 1)
	for name, c := range map[string]struct {
		train, valid []schemas.Example
		change       func(r *Training)
	}{
		"training":   {train: []schemas.Example{good, bad, good}, change: func(r *Training) { r.BatchSize = 3 }},
		"validation": {train: []schemas.Example{good, good, good}, valid: []schemas.Example{good, bad}, change: func(r *Training) { r.BatchSize = 2 }},
		"snapshot":   {train: []schemas.Example{good, bad}, change: func(r *Training) { r.SnapshotEvery, r.Snapshot = 1, 2 }},
		"by count":   {train: []schemas.Example{good, bad}, change: func(r *Training) { r.Order = batch.ByCount }},
	} {
		r, _ := training(t, c.train, c.valid)
		if c.change != nil {
			c.change(r)
		}
		var input *schemas.FileError
		_, err := r.Fit(t.Context())
		if !errors.As(err, &input) || !strings.Contains(err.Error(), "document bad") || !strings.Contains(err.Error(), "run preprocess again") {
			t.Errorf("%s: error %v, want one of the input that names the document", name, err)
			continue
		}
		if filepath.Base(input.File) != "examples.arrow" || input.Row != 2 {
			t.Errorf("%s: %s row %d, want row 2 of examples.arrow", name, input.File, input.Row)
		}
	}
}

func TestNoTraining(t *testing.T) {
	r, _ := training(t, nil, nil)
	if _, err := r.Fit(t.Context()); err == nil || !strings.Contains(err.Error(), "no training examples") {
		t.Errorf("error %v", err)
	}
}
