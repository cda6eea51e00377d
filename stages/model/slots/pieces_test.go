package slots

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// pieceVocabulary returns a vocabulary of word pieces: [PAD], [UNK], [CLS] and [SEP] have ids 8 to 11, the others follow.
func pieceVocabulary(t *testing.T, pieces ...string) *text.Vocabulary {
	t.Helper()
	tokenizer, err := wordpiece.New(append([]string{"[PAD]", "[UNK]", "[CLS]", "[SEP]"}, pieces...))
	if err != nil {
		t.Fatal(err)
	}
	f := text.VocabularyFile{Rows: text.PieceRows(tokenizer), Pieces: 20}
	v, err := f.Vocabulary(len(f.Rows))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestPiecesOfNetwork: a network over word pieces gives phrases of words, with one probability per word.
func TestPiecesOfNetwork(t *testing.T) {
	v := pieceVocabulary(t, "bay", "##es", "net", "##work")
	m, err := New[float32](Config{Vocab: v.Size(), Slots: 6, PhraseLen: 5, Width: 8, Heads: 2, FF: 8, EncoderLayers: 1, DecoderLayers: 1}, 3)
	if err != nil {
		t.Fatal(err)
	}
	long := slices.Repeat([]string{"bayes", "network"}, 8)
	n := Network{Model: m, Vocabulary: v, Workers: kernel.NewWorkers(1)}
	var documents []phrase.Document
	for _, body := range [][]string{strings.Fields("bayes network net"), long} {
		documents = append(documents, phrase.Prepare(v, &schemas.Document{ID: "x", Title: []string{"net"}, Body: body}, text.Encoding{}))
	}
	short, cut := documents[0], documents[1]
	if short.Cut || !cut.Cut || len(cut.Example.Source) != 19 || len(cut.Tokens) != 17 || cut.Title != 1 || short.Example.ID != "x" {
		t.Errorf("%d pieces of %d tokens, cut %v; cut %v", len(cut.Example.Source), len(cut.Tokens), cut.Cut, short.Cut)
	}
	if empty := phrase.Prepare(v, &schemas.Document{}, text.Encoding{}); empty.Cut || len(empty.Example.Source) != 0 {
		t.Errorf("no tokens: %+v", empty)
	}
	said, err := n.Ask(documents, 0, choose.Branching{First: 3, Later: 3})
	if err != nil {
		t.Fatal(err)
	}
	heard := 0
	for i := range said {
		for k, s := range said[i].NonNull {
			if strings.Contains(strings.Join(s.Words, " "), "##") {
				t.Errorf("document %d has the phrase %q", i, s.Words)
			}
			if len(s.Words) == 0 {
				continue
			}
			heard++
			if n := len(s.Probabilities) - len(s.Words); n != 0 && n != 1 {
				t.Errorf("document %d, slot %d: %q has %d probabilities", i, k, s.Words, len(s.Probabilities))
			}
		}
	}
	if heard == 0 {
		t.Error("no slot wrote a phrase")
	}
}
