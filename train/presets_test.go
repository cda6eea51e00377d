package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/train/internal/assign"
	"github.com/wrone2set/wrone2set/train/internal/batch"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/kpdrop"
	"github.com/wrone2set/wrone2set/train/internal/loop"
	"github.com/wrone2set/wrone2set/train/internal/schedule"
	"github.com/wrone2set/wrone2set/train/internal/setting"
	"github.com/wrone2set/wrone2set/train/internal/step"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// given is everything in a run that a setting can change.
type given struct {
	vocabulary            int // words asked for
	network               slots.Config
	training, validation  step.Objective
	drop                  kpdrop.Drop
	order                 batch.Order
	batchSize, epochs     int
	rules                 schedule.Rules
	rate                  float64
	beta1, beta2          float64
	epsilon, clip         float64
	seed                  uint64
	log, snapshots, every int64
	watched               int
	interval              time.Duration
	choice                setting.Choice
	stepsRound, testRound bool // products to bfloat16, of the steps and of the checks
}

// roundsProducts says whether the workers multiply in bfloat16, where 1+2⁻¹⁰ is 1.
func roundsProducts(w *kernel.Workers) bool {
	c := []float32{0}
	kernel.MulNT(w, c, []float32{1 + 1./1024}, []float32{1}, 1, 1, 1, kernel.Epilogue[float32]{})
	return c[0] == 1
}

// madeWords is the size of the made-up vocabulary: networks and objectives have that of the data, not of the setting.
const madeWords = 28

// published has the values of section 6.1 of the paper and, where the paper is silent, of the authors' script, written out
// instead of named as in the code.
func published() given {
	o := step.Objective{
		Slots: assign.Slots{Number: 20, Length: 6, Copies: 1}, Steps: 2, Reassign: "paper",
		Scales: wr.Scales{Present: 0.2, Absent: 0.1, Adaptive: true}, Vocab: madeWords, Seed: 27,
	}
	return given{
		vocabulary: 50002,
		network: slots.Config{
			Vocab: madeWords, Slots: 20, PhraseLen: 6, Width: 512, Heads: 8, FF: 2048, EncoderLayers: 6, DecoderLayers: 6, Dropout: 0.1,
		},
		training: o, validation: o,
		drop:  kpdrop.Drop{Vocab: madeWords, Seed: 27},
		order: "shuffle", batchSize: 12, epochs: 20,
		rules: schedule.Rules{Every: 8000, FromEpoch: 2, Patience: 4, Decay: 0.5, Anneal: "off"},
		rate:  1e-4, beta1: 0.9, beta2: 0.998, epsilon: 1e-9, clip: 1, seed: 27,
		log: 100, watched: 1000, interval: 10 * time.Minute,
		choice: setting.Choice{ChoiceDocuments: 2000, Alternatives: 12, Shortlist: 5000, Known: 2, Neighbours: 200000, Extract: "on", Fast: "auto", Store: "float32"},
	}
}

// objectives changes the objective of training and of validation.
func (g *given) objectives(change func(o *step.Objective)) {
	change(&g.training)
	change(&g.validation)
}

func (g *given) setTrans() {
	g.objectives(func(o *step.Objective) { o.Reassign, o.Scales.Adaptive = "off", false })
}

func (g *given) oneSlot(s string, length int) {
	g.setTrans()
	g.slots(1)
	g.network.System, g.network.PhraseLen, g.choice.ChoiceDocuments, g.choice.Known, g.choice.Neighbours = s, length, 0, 0, 0
	g.objectives(func(o *step.Objective) { o.Slots.Length = length })
}

func (g *given) recurrent(s string, length int) {
	g.oneSlot(s, length)
	g.network.Network, g.network.Heads, g.network.FF, g.network.DecoderLayers = "gru", 0, 0, 1 // the encoder's are settled
}

func (g *given) slots(n int) {
	g.network.Slots = n
	g.objectives(func(o *step.Objective) { o.Slots.Number = n })
}

