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
	training := append(slices.Clone(smallest), "--data", data, "--epochs", "6", "--dropout", "0")
	trained := made(t, append(training, "--store", "int8")...)
	if other := differ(t, trained, learnedRefit(t, "--store", "int8"), configFile, modelFile, vocabFile, choiceFile); len(other) > 0 {
		t.Errorf("trained and stored anew differ in %v", other)
	}
	if len(differ(t, trained, model, lastFile)) > 0 {
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
	if len(differ(t, trained, model, choiceFile)) == 0 {
		t.Error("the choice is that of the model in float32")
	}

	back := made(t, "refit", "--model", trained, "--data", data)
	if !sameWeights(t, back, trained) || sameWeights(t, back, model) || !strings.Contains(string(read(t, back, modelFile)[:2000]), `"F32"`) ||
		bytes.Contains(read(t, back, modelFile), []byte(`"I8"`)) {
		t.Error("in float32 it has other weights, or is not in float32")
	}
	if len(differ(t, back, trained, choiceFile)) > 0 {
		t.Error("the choices differ, the weights do not")
	}
	// These steps are too small to move a weight, and only what was in 8 bits begins with noise.
	for from, same := range map[string]bool{model: true, trained: false} {
		on := made(t, append(training, "--init-from", from, "--epochs", "1", "--lr", "1e-30", "--choice-documents", "0")...)
		if got := sameWeights(t, on, from); got != same || !nearWeights(t, on, from, .01) {
			t.Errorf("the training starts from the weights of %s: %t, want %t; or from others", filepath.Base(from), got, same)
		}
	}
}

// TestStoreNotFinite: an error about a weight that is not finite names its file.
func TestStoreNotFinite(t *testing.T) {
	data, model, _ := learned(t)
	m := load(t, model)
	zero := float32(0)
	m.Params()[4].Weights[0] = 0 / zero
	var b bytes.Buffer
	if err := m.WriteTensors(&b); err != nil {
		t.Fatal(err)
	}
	bad := copied(t, model, configFile, vocabFile)
	stagetest.Write(t, bad, modelFile, b.String())
	stagetest.Refused(t, refitting, stages.ExitInput, []string{filepath.Join(bad, modelFile), m.Params()[4].Name, "a number that is not finite"},
		"--model", bad, "--data", data, "--store", "int8", "--out", filepath.Join(t.TempDir(), "out"))
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
