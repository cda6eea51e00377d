package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
	"github.com/wrone2set/wrone2set/train/internal/embedding"
)

// TestEmbeddings: word embeddings and output weights start from the word vectors of an encoder, and nothing else does.
func TestEmbeddings(t *testing.T) {
	pieces := slices.DeleteFunc(slices.Clone(madePieces), func(p string) bool { return p == "the" }) // which is then unknown
	encoder, data, dir := tinybert.Write(t, pieces...), madeData(t, 120, 12), t.TempDir()
	do := func(name string, args ...string) string {
		out := filepath.Join(dir, name)
		stagetest.Do(t, stage, slices.Concat(smallest, []string{"--d-model", "8", "--epochs", "1", "--dropout", "0", "--data", data, "--out", out}, args)...)
		return out
	}
	own, from := load(t, do("own", "--lr", "1e-30")), load(t, do("from", "--lr", "1e-30", "--embeddings", encoder))
	want, err := wordVectors(t, encoder, pieces).Narrow(8)
	if err != nil {
		t.Fatal(err)
	}
	started := 0
	for i, p := range from.Params() {
		before := own.Params()[i]
		if p.Shape[0] == len(madeVocabulary()) {
			want.Start(before)
			started++
		}
		if !slices.EqualFunc(p.Weights, before.Weights, func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }) {
			t.Errorf("%s does not start as it should", p.Name)
		}
	}
	var m struct{ Notes map[string]any }
	if err := json.Unmarshal(read(t, filepath.Join(dir, "from"), "manifest.json"), &m); err != nil || m.Notes["embeddings"] != filepath.Base(encoder) {
		t.Errorf("notes %v, %v", m.Notes, err)
	}
	if started != 2 {
		t.Errorf("%d matrices start from the word vectors, want those of input and output", started)
	}
	one, two := do("one", "--embeddings", encoder, "--threads", "1"), do("two", "--embeddings", encoder, "--threads", "2")
	if !slices.Equal(read(t, one, modelFile), read(t, two, modelFile)) {
		t.Error("another number of threads gives another model")
	}
}

// wordVectors returns the vectors of the words a0 to b9 of madeVocabulary, which consist of a letter and a digit.
func wordVectors(t *testing.T, encoder string, pieces []string) (x embedding.Vectors) {
	t.Helper()
	m, err := bert.Load[float32](encoder)
	if err != nil {
		t.Fatal(err)
	}
	x.Rows = mat.NewDense(20, tinybert.Width, nil)
	for i := range 20 {
		x.IDs = append(x.IDs, int32(madeA+i))
		for _, piece := range []string{"ab"[i/10:][:1], fmt.Sprint("##", i%10)} {
			id := len(tinybert.Specials) + slices.Index(pieces, piece)
			for j, v := range m.Embedding().Weights[id*tinybert.Width:][:tinybert.Width] {
				x.Rows.Set(i, j, x.Rows.At(i, j)+float64(v)/2)
			}
		}
	}
	return x
}

// TestEmbeddingsRefused: what --embeddings cannot use is an error with a remedy.
func TestEmbeddingsRefused(t *testing.T) {
	encoder, data := tinybert.Write(t, madePieces...), madeData(t, 12, 0)
	foreign, endless := tinybert.Write(t, "x", "y"), tinybert.Write(t, madePieces...)
	tensors := tinybert.Tensors(tinybert.Config(len(tinybert.Specials) + len(madePieces)))
	tensors[0].Data.([]float32)[3] = float32(math.Inf(1))
	var b strings.Builder
	if err := schemas.WriteTensors(&b, nil, tensors); err != nil {
		t.Fatal(err)
	}
	stagetest.Write(t, endless, bert.TensorsFile, b.String())
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{stages.ExitUsage, []string{"leave it out with --encoder and --init-from"}, []string{"--encoder", encoder}},
		{stages.ExitUsage, []string{"leave it out with --encoder and --init-from"}, []string{"--init-from", encoder}},
		{stages.ExitUsage, []string{"want the folder of a BERT model"}, []string{"--embeddings", filepath.Join(encoder, bert.ConfigFile)}},
		{stages.ExitInput, []string{filepath.Join(encoder, bert.TensorsFile), "word vectors are 16 wide, and the network is 32 wide", "a smaller --d-model"}, []string{"--d-model", "32"}},
		{stages.ExitInput, []string{filepath.Join(foreign, bert.TensorsFile), "knows 0 words", "give another encoder"}, []string{"--embeddings", foreign}},
		{stages.ExitInput, []string{filepath.Join(endless, bert.TensorsFile), "not a finite number", "copy the folder again"}, []string{"--embeddings", endless}},
	} {
		args := slices.Concat(smallest, []string{"--data", data, "--out", filepath.Join(t.TempDir(), "out")}, c.args)
		if !strings.Contains(strings.Join(c.args, " "), "--embeddings") {
			args = append(args, "--embeddings", encoder)
		}
		stagetest.Refused(t, stage, c.code, c.want, args...)
	}
}
