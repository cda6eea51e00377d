package main

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// piecesScript says "bayes net" with .75, .6, .8 and .5 for its pieces and <eos>, "net", a phrase that begins inside a word,
// and ∅.
const piecesScript = `
words <digit> [PAD] [UNK] [CLS] [SEP] bay ##es net
slot bay .75 <null> .25
slot net .625 <null> .375
slot ##es .75 <null> .25
slot <null> .75 bay .25
after bay ##es .6 <eos> .4
after ##es net .8 <eos> .2
after net <eos> .5 bay .25 ##es .25
`

// piecesModel makes a model folder of the script on top of BERT's encoder. change may change the vocabulary.
func piecesModel(t testing.TB, change func(*text.VocabularyFile)) string {
	t.Helper()
	of, dir := t.TempDir(), t.TempDir()
	saveScript(t, piecesScript, of)
	words, err := slots.Read(model.Disk(of).Path, model.Disk(of).Open)
	if err != nil {
		t.Fatal(err)
	}
	file, err := text.ReadVocabulary(filepath.Join(of, vocabFile))
	if err != nil {
		t.Fatal(err)
	}
	shape := tinybert.Config(words.Vocab)
	shape.Width = scriptWidth
	m, err := slots.New[float32](words.Config.On(shape), 1)
	if err != nil {
		t.Fatal(err)
	}
	weights := map[string]any{}
	for _, w := range words.Tensors() {
		weights[strings.Replace(w.Name, "encoder.embed.weight", "bert.embeddings.word_embeddings.weight", 1)] = w.Data
	}
	for _, w := range m.Tensors() {
		if x, ok := weights[w.Name]; ok {
			copy(w.Data.([]float32), x.([]float32))
		}
	}
	file.Pieces = tinybert.Positions
	change(&file)
	saveVocabulary(t, dir, file.Metadata(), file.Rows)
	saveModel(t, m, dir)
	return dir
}

func unchanged(*text.VocabularyFile) {}

// TestPieces: a model of word pieces labels with whole words, each with the product of its pieces' probabilities, the same in
// any batches, and says of how many documents it read the beginnings alone.
func TestPieces(t *testing.T) {
	model := piecesModel(t, unchanged)
	documents := documentsFile(t, []schemas.Document{{ID: "empty"},
		{ID: "a", Title: []string{"net"}, Body: strings.Fields("bayes nets")},
		{ID: "b", Body: strings.Fields(strings.Repeat("bayes net ", 20))},
	})
	args := []string{"--model", model, "--documents", documents, "--slots"}
	out := mustInfer(t, args...)
	predictions := readTable(t, schemas.Predictions, out, "predictions-*.parquet")
	slots := readTable(t, schemas.Slots, out, "slots-*.parquet")
	if len(predictions) != 3 || len(slots) != 3*4 || len(predictions[0].Phrases) != 0 {
		t.Fatalf("%d predictions, %d slots: %+v", len(predictions), len(slots), predictions)
	}
	for _, p := range predictions[1:] {
		var said []string
		for _, k := range p.Phrases {
			said = append(said, fmt.Sprintf("%.4f %s %v", k.Score, strings.Join(k.Tokens, "|"), k.Present))
		}
		if got := strings.Join(said, ", "); got != "0.6250 bayes|net true, 0.6250 net true" {
			t.Errorf("%s: %s", p.ID, got)
		}
	}
	if s := slots[4+2]; s.ID != "a" || len(s.NonNull) > 0 || len(s.Vanilla) > 0 {
		t.Errorf("a slot that begins inside a word says %+v", s)
	}
	if s := slots[4+3]; strings.Join(s.NonNull, " ") != "bayes net" || len(s.Vanilla) > 0 {
		t.Errorf("a slot that says ∅ says else %+v", s)
	}
	other := mustInfer(t, append(slices.Clone(args), "--batch-size", "1", "--threads", "1")...)
	if !reflect.DeepEqual(readTable(t, schemas.Slots, other, "slots-*.parquet"), slots) {
		t.Error("one by one the documents have other labels")
	}
	if n := notes(t, out); n["documents_cut"] != 1. || n["documents_empty"] != 1. {
		t.Errorf("notes %v", n)
	}
	for i, s := range readTable(t, schemas.Slots, mustInfer(t, append(slices.Clone(args), "--precision", "int8")...), "slots-*.parquet") {
		if !slices.Equal(s.NonNull, slots[i].NonNull) || math.Abs(float64(s.NonNullProbability-slots[i].NonNullProbability)) > .05 {
			t.Errorf("in 8 bits %+v, not %+v", s, slots[i])
		}
	}
}

// TestPiecesRefused: what a model of word pieces cannot do, and a vocabulary that is not the model's.
func TestPiecesRefused(t *testing.T) {
	documents := documentsFile(t, []schemas.Document{{ID: "a", Title: []string{"net"}}})
	for _, c := range []struct {
		code   int
		want   []string
		change func(*text.VocabularyFile)
		more   []string
	}{
		{stages.ExitUsage, []string{"--shortlist goes by how frequent words are", "leave shortlist out"}, unchanged, []string{"--shortlist", "3"}},
		{stages.ExitInput, []string{vocabFile, "it has words, the model reads word pieces", "must come from one run of train"}, func(f *text.VocabularyFile) { f.Pieces = 0 }, nil},
		{stages.ExitInput, []string{vocabFile, "documents have up to 41 pieces, the model reads 40"}, func(f *text.VocabularyFile) { f.Pieces++ }, nil},
		{stages.ExitInput, []string{vocabFile, "it has no piece [SEP]"}, func(f *text.VocabularyFile) { f.Rows[11].Token = "[ELSE]" }, nil},
	} {
		stagetest.Refused(t, stage(), c.code, c.want, append(c.more, "--model", piecesModel(t, c.change), "--documents", documents, "--out", filepath.Join(t.TempDir(), "out"))...)
	}
	words := modelDir(t)
	saveVocabulary(t, words, (&text.VocabularyFile{Unicode: text.Fold, Pieces: 40}).Metadata(), vocabulary(30))
	stagetest.Refused(t, stage(), stages.ExitInput, nil, "--model", words, "--documents", documents, "--out", filepath.Join(t.TempDir(), "out"))
}
