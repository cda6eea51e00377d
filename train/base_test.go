package main

import (
	"encoding/json"
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
	"github.com/wrone2set/wrone2set/train/internal/setting"
)

// TestInitFrom: a run starts from the weights of the given model, whatever its shape and the presets are. With a tiny learning
// rate they stay the same.
func TestInitFrom(t *testing.T) {
	data := madeData(t, 12, 4)
	first := tiny(t, "--data", data, "--epochs", "1")
	for name, args := range map[string][]string{
		"named":  smallest,
		"preset": {"--preset", "small", "--batch-size", "6"},
		"adapt":  {"--preset", "adapt"},
		"paper":  nil,
	} {
		out, said := do(t, append(slices.Clone(args), "--data", data, "--init-from", first, "--lr", "1e-30", "--seed", "5",
			"--epochs", "1", "--check-from", "1", "--check-every", "-1")...)
		if len(differ(t, out, first, modelFile)) > 0 {
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
	args := []string{"--init-from", base, "--data", data}
	for _, preset := range []string{"paper", "small", "adapt", "slots-12"} {
		want := setting.Defaults()
		applied(&want, preset)
		want.Slots, want.PhraseLen, want.DModel, want.Heads, want.FF, want.Layers, want.VocabSize = 10, 5, 24, 3, 7, 2, 0
		if got := settled(t, append(args, "--preset", preset)...); got != want {
			t.Errorf("%s: %+v\nwant %+v", preset, got, want)
		}
	}
	for key, value := range map[string]int{"slots": 10, "phrase_len": 5, "d_model": 24, "heads": 3, "ff": 7, "layers": 2} {
		flag := "--" + strings.ReplaceAll(key, "_", "-")
		settled(t, append(args, "--d-model", "24", flag, fmt.Sprint(value))...)
		other := value + 2
		if key == "d_model" {
			other = 2 * value
		}
		if key == "heads" {
			other = 2
		}
		refuses(t, args, []refusal{{key, stages.ExitUsage, []string{fmt.Sprintf("%s is %d, and that of the model of --init-from %s is %d: leave %[1]s out", key, other, base, value)},
			[]string{"--d-model", "24", flag, fmt.Sprint(other)}}})
	}
	for _, tied := range []bool{false, true} {
		writeModel(t, base, slots.Config{Vocab: madeWords, Slots: 10, PhraseLen: 5, Width: 24, Heads: 3, FF: 7, EncoderLayers: 2, DecoderLayers: 2, Tied: tied})
		for _, more := range [][]string{nil, {fmt.Sprint("--tie-embeddings=", tied)}} {
			if got := settled(t, append(args, more...)...); got.Tied != tied {
				t.Errorf("%v: tied %t, the model's are %t", more, got.Tied, tied)
			}
		}
		refuses(t, args, []refusal{{"tied", stages.ExitUsage, []string{fmt.Sprintf("tie_embeddings is %t, and that of the model of --init-from %s is %t: leave tie_embeddings out", !tied, base, tied)},
			[]string{fmt.Sprint("--tie-embeddings=", !tied)}}})
	}
	if got := settled(t, append(args, "--vocab-size", "33")...); got.VocabSize != 33 {
		t.Errorf("vocab_size %d", got.VocabSize)
	}
	writeModel(t, base, slots.Config{Vocab: madeWords, Slots: 10, PhraseLen: 5, Width: 24, Heads: 3, FF: 7, EncoderLayers: 2, DecoderLayers: 1})
	refuses(t, args, []refusal{{"layers of both", stages.ExitInput, []string{"2 layers in the encoder and 1 in the decoder"}, nil}})
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
	data := madeData(t, 12, 4)
	args := append(slices.Clone(smallest), "--data", data, "--epochs", "1")
	first := made(t, args...)
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
			m := load(t, dir)
			m.Params()[0].Weights[0] = float32(math.NaN())
			var b strings.Builder
			if err := m.WriteTensors(&b); err != nil {
				t.Fatal(err)
			}
			stagetest.Write(t, dir, modelFile, b.String())
		}},
	} {
		from := copied(t, first, configFile, modelFile, vocabFile)
		c.change(from)
		refuses(t, args, []refusal{{name, stages.ExitInput, c.texts, []string{"--init-from", from}}})
	}
	refuses(t, args, []refusal{
		{"a file", stages.ExitInput, []string{"holds no config.json", remedy}, []string{"--init-from", filepath.Join(first, modelFile)}},
		{"nothing", stages.ExitInput, []string{"no such file or folder"}, []string{"--init-from", filepath.Join(first, "none")}},
	})
}
