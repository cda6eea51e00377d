//go:build !nomodel

package label_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// fast is the folder of the built-in model with a choice without slots, which change may change: what is often a keyphrase of training
// documents, or of neighbours, is one.
func fast(t *testing.T, change func(*choose.Ranker)) model.Folder {
	t.Helper()
	tree := func(feature string, above, wrong, right float64) rank.Tree {
		return rank.Tree{Questions: []rank.Question{{Feature: feature, Above: above}}, Leaves: []float64{wrong, right}}
	}
	kind := func(least float64) choose.Kind {
		return choose.Kind{Judge: rank.Judge{Unwritten: least, Unseen: []float64{.5, .5}, Trees: []rank.Tree{
			tree("targets", 3, -1, 1), tree("vote_sum", .5, -1, 1), tree("words", 1.5, -1, 1), tree("runs", 1, 0, .5)}}}
	}
	return with(map[string][]byte{model.FastFile: choice(t, func(m *choose.Ranker) {
		*m = choose.Ranker{Documents: 100, Known: m.Known, Neighbours: m.Neighbours, Runs: true, Present: kind(-.25), Absent: kind(-3),
			Thresholds: []rank.Threshold{{Precision: .5, Probability: .25}}}
		if change != nil {
			change(m)
		}
	})})
}

// fastOf returns a Labeller of a folder with the speed fast.
func fastOf(t *testing.T, f model.Folder, set func(*label.Options)) (*label.Labeller, error) {
	t.Helper()
	o := label.DefaultOptions()
	if o.Speed = label.Fast; set != nil {
		set(&o)
	}
	m, err := label.Read(f, o.Speed)
	if err != nil {
		t.Fatal(err)
	}
	return m.Labeller(o)
}

// mixed are documents in English, one in German and one that is empty.
func mixed() []label.Document {
	return append(made(12), label.Document{ID: "de", Title: "Ausleihe", Body: german}, label.Document{ID: "empty"})
}

