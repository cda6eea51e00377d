package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestInitFrom: a run starts from the weights of the given model, whatever its shape and the presets are. With a tiny learning
// rate they stay the same.
func TestInitFrom(t *testing.T) {
	data, dir := madeData(t, 12, 4), t.TempDir()
	first := filepath.Join(dir, "first")
	stagetest.Do(t, stage, append(slices.Clone(smallest), "--data", data, "--epochs", "1", "--out", first)...)
	want := read(t, first, modelFile)
	for name, args := range map[string][]string{
		"named":  smallest,
		"preset": {"--preset", "small", "--batch-size", "6"},
		"adapt":  {"--preset", "adapt"},
		"paper":  nil,
	} {
		out := filepath.Join(dir, name)
		said := stagetest.Do(t, stage, slices.Concat(args, []string{"--data", data, "--init-from", first, "--lr", "1e-30", "--seed", "5",
			"--epochs", "1", "--check-from", "1", "--check-every", "-1", "--out", out})...).Stderr
		if !slices.Equal(read(t, out, modelFile), want) {
			t.Errorf("%s: the model does not start from the given weights", name)
		}
		if line := `starting from the weights of ` + first + `" stage=train d_model=16 heads=2 ff=32 layers=1 slots=4 phrase_len=4`; !strings.Contains(said, line) {
			t.Errorf("%s: no %s in\n%s", name, line, said)
		}
		var m struct{ Config map[string]any }
		if err := json.Unmarshal(read(t, out, "manifest.json"), &m); err != nil || m.Config["d_model"] != 16.0 {
			t.Errorf("%s: the manifest says %v, %v", name, m.Config, err)
		}
	}
}

// The model decides every part of the shape; the settings decide everything else.
func TestInitFromShape(t *testing.T) {
	data, base := madeData(t, 2, 0), t.TempDir()
	writeModel(t, base, slots.Config{Vocab: madeWords, Slots: 10, PhraseLen: 5, Width: 24, Heads: 3, FF: 7, EncoderLayers: 2, DecoderLayers: 2, Dropout: .7})
	enough := errors.New("enough")
	var got Config
	looking := stage
	looking.Run = func(_ context.Context, _ *stages.Task, c Config) error {
		got = c
		return enough
	}
	args := []string{"--init-from", base, "--data", data, "--out", filepath.Join(t.TempDir(), "model")}
	for _, preset := range []string{"paper", "small", "adapt", "slots-12"} {
		want := defaults()
		for _, p := range presets() {
			if p.Name == preset {
				p.Apply(&want)
			}
		}
		want.Slots, want.PhraseLen, want.DModel, want.Heads, want.FF, want.Layers, want.VocabSize = 10, 5, 24, 3, 7, 2, 0
		if r := stagetest.Run(t, looking, append(args, "--preset", preset)...); !strings.Contains(r.Stderr, enough.Error()) || got != want {
			t.Errorf("%s: %+v\nwant %+v\n%s", preset, got, want, r.Stderr)
		}
	}
	for key, value := range map[string]int{"slots": 10, "phrase_len": 5, "d_model": 24, "heads": 3, "ff": 7, "layers": 2} {
		flag := "--" + strings.ReplaceAll(key, "_", "-")
		if r := stagetest.Run(t, looking, append(args, "--d-model", "24", flag, fmt.Sprint(value))...); !strings.Contains(r.Stderr, enough.Error()) {
			t.Errorf("%s %d: %s", flag, value, r.Stderr)
		}
		other := value + 2
		if key == "d_model" {
			other = 2 * value
		}
		if key == "heads" {
			other = 2
		}
		stagetest.Refused(t, looking, stages.ExitUsage, []string{fmt.Sprintf("%s is %d, and that of the model of --init-from %s is %d: leave %[1]s out", key, other, base, value)},
			append(args, "--d-model", "24", flag, fmt.Sprint(other))...)
	}
	for _, tied := range []bool{false, true} {
		writeModel(t, base, slots.Config{Vocab: madeWords, Slots: 10, PhraseLen: 5, Width: 24, Heads: 3, FF: 7, EncoderLayers: 2, DecoderLayers: 2, Tied: tied})
		for _, more := range [][]string{nil, {fmt.Sprint("--tie-embeddings=", tied)}} {
			if r := stagetest.Run(t, looking, append(args, more...)...); !strings.Contains(r.Stderr, enough.Error()) || got.Tied != tied {
				t.Errorf("%v: tied %t, the model's are %t: %s", more, got.Tied, tied, r.Stderr)
			}
		}
		stagetest.Refused(t, looking, stages.ExitUsage, []string{fmt.Sprintf("tie_embeddings is %t, and that of the model of --init-from %s is %t: leave tie_embeddings out", !tied, base, tied)},
			append(args, fmt.Sprint("--tie-embeddings=", !tied))...)
	}
	if r := stagetest.Run(t, looking, append(args, "--vocab-size", "33")...); !strings.Contains(r.Stderr, enough.Error()) || got.VocabSize != 33 {
		t.Errorf("vocab_size %d: %s", got.VocabSize, r.Stderr)
	}
	writeModel(t, base, slots.Config{Vocab: madeWords, Slots: 10, PhraseLen: 5, Width: 24, Heads: 3, FF: 7, EncoderLayers: 2, DecoderLayers: 1})
	stagetest.Refused(t, looking, stages.ExitInput, []string{"2 layers in the encoder and 1 in the decoder"}, args...)
}

