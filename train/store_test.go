package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestStore: training with --store int8 gives the model that train refit --store int8 makes of a trained one, with a choice
// fitted to the 8-bit weights. A refit to float32 keeps these weights, and a training can start from them.
func TestStore(t *testing.T) {
	data, model, _ := learned(t)
	dir := t.TempDir()
	do := func(name string, args ...string) string {
		out := filepath.Join(dir, name)
		mode, args := called(args)
		stagetest.Do(t, mode, append(args, "--data", data, "--out", out)...)
		return out
	}
	training := append(slices.Clone(smallest), "--epochs", "6", "--dropout", "0")
	trained := do("trained", append(training, "--store", "int8")...)
	refitted := do("refitted", "refit", "--model", model, "--store", "int8")
	for _, name := range []string{configFile, modelFile, vocabFile, choiceFile} {
		if !bytes.Equal(read(t, trained, name), read(t, refitted, name)) {
			t.Errorf("trained and stored anew differ in %s", name)
		}
	}
	if !bytes.Equal(read(t, trained, lastFile), read(t, model, lastFile)) {
		t.Error("the last parameters are not those of the other training")
	}
	if words, err := text.ReadVocabulary(filepath.Join(trained, vocabFile)); err != nil || !slices.Equal(words.Rows, madeVocabulary()) {
		t.Errorf("the vocabulary of the model has %d words: %v; want those of the network", len(words.Rows), err)
	}
	var want bytes.Buffer
	if err := slots.WriteInt8(&want, load(t, model)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(read(t, trained, modelFile), want.Bytes()) {
		t.Error("it is not the trained model in 8 bits")
	}
	if bytes.Equal(read(t, trained, choiceFile), read(t, model, choiceFile)) {
		t.Error("the choice is that of the model in float32")
	}

	back := do("back", "refit", "--model", trained)
	if !sameWeights(t, back, trained) || sameWeights(t, back, model) || !strings.Contains(string(read(t, back, modelFile)[:2000]), `"F32"`) ||
		bytes.Contains(read(t, back, modelFile), []byte(`"I8"`)) {
		t.Error("in float32 it has other weights, or is not in float32")
	}
	if !bytes.Equal(read(t, back, choiceFile), read(t, trained, choiceFile)) {
		t.Error("the choices differ, the weights do not")
	}
	// These steps are too small to move a weight, and only what was in 8 bits begins with noise.
	for from, same := range map[string]bool{model: true, trained: false} {
		on := do("on-"+filepath.Base(from), append(training, "--init-from", from, "--epochs", "1", "--lr", "1e-30")...)
		if got := sameWeights(t, on, from); got != same || !nearWeights(t, on, from, .01) {
			t.Errorf("the training starts from the weights of %s: %t, want %t; or from others", filepath.Base(from), got, same)
		}
	}

	if defaults().Store != "float32" {
		t.Errorf("by default %s", defaults().Store)
	}
	stagetest.Refused(t, stage, stages.ExitUsage, []string{`store is "int4", want float32 or int8`}, "--data", data, "--store", "int4", "--out", filepath.Join(dir, "none"))
}

// TestStoreNotFinite: an error about a weight that is not finite names its file.
func TestStoreNotFinite(t *testing.T) {
	data, model, _ := trained(t, 60, "--epochs", "1", "--choice-documents", "0")
	m := load(t, model)
	zero := float32(0)
	m.Params()[4].Weights[0] = 0 / zero
	var b bytes.Buffer
	if err := m.WriteTensors(&b); err != nil {
		t.Fatal(err)
	}
	bad := t.TempDir()
	for _, name := range []string{configFile, vocabFile} {
		stagetest.Write(t, bad, name, string(read(t, model, name)))
	}
	stagetest.Write(t, bad, modelFile, b.String())
	stagetest.Refused(t, refitting, stages.ExitInput, []string{filepath.Join(bad, modelFile), m.Params()[4].Name, "a number that is not finite"},
		"--model", bad, "--data", data, "--store", "int8", "--out", filepath.Join(t.TempDir(), "out"))
}

func load(t *testing.T, model string) *slots.Model[float32] {
	t.Helper()
	m, err := loadSlots(model)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sameWeights reports whether two models have the same weights, however they are stored. Steps of 1e-30 move only zeros.
func sameWeights(t *testing.T, a, b string) bool { return nearWeights(t, a, b, 1e-25) }

// nearWeights reports whether no weight of two models differs by more than that.
func nearWeights(t *testing.T, a, b string, most float32) bool {
	t.Helper()
	return slices.EqualFunc(load(t, a).Tensors(), load(t, b).Tensors(), func(x, y schemas.Tensor) bool {
		return slices.EqualFunc(x.Data.([]float32), y.Data.([]float32), func(v, w float32) bool { return v == w || max(v-w, w-v) <= most })
	})
}