// TestFast: with the speed fast no slot writes a phrase. Present phrases have their places, absent ones come from neighbours, and a
// document in another language gets what it gets with the normal speed. Each document gets the same in any batch, order and thread.
func TestFast(t *testing.T) {
	documents := mixed()
	l, err := fastOf(t, fast(t, nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := l.Label(t.Context(), documents...)
	if err != nil || !l.Calibrated() || l.Rule().Name != rank.BestF1 {
		t.Fatal(err, l.Rule())
	}
	present, absent := 0, 0
	for i, p := range want[:12] {
		for _, k := range p.Phrases {
			if k.Slot != -1 || k.SlotsAgreeing != 0 || k.Present != (k.Start != nil) || k.Score <= 0 || k.Score >= 1 {
				t.Errorf("document %d: %+v", i, k)
			}
			if k.Present {
				present++
			} else {
				absent++
			}
		}
		if p.Language != "en" {
			t.Errorf("document %d is in %s", i, p.Language)
		}
	}
	if present < 12 || absent == 0 || len(want[13].Phrases) > 0 {
		t.Errorf("%d present and %d absent phrases; of an empty document: %v", present, absent, want[13].Phrases)
	}
	normal := predicted(t, func(*label.Options) {}, documents[12])
	if !reflect.DeepEqual(want[12].Phrases, normal[0].Phrases) || !picked(want[12].Phrases) {
		t.Errorf("German: %v, with the normal speed %v", want[12].Phrases, normal[0].Phrases)
	}
	slices.Reverse(documents)
	slices.Reverse(want)
	for _, set := range []func(*label.Options){
		func(o *label.Options) { o.Threads, o.Window, o.BatchSize = 3, 7, 2 }, func(o *label.Options) { o.Threads, o.Window, o.BatchTokens = 1, 1, 1 },
	} {
		l, err := fastOf(t, fast(t, nil), set)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := l.Label(t.Context(), documents...); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("in another order and batches: %v, %v", got, err)
		}
	}
}

// TestFastOptions: rules, limits, lists and the expected number of phrases hold with the speed fast.
func TestFastOptions(t *testing.T) {
	phrases := func(set func(*label.Options)) (all []schemas.Phrase) {
		l, err := fastOf(t, fast(t, nil), set)
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Label(t.Context(), made(1)...)
		if err != nil {
			t.Fatal(err)
		}
		return got[0].Phrases
	}
	all := phrases(func(o *label.Options) { o.Choose = "top=9" })
	if len(all) < 4 || all[0].Phrase != "query expansion" {
		t.Fatalf("%v", all)
	}
	if got := phrases(func(o *label.Options) { o.Choose, o.MaxPhrases = "top=9", 2 }); !reflect.DeepEqual(got, all[:2]) {
		t.Errorf("max_phrases: %v", got)
	}
	if got := phrases(func(o *label.Options) { o.Choose, o.Lists = "top=9", &label.Lists{Never: []string{"Query expansions"}} }); got[0].Phrase != all[1].Phrase {
		t.Errorf("struck: %v", got)
	}
	if got := phrases(func(o *label.Options) { o.Choose, o.Expect = "top=9", 100 }); got[0].Score <= all[0].Score {
		t.Errorf("expect: %v", got[0])
	}
	if got := phrases(func(o *label.Options) { o.Choose = "precision=0.5" }); len(got) == 0 || got[len(got)-1].Score < .25 {
		t.Errorf("precision: %v", got)
	}
}

// TestFastWithoutNetwork: the speed fast reads no weights, and the vocabulary must be the network's all the same. A model that was read
// for it refuses other speeds.
func TestFastWithoutNetwork(t *testing.T) {
	f := fast(t, nil)
	open := f.Open
	var words []byte
	f.Open = func(name string) (schemas.File, error) {
		switch {
		case name == model.TensorsFile:
			return open(model.ConfigFile) // which has no weights
		case name == "manifest.json":
			return nil, fs.ErrNotExist
		case name == model.ConfigFile && words != nil:
			return inMemory{Reader: bytes.NewReader(words)}, nil
		}
		return open(name)
	}
	if _, err := fastOf(t, f, nil); err != nil {
		t.Error(err)
	}
	if _, err := label.Read(f, label.Normal); err == nil || !strings.Contains(err.Error(), model.TensorsFile) {
		t.Error(err)
	}
	m, err := label.Read(f, label.Fast)
	if err != nil {
		t.Fatal(err)
	}
	var usage *fault.UsageError
	if _, err := m.Labeller(label.DefaultOptions()); !errors.As(err, &usage) || !strings.Contains(err.Error(), "--speed normal") {
		t.Error(err)
	}
	config, err := os.ReadFile("../../infer/pretrained/model/" + model.ConfigFile)
	if err != nil {
		t.Fatal(err)
	}
	words = bytes.Replace(config, []byte(`"vocab_size": 20000`), []byte(`"vocab_size": 20001`), 1)
	if _, err := label.Read(f, label.Fast); bytes.Equal(words, config) || err == nil || !strings.Contains(err.Error(), model.VocabularyFile) {
		t.Error(err)
	}
}

// TestFastRefused: the speed fast needs its file, one without slots and with the companions of choice.json, and does not go with what
// only the network or no choice at all gives. Folders that have a bad file are usable with the normal speed.
func TestFastRefused(t *testing.T) {
	var file *schemas.FileError
	for name, c := range map[string]struct {
		folder model.Folder
		says   []string
	}{
		"none": {with(map[string][]byte{model.FastFile: nil}), []string{"--speed fast needs choice-fast.json", "train refit --fast on"}},
		"slots": {fast(t, func(m *choose.Ranker) {
			m.Absent.Trees = append(m.Absent.Trees, rank.Tree{Leaves: []float64{.5}}, rank.Tree{Questions: []rank.Question{{Feature: "any_word", Above: 1}}, Leaves: []float64{0, 1}})
			m.Present.Terms, m.Absent.Terms = []rank.Term{{Feature: "runs", Scale: 1}}, []rank.Term{{Feature: "runs", Scale: 1}}
		}), []string{filepath.Join("mine", "choice-fast.json"), "fitted with slots"}},
		"known":      {fast(t, func(m *choose.Ranker) { m.Known = "other" }), []string{"choice-fast.json", "phrases.parquet", "one run of train"}},
		"neighbours": {fast(t, func(m *choose.Ranker) { m.Neighbours = "" }), []string{"choice-fast.json", "neighbours.parquet", "one run of train"}},
		"tagger":     {fast(t, func(m *choose.Ranker) { m.Tagger = "ab" }), []string{"choice-fast.json", "a choice with a tagger is choice-best.json", "one run of train"}},
		"damaged":    {fast(t, func(m *choose.Ranker) { m.Floor = 7 }), []string{filepath.Join("mine", "choice-fast.json"), "floor"}},
	} {
		_, err := fastOf(t, c.folder, nil)
		if !errors.As(err, &file) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %v lacks %q", name, err, s)
			}
		}
		if _, err := fastOf(t, c.folder, func(o *label.Options) { o.Speed = label.Normal }); err != nil {
			t.Errorf("%s, with the normal speed: %v", name, err)
		}
	}
	for says, set := range map[string]func(*label.Options){
		"network is on":     func(o *label.Options) { o.Network = label.On },
		"network is off":    func(o *label.Options) { o.Network = label.Off },
		"--choose slots":    func(o *label.Options) { o.Choose = "slots" },
		"--slots":           func(o *label.Options) { o.Slots = true },
		"--released":        func(o *label.Options) { o.Released = true },
		"speed is \"slow\"": func(o *label.Options) { o.Speed = "slow" },
	} {
		var usage *fault.UsageError
		if _, err := fastOf(t, fast(t, nil), set); !errors.As(err, &usage) || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", says, err)
		}
	}
}

// TestBest: the speed best needs its choice and a tagger, and says what to do without; it asks for no network.
func TestBest(t *testing.T) {
	best := label.DefaultOptions()
	best.Speed = label.Best
	m, err := label.Read(fast(t, nil), label.Normal)
	if err != nil {
		t.Fatal(err)
	}
	var file *schemas.FileError
	if _, err := m.Labeller(best); !errors.As(err, &file) || file.File != "mine" || !strings.Contains(err.Error(), "--speed best needs choice-best.json and a tagger") ||
		!strings.Contains(err.Error(), "recipe.mk best") {
		t.Error(err)
	}
	for says, set := range map[string]func(*label.Options){
		"speed is best, which leaves the network out": func(o *label.Options) { o.Network = label.On },
		"network is off":  func(o *label.Options) { o.Network = label.Off },
		"--choose slots":  func(o *label.Options) { o.Choose = "slots" },
		"or --speed best": func(o *label.Options) { o.Slots = true },
		"--released":      func(o *label.Options) { o.Released = true },
	} {
		var usage *fault.UsageError
		o := best
		if set(&o); !errors.As(o.Check(), &usage) || !strings.Contains(o.Check().Error(), says) {
			t.Errorf("%s: %v", says, o.Check())
		}
	}
}
