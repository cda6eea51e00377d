package main

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// A system of one slot learns the made-up corpus, with equal bytes for one thread and three. The folder names the system and
// holds no choice.
func TestSystemsTrain(t *testing.T) {
	data := madeData(t, 120, 12)
	writeDocuments(t, data, validName, madeDocuments(7, 100)) // a choice could be fitted
	for _, c := range []struct {
		preset  string
		system  string
		network string
	}{
		{"catseq", "catseq", ""}, {"one2one", "one2one", ""}, {"catseq-r", "catseq", "gru"},
	} {
		t.Run(c.preset, func(t *testing.T) {
			out := stagetest.Twice(t, stage, nil, append(oneSlotFlags(c.preset), "--data", data, "--epochs", "8")...)
			if m := loadSequence(t, out); m.System != c.system || m.Network != c.network || m.Slots != 1 {
				t.Fatalf("%+v", m)
			}
			if found := there(out, choiceFile, knownFile, neighboursFile); len(found) > 0 {
				t.Errorf("there is %v", found)
			}
			learns(t, out, .8)
		})
	}
}

// The setting alone and the preset make the same run. A given length stays.
func TestSystemSettles(t *testing.T) {
	data := madeData(t, 2, 1)
	for _, c := range []struct {
		args   []string
		system string
		length int
		change func(c *setting.Config) // beside the system
	}{
		{[]string{"--system", "catseq"}, "catseq", 60, nil},
		{[]string{"--preset", "catseq"}, "catseq", 60, nil},
		{[]string{"--preset", "catseq", "--phrase-len", "30"}, "catseq", 30, nil},
		{[]string{"--system", "one2one"}, "one2one", 6, nil},
		{[]string{"--preset", "one2one", "--slots", "1"}, "one2one", 6, nil},
		{[]string{"--preset", "one2one", "--phrase-len", "4"}, "one2one", 4, nil},
		{[]string{"--preset", "catseq-r"}, "catseq", 60, recurrentOf(2)},
		{[]string{"--preset", "catseq-r,small"}, "catseq", 60, func(c *setting.Config) { applied(c, "small"); recurrentOf(2)(c) }},
		{[]string{"--system", "catseq", "--network", "gru"}, "catseq", 60, recurrentOf(2)},
		{[]string{"--system", "one2one", "--network", "gru", "--layers", "3"}, "one2one", 6, recurrentOf(3)},
		{[]string{"--preset", "catseq-r", "--network", "transformer"}, "catseq", 60, nil},
		{[]string{"--preset", "catseq-r", "--d-model", "100"}, "catseq", 60, func(c *setting.Config) { recurrentOf(2)(c); c.DModel = 100 }},
	} {
		want := ofOneSlot(c.system, c.length)
		if c.change != nil {
			c.change(&want)
		}
		if got := settled(t, append(c.args, "--data", data)...); got != want {
			t.Errorf("%v: %+v\nwant %+v", c.args, got, want)
		}
	}
}

// ofOneSlot returns the settings of a system of one slot.
func ofOneSlot(system string, length int) setting.Config {
	c := setting.Defaults()
	c.System, c.Slots, c.PhraseLen, c.Reassign, c.Weighting = system, 1, length, "off", "off"
	c.ChoiceDocuments, c.Known, c.Neighbours = 0, 0, 0
	return c
}

// applied applies a preset.
func applied(c *setting.Config, name string) {
	for _, p := range setting.Presets() {
		if p.Name == name {
			p.Apply(c)
		}
	}
}

// recurrentOf returns the changes that a recurrent network of so many layers makes.
func recurrentOf(layers int) func(c *setting.Config) {
	return func(c *setting.Config) { c.Network, c.Heads, c.FF, c.Layers = "gru", 0, 0, layers }
}

// Keyphrases that do not fit are counted in the log and the manifest.
func TestSurvey(t *testing.T) {
	out, said := do(t, append(oneSlotFlags("one2one"), "--data", madeData(t, 27, 4), "--epochs", "1", "--phrase-len", "2")...)
	// 27 documents in two files of 18 and 9, of which the ninth of each nine has no keyphrase: 24 with one of two words and one of one.
	if want := `msg="targets of one2one" stage=train targets=24 keyphrases_left_out=24 phrase_len=2`; !strings.Contains(said, want) {
		t.Errorf("no %s in\n%s", want, said)
	}
	if n := notes(t, out); n["keyphrases_left_out"] != 24.0 {
		t.Errorf("%v", n)
	}
}