// Each preset, and some combinations, by their differences from the published run. The tables are the paper's; one preset
// alone gives a row.
var presetTable = []struct {
	preset, tables string
	change         func(g *given)
}{
	{"", "", func(*given) {}},
	{"paper", "", func(*given) {}},
	{"small", "", func(g *given) {
		g.vocabulary, g.rate, g.epochs, g.rules.Every, g.rules.FromEpoch = 0, 3e-4, 10, -1, 1
		g.network.Width, g.network.Heads, g.network.FF, g.network.EncoderLayers, g.network.DecoderLayers = 256, 4, 1024, 3, 3
	}},
	{"best", "", func(g *given) {
		g.vocabulary, g.rate, g.epochs, g.rules.Every, g.rules.FromEpoch = 0, 5e-4, 3, -1, 1
		g.rules.Warmup, g.rules.Anneal, g.drop.Share = 100, "linear", 0.3
		g.objectives(func(o *step.Objective) { o.Slots.Copies = 2 })
		g.network.Width, g.network.Heads, g.network.FF, g.network.EncoderLayers, g.network.DecoderLayers = 192, 6, 768, 2, 2
	}},
	{"mini", "", func(g *given) {
		g.vocabulary, g.rate, g.epochs, g.rules.Every, g.rules.FromEpoch = 0, 7e-4, 1, -1, 1
		g.rules.Warmup, g.rules.Anneal = 100, "linear"
		g.network.Width, g.network.Heads, g.network.FF, g.network.EncoderLayers, g.network.DecoderLayers = 128, 4, 512, 2, 2
	}},
	{"tiny", "", func(g *given) {
		g.vocabulary, g.rate, g.epochs, g.rules.Every, g.rules.FromEpoch, g.log = 0, 1.5e-3, 4, -1, 1, 20
		g.network.Width, g.network.Heads, g.network.FF, g.network.EncoderLayers, g.network.DecoderLayers = 64, 4, 256, 1, 1
	}},
	{"wr", "tables 4 to 9", func(*given) {}},
	{"settrans", "tables 1 to 9", (*given).setTrans},
	{"settrans-unscaled", "tables 4, 5 and 7", func(g *given) {
		g.setTrans()
		g.objectives(func(o *step.Objective) { o.Scales.Present, o.Scales.Absent = 1, 1 })
	}},
	{"adapt", "", func(g *given) {
		g.rate, g.epochs, g.rules.Every, g.rules.FromEpoch, g.rules.Patience, g.log = 1e-4, 10, -1, 1, 2, 20
	}},
	{"small,adapt", "", func(g *given) {
		g.vocabulary, g.rate, g.epochs, g.rules.Every, g.rules.FromEpoch, g.rules.Patience, g.log = 0, 1e-4, 10, -1, 1, 2, 20
		g.network.Width, g.network.Heads, g.network.FF, g.network.EncoderLayers, g.network.DecoderLayers = 256, 4, 1024, 3, 3
	}},
	{"settrans-batching", "tables 4 and 5", func(g *given) {
		g.setTrans()
		g.order = "by-count"
		g.objectives(func(o *step.Objective) { o.Narrow = true })
	}},
	{"slots-12", "tables 4 and 5", func(g *given) { g.setTrans(); g.slots(12) }},
	{"slots-16", "tables 4 and 5", func(g *given) { g.setTrans(); g.slots(16) }},
	{"slots-24", "tables 4 and 5", func(g *given) { g.setTrans(); g.slots(24) }},
	{"slots-28", "tables 4 and 5", func(g *given) { g.setTrans(); g.slots(28) }},
	{"no-reassign", "table 6", func(g *given) { g.objectives(func(o *step.Objective) { o.Reassign = "off" }) }},
	{"no-weighting", "table 6", func(g *given) { g.objectives(func(o *step.Objective) { o.Scales.Adaptive = false }) }},
	{"catseq", "tables 4, 5 and 8", func(g *given) { g.oneSlot("catseq", 60) }},
	{"catseq-r", "tables 4, 5 and 8", func(g *given) { g.recurrent("catseq", 60) }},
	{"one2one", "", func(g *given) { g.oneSlot("one2one", 6) }},
	{"rand-assign", "table 6", func(g *given) { g.objectives(func(o *step.Objective) { o.Reassign = "random" }) }},
	{"released", "", func(g *given) {
		g.vocabulary = 50000
		g.objectives(func(o *step.Objective) { o.Reassign = "released" })
	}},
	{"released,catseq", "", func(g *given) {
		g.vocabulary = 50000
		g.oneSlot("catseq", 60)
	}},
	{"released,settrans", "", func(g *given) {
		g.vocabulary = 50000
		g.training.Reassign, g.training.Scales.Adaptive = "off", false
		g.validation.Reassign = "released"
	}},
}