// writeModel writes a model folder for tests that do not read its weights.
func writeModel(t *testing.T, dir string, c slots.Config) {
	t.Helper()
	var b strings.Builder
	if err := c.WriteConfig(&b); err != nil {
		t.Fatal(err)
	}
	stagetest.Write(t, dir, configFile, b.String())
	stagetest.Write(t, dir, modelFile, "weights")
	writeVocabulary(t, dir, madeVocabulary())
}

// TestAdaptRefused: adapt needs a model, since its low learning rate teaches a new network almost nothing.
func TestAdaptRefused(t *testing.T) {
	stagetest.Refused(t, stage, stages.ExitUsage, []string{"the preset adapt fine-tunes a model", "--init-from"},
		"--preset", "small,adapt", "--data", madeData(t, 2, 0), "--out", filepath.Join(t.TempDir(), "out"))
}

func TestInitFromRefused(t *testing.T) {
	data, dir := madeData(t, 12, 4), t.TempDir()
	first := filepath.Join(dir, "first")
	args := append(slices.Clone(smallest), "--data", data, "--epochs", "1")
	stagetest.Do(t, stage, append(args, "--out", first)...)
	changed := func(name string, change func(dir string)) string {
		copied := filepath.Join(dir, name)
		for _, file := range []string{configFile, modelFile, vocabFile} {
			stagetest.Write(t, copied, file, string(read(t, first, file)))
		}
		change(copied)
		return copied
	}
	rows := madeVocabulary()
	rows[20].Token = "changed"
	const remedy = "give a model folder that train wrote"
	for name, c := range map[string]struct {
		texts  []string
		change func(dir string)
	}{
		"vocabulary": {[]string{data + ": the vocabulary of the examples is not that of the model of --init-from ", "run preprocess with --vocab-from "},
			func(dir string) { writeVocabulary(t, dir, rows) }},
		"fewer words": {[]string{"the vocabulary of the examples is not that of the model of --init-from "}, func(dir string) {
			var b strings.Builder
			c, err := model.Disk(first).Shape()
			if c.Vocab--; err != nil || c.WriteConfig(&b) != nil {
				t.Fatal(err)
			}
			stagetest.Write(t, dir, configFile, b.String())
		}},
		"no config": {[]string{"holds no config.json", remedy}, func(dir string) { os.Remove(filepath.Join(dir, configFile)) }},
		"no shape":  {[]string{"config: ", remedy}, func(dir string) { stagetest.Write(t, dir, configFile, "{") }},
		"no numbers": {[]string{"tensor encoder.embed.weight: it holds a number that is not finite", "run train again with a lower lr"}, func(dir string) {
			m, err := loadSlots(dir)
			if err != nil {
				t.Fatal(err)
			}
			m.Params()[0].Weights[0] = float32(math.NaN())
			var b strings.Builder
			if err := m.WriteTensors(&b); err != nil {
				t.Fatal(err)
			}
			stagetest.Write(t, dir, modelFile, b.String())
		}},
	} {
		stagetest.Refused(t, stage, stages.ExitInput, c.texts, append(args, "--init-from", changed(name, c.change), "--out", filepath.Join(dir, "out of "+name))...)
	}
	stagetest.Refused(t, stage, stages.ExitInput, []string{"holds no config.json", remedy},
		append(args, "--init-from", filepath.Join(first, modelFile), "--out", filepath.Join(dir, "out of a file"))...)
	stagetest.Refused(t, stage, stages.ExitInput, []string{"no such file or folder"},
		append(args, "--init-from", filepath.Join(dir, "none"), "--out", filepath.Join(dir, "out of nothing"))...)
}