func TestSystemRefusals(t *testing.T) {
	data := madeData(t, 12, 4)
	brief := []string{"--data", data, "--epochs", "1"}
	set, catseq, catseqR := tiny(t, brief...), made(t, append(oneSlotFlags("catseq"), brief...)...), made(t, append(oneSlotFlags("catseq-r"), brief...)...)
	size := len(madeVocabulary())
	h := schemas.ExampleHeader{VocabSize: size, VocabDigest: text.Digest(madeVocabulary())}
	none := func(e *schemas.Example) { e.Targets = [][]int32{{text.Peos}} }
	silent, unchecked := madeData(t, 0, 4), madeData(t, 12, 0)
	writeChanged(t, silent, "examples.train-00000-of-00002.arrow", h, 1, 6, none)
	writeChanged(t, unchecked, "examples.valid-00000-of-00001.arrow", h, 1, 6, none)
	refuses(t, []string{"--vocab-size", "0"}, []refusal{
		{"unknown", stages.ExitUsage, []string{"one2many", "one2set, catseq, one2one"}, []string{"--data", data, "--system", "one2many"}},
		{"slots", stages.ExitUsage, []string{"slots is 4, and that of system catseq is 1"}, []string{"--data", data, "--system", "catseq", "--slots", "4"}},
		{"short", stages.ExitUsage, []string{"phrase_len is 2", "at least 3"}, []string{"--data", data, "--system", "catseq", "--phrase-len", "2"}},
		{"of one2set", stages.ExitUsage, []string{"lambda_pre goes with system one2set, and this run trains one2one"},
			[]string{"--data", data, "--preset", "one2one", "--lambda-pre", "0.2"}},
		{"from one2set", stages.ExitUsage, []string{set + " is of system one2set, and this run trains catseq", "--preset wr"},
			[]string{"--data", data, "--preset", "catseq", "--init-from", set}},
		{"from catseq", stages.ExitUsage, []string{catseq + " is of system catseq, and this run trains one2set", "--preset catseq"},
			[]string{"--data", data, "--init-from", catseq}},
		{"from catseq to one2one", stages.ExitUsage, []string{"is of system catseq, and this run trains one2one"},
			[]string{"--data", data, "--preset", "one2one", "--init-from", catseq}},
		{"network", stages.ExitUsage, []string{`network is "lstm", want transformer or gru`}, []string{"--data", data, "--preset", "catseq-r", "--network", "lstm"}},
		{"slots of gru", stages.ExitUsage, []string{"network gru does not go with system one2set", "--preset catseq-r"}, []string{"--data", data, "--network", "gru"}},
		{"one slot of gru", stages.ExitUsage, []string{"slots is 4, and that of system catseq is 1"}, []string{"--data", data, "--preset", "catseq-r", "--slots", "4"}},
		{"heads", stages.ExitUsage, []string{"heads goes with network transformer, and this run trains one of network gru"}, []string{"--data", data, "--preset", "catseq-r", "--heads", "2"}},
		{"ff", stages.ExitUsage, []string{"ff goes with network transformer"}, []string{"--data", data, "--preset", "catseq-r", "--ff", "32"}},
		{"odd", stages.ExitUsage, []string{"d_model is 15, network gru needs an even number"}, []string{"--data", data, "--preset", "catseq-r", "--d-model", "15"}},
		{"encoder of gru", stages.ExitUsage, []string{"network gru has an encoder of its own"}, []string{"--data", data, "--preset", "catseq-r", "--encoder", tinybert.Write(t, madePieces...)}},
		{"from catseq-r", stages.ExitUsage, []string{catseqR + " is of network gru, and this run trains one of network transformer", "--preset catseq-r"},
			[]string{"--data", data, "--preset", "catseq", "--init-from", catseqR}},
		{"from catseq to catseq-r", stages.ExitUsage, []string{catseq + " is of network transformer, and this run trains one of network gru", "--preset catseq,"},
			[]string{"--data", data, "--preset", "catseq-r", "--init-from", catseq}},
		{"from catseq-r of others", stages.ExitUsage, []string{"layers is 3, and that of the model of --init-from " + catseqR + " is 1"},
			[]string{"--data", data, "--preset", "catseq-r", "--layers", "3", "--init-from", catseqR}},
		{"nothing to train", stages.ExitInput, []string{silent, "no training example has a keyphrase", "one2one"}, []string{"--data", silent, "--preset", "one2one"}},
		{"nothing to check", stages.ExitInput, []string{unchecked, "no validation example has a keyphrase"}, []string{"--data", unchecked, "--preset", "one2one"}},
	})
	writeDocuments(t, data, validName, madeDocuments(7, 4))
	refuses(t, []string{"refit", "--data", data}, []refusal{{"refit", stages.ExitUsage, []string{"is of system catseq, which has no choice"}, []string{"--model", catseq}}})
}

// Fine-tuning a model of the same system keeps its length.
func TestSystemInitFrom(t *testing.T) {
	data := madeData(t, 12, 4)
	for _, preset := range []string{"catseq", "catseq-r"} {
		first := made(t, append(oneSlotFlags(preset), "--phrase-len", "20", "--data", data, "--epochs", "1")...)
		second, said := do(t, "--preset", "adapt,"+preset, "--data", data, "--init-from", first, "--epochs", "1")
		a := loadSequence(t, first)
		a.Dropout = .1 // of adapt, as ever
		if m := loadSequence(t, second); m.PhraseLen != 20 || m.System != "catseq" || m.Config != a.Config {
			t.Errorf("%+v", m.Config)
		}
		if want := "layers=1 slots=1 phrase_len=20"; !strings.Contains(said, want) {
			t.Errorf("no %s in\n%s", want, said)
		}
	}
}