func TestPresetsGive(t *testing.T) {
	data := madeData(t, 2, 1)
	docs := map[string]string{}
	for _, p := range setting.Presets() {
		docs[p.Name] = p.Doc
		if p.Doc == "" {
			t.Errorf("preset %s has no help text of its own", p.Name)
		}
	}
	for _, system := range []string{"unikeyphrase", "promptkp"} { // without --encoder it trains nothing, see TestJointSettles
		if !strings.Contains(docs[system], "tables 4 and 5") {
			t.Errorf("%s is documented as %q", system, docs[system])
		}
		delete(docs, system)
	}
	delete(docs, "tagger") // likewise, and in no table
	for _, c := range presetTable {
		t.Run(c.preset, func(t *testing.T) {
			want := published()
			c.change(&want)
			var args []string
			if c.preset != "" {
				args = []string{"--preset", c.preset}
			}
			if got := give(t, data, args...); got != want {
				t.Errorf("gives\n%+v, want\n%+v", got, want)
			}
			if !strings.Contains(docs[c.preset], c.tables) {
				t.Errorf("is documented as %q, want %q in it", docs[c.preset], c.tables)
			}
			delete(docs, c.preset)
		})
	}
	for name := range docs {
		t.Errorf("preset %s is not in the table", name)
	}
}

// Each setting alone, with a value that no preset has, changes what it names and nothing else.
func TestSettingsGive(t *testing.T) {
	data := madeData(t, 2, 1)
	for _, c := range []struct {
		flag, value string
		change      func(g *given)
	}{
		{"--slots", "14", func(g *given) { g.slots(14) }},
		{"--phrase-len", "7", func(g *given) {
			g.network.PhraseLen = 7
			g.objectives(func(o *step.Objective) { o.Slots.Length = 7 })
		}},
		{"--assign-steps", "3", func(g *given) { g.objectives(func(o *step.Objective) { o.Steps = 3 }) }},
		{"--reassign", "random", func(g *given) { g.objectives(func(o *step.Objective) { o.Reassign = "random" }) }},
		{"--batching", "by-count", func(g *given) {
			g.order = "by-count"
			g.objectives(func(o *step.Objective) { o.Narrow = true })
		}},
		{"--lambda-pre", "0.7", func(g *given) { g.objectives(func(o *step.Objective) { o.Scales.Present = 0.7 }) }},
		{"--lambda-abs", "0.7", func(g *given) { g.objectives(func(o *step.Objective) { o.Scales.Absent = 0.7 }) }},
		{"--weighting", "off", func(g *given) { g.objectives(func(o *step.Objective) { o.Scales.Adaptive = false }) }},
		{"--validate", "released", func(g *given) { g.validation.Reassign = "released" }},
		{"--vocab-size", "77", func(g *given) { g.vocabulary = 77 }},
		{"--d-model", "24", func(g *given) { g.network.Width = 24 }},
		{"--heads", "2", func(g *given) { g.network.Heads = 2 }},
		{"--ff", "33", func(g *given) { g.network.FF = 33 }},
		{"--layers", "5", func(g *given) { g.network.EncoderLayers, g.network.DecoderLayers = 5, 5 }},
		{"--dropout", "0.3", func(g *given) { g.network.Dropout = 0.3 }},
		{"--target-copies", "3", func(g *given) { g.objectives(func(o *step.Objective) { o.Slots.Copies = 3 }) }},
		{"--tie-embeddings", "true", func(g *given) { g.network.Tied = true }},
		{"--kp-drop", "0.4", func(g *given) { g.drop.Share = 0.4 }},
		{"--batch-size", "9", func(g *given) { g.batchSize = 9 }},
		{"--lr", "0.5", func(g *given) { g.rate = 0.5 }},
		{"--beta1", "0.7", func(g *given) { g.beta1 = 0.7 }},
		{"--beta2", "0.7", func(g *given) { g.beta2 = 0.7 }},
		{"--eps", "0.7", func(g *given) { g.epsilon = 0.7 }},
		{"--clip", "0.7", func(g *given) { g.clip = 0.7 }},
		{"--precision", "bfloat16", func(g *given) { g.stepsRound = true }},
		{"--epochs", "3", func(g *given) { g.epochs = 3 }},
		{"--check-every", "3", func(g *given) { g.rules.Every = 3 }},
		{"--check-from", "3", func(g *given) { g.rules.FromEpoch = 3 }},
		{"--patience", "3", func(g *given) { g.rules.Patience = 3 }},
		{"--decay", "0.3", func(g *given) { g.rules.Decay = 0.3 }},
		{"--warmup", "3", func(g *given) { g.rules.Warmup = 3 }},
		{"--anneal", "linear", func(g *given) { g.rules.Anneal = "linear" }},
		{"--alternatives", "3", func(g *given) { g.choice.Alternatives = 3 }},
		{"--shortlist", "300", func(g *given) { g.choice.Shortlist = 300 }},
		{"--choice-documents", "70", func(g *given) { g.choice.ChoiceDocuments = 70 }},
		{"--known", "3", func(g *given) { g.choice.Known = 3 }},
		{"--neighbours", "30", func(g *given) { g.choice.Neighbours = 30 }},
		{"--extract", "off", func(g *given) { g.choice.Extract = "off" }},
		{"--fast", "on", func(g *given) { g.choice.Fast = "on" }},
		{"--store", "int8", func(g *given) { g.choice.Store = "int8" }},
		{"--seed", "3", func(g *given) {
			g.seed, g.drop.Seed = 3, 3
			g.objectives(func(o *step.Objective) { o.Seed = 3 })
		}},
		{"--log-every", "3", func(g *given) { g.log = 3 }},
		{"--assignments-every", "3", func(g *given) { g.snapshots = 3 }},
		{"--assignments-documents", "3", func(g *given) { g.watched = 3 }},
		{"--checkpoint-minutes", "1.5", func(g *given) { g.interval = 90 * time.Second }},
		{"--checkpoint-every", "3", func(g *given) { g.every = 3 }},
	} {
		t.Run(strings.TrimPrefix(c.flag, "--"), func(t *testing.T) {
			want := published()
			c.change(&want)
			if got := give(t, data, c.flag+"="+c.value); got != want {
				t.Errorf("%s %s gives\n%+v, want\n%+v", c.flag, c.value, got, want)
			}
		})
	}
}

