package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
	"github.com/wrone2set/wrone2set/train/internal/embedding"
)

// TestEmbeddings: word embeddings and output weights start from the word vectors of an encoder, and nothing else does.
func TestEmbeddings(t *testing.T) {
	pieces := slices.DeleteFunc(slices.Clone(madePieces), func(p string) bool { return p == "the" }) // which is then unknown
	encoder, data := tinybert.Write(t, pieces...), madeData(t, 120, 12)
	run := func(args ...string) string {
		return tiny(t, append(args, "--d-model", "8", "--epochs", "1", "--dropout", "0", "--data", data)...)
	}
	started := run("--lr", "1e-30", "--embeddings", encoder)
	own, from := load(t, run("--lr", "1e-30")), load(t, started)
	want, err := wordVectors(t, encoder, pieces).Narrow(8)
	if err != nil {
		t.Fatal(err)
	}
	matrices := 0
	for i, p := range from.Params() {
		before := own.Params()[i]
		if p.Shape[0] == len(madeVocabulary()) {
			want.Start(before)
			matrices++
		}
		if !slices.EqualFunc(p.Weights, before.Weights, func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-6 }) {
			t.Errorf("%s does not start as it should", p.Name)
		}
	}
	if n := notes(t, started); n["embeddings"] != filepath.Base(encoder) {
		t.Errorf("notes %v", n)
	}
	if matrices != 2 {
		t.Errorf("%d matrices start from the word vectors, want those of input and output", matrices)
	}
	if one, two := run("--embeddings", encoder, "--threads", "1"), run("--embeddings", encoder, "--threads", "2"); len(differ(t, one, two, modelFile)) > 0 {
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
	writeEncoder(t, endless, tensors)
	all := []refusal{
		{"", stages.ExitUsage, []string{"leave it out with --encoder and --init-from"}, []string{"--encoder", encoder}},
		{"", stages.ExitUsage, []string{"leave it out with --encoder and --init-from"}, []string{"--init-from", encoder}},
		{"", stages.ExitUsage, []string{"want the folder of a BERT model"}, []string{"--embeddings", filepath.Join(encoder, bert.ConfigFile)}},
		{"", stages.ExitInput, []string{filepath.Join(encoder, bert.TensorsFile), "word vectors are 16 wide, and the network is 32 wide", "a smaller --d-model"}, []string{"--d-model", "32"}},
		{"", stages.ExitInput, []string{filepath.Join(foreign, bert.TensorsFile), "knows 0 words", "give another encoder"}, []string{"--embeddings", foreign}},
		{"", stages.ExitInput, []string{filepath.Join(endless, bert.TensorsFile), "not a finite number", "copy the folder again"}, []string{"--embeddings", endless}},
	}
	for i, c := range all {
		if !slices.Contains(c.args, "--embeddings") {
			all[i].args = append(c.args, "--embeddings", encoder)
		}
	}
	refuses(t, append(slices.Clone(smallest), "--data", data), all)
}