// give resolves a command line as the stage does and returns the training run that its settings make, without training.
func give(t *testing.T, data string, args ...string) (g given) {
	t.Helper()
	// The run is made for any network; its shape is looked at on its own.
	m, err := model.New(model.Shape{Config: slots.Config{Vocab: madeWords, Slots: 2, PhraseLen: 3, Width: 2, Heads: 1, FF: 1, EncoderLayers: 1, DecoderLayers: 1}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := looking(func(task *stages.Task, c setting.Config) error {
		d, err := example.OpenData(task.Input("data")[0], 0) // the made-up examples have only one vocabulary
		if err != nil {
			return err
		}
		defer d.Close()
		g = givenBy(c, newRun(task, c, d, m), c.Shape(d.Vocabulary.Size()))
		return nil
	})
	s.Settle = nil // TestInitFromShape tests what a model decides; adapt would be refused without one
	r := stagetest.Run(t, s, slices.Concat(args, []string{"--data", data, "--out", filepath.Join(t.TempDir(), "model")})...)
	if !strings.Contains(r.Stderr, errEnough.Error()) {
		t.Fatalf("exit code %d\n%s", r.Code, r.Stderr)
	}
	return g
}

func givenBy(c setting.Config, r *loop.Training, n slots.Config) given {
	return given{
		vocabulary: c.VocabSize, network: n, training: r.Method.(*step.Learner[float32]).Objective, validation: r.Validation.(*step.Learner[float32]).Objective,
		drop: r.Drop, order: r.Order, batchSize: r.BatchSize, epochs: r.Epochs, rules: r.Rules, rate: r.Rate,
		beta1: r.Adam.Beta1, beta2: r.Adam.Beta2, epsilon: r.Adam.Epsilon, clip: r.Adam.Clip, seed: r.Seed,
		log: r.LogEvery, snapshots: r.SnapshotEvery, every: r.Every, watched: r.Snapshot, interval: r.Interval,
		choice:     c.Choice,
		stepsRound: roundsProducts(r.Method.(*step.Learner[float32]).Workers), testRound: roundsProducts(r.Validation.(*step.Learner[float32]).Workers),
	}
}

// An objective alone replaces the objective of pipeline.yaml and keeps its size; a size in the list replaces that too.
func TestPresetKeepsSize(t *testing.T) {
	data := madeData(t, 2, 1)
	file := stagetest.Write(t, t.TempDir(), "pipeline.yaml", "train: {preset: [tiny, wr]}\n")
	for _, c := range []struct {
		list, reassign string
		width          int
	}{
		{"settrans", "off", 64},
		{"no-weighting", "paper", 64},
		{"small,settrans", "off", 256},
		{"released", "released", 512},
		{"released,settrans", "off", 512},
		{"tiny,released", "released", 512},
	} {
		if got := settled(t, "--config", file, "--preset", c.list, "--data", data); got.DModel != c.width || got.Reassign != c.reassign {
			t.Errorf("%s: %d wide and reassign %s, want %d and %s", c.list, got.DModel, got.Reassign, c.width, c.reassign)
		}
	}
}
