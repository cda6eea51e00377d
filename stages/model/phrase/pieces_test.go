package phrase

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
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

// TestPieces: pieces become tokens of the document if they match, else words. An output that begins or ends inside a token is
// not a phrase.
func TestPieces(t *testing.T) {
	v := pieceVocabulary(t, "bay", "##es", "net", "##work", "u", ".", "s", "works", "##s")
	d := Prepare(v, &schemas.Document{Body: strings.Fields("bayes net u.s. <digit> zorgle quux s u s.u")}, text.Encoding{})
	// at     0     1   2    3   4 5 6 7 8       9     10    11 12 13 14 15 16
	// piece  [CLS] bay ##es net u . s . <digit> [UNK] [UNK] s  u  s  .  u  [SEP]
	ids := map[string]int32{"<eos>": text.Eos, "<null>": text.Null, "<unk>": text.Unk, "<digit>": 7, "[UNK]": 9, "[CLS]": 10, "[SEP]": 11}
	for id := int32(12); int(id) < v.Size(); id++ {
		ids[v.Word(id)] = id
	}
	p := []float32{.5, .25, .75, .125, .5, .5}
	for _, c := range []struct {
		pieces string
		at     []int32
		null   bool // ∅ was written
		words  string
		steps  []float64
	}{
		{"bay ##es net <eos>", []int32{1, 2, 3, 0}, false, "bayes net", []float64{.125, .75, .125}},
		{"net bay ##es", []int32{3, 1, 2}, false, "net bayes", []float64{.5, .1875}},                        // length limit
		{"u . s . net <eos>", []int32{4, 5, 6, 7, 3, 0}, false, "u.s. net", []float64{.01171875, .5, .5}},   // a token of several words
		{"s . u <eos>", []int32{13, 14, 15, 0}, false, "s.u", []float64{.09375, .125}},                      // the longest token, after a shorter one
		{"net ##work works <eos>", []int32{3, 0, 0, 0}, false, "network works", []float64{.125, .75, .125}}, // not in the document
		{"net ##work ##s <eos>", []int32{3, 0, 0, 0}, false, "networks", []float64{.09375, .125}},
		{"<digit> net <eos> <null>", []int32{8, 3, 0, 0}, false, "<digit> net", []float64{.5, .25, .75}},
		{"[UNK] [UNK] <eos>", []int32{10, 9, 0}, false, "quux zorgle", []float64{.5, .25, .75}}, // the attended tokens
		{"<unk> <eos>", []int32{3, 0}, false, "net", []float64{.5, .25}},
		{"[UNK] <eos>", []int32{16, 0}, false, "", nil},                                // attends to [SEP]
		{"bay net <eos>", []int32{1, 3, 0}, false, "", nil},                            // ends inside a word
		{"bay net <eos>", []int32{0, 3, 0}, false, "bay net", []float64{.5, .25, .75}}, // a word, not a copied part
		{"net bay", []int32{3, 1}, false, "", nil},                                     // ends inside a word, at the length limit
		{"##es net <eos>", []int32{2, 3, 0}, false, "", nil},                           // begins inside a word
		{"##es net <eos>", []int32{0, 3, 0}, false, "", nil},
		{". s . <eos>", []int32{5, 6, 7, 0}, false, "", nil},                       // begins inside u.s., without a continuation
		{"s . <eos>", []int32{11, 7, 0}, false, "", nil},                           // s is a token, the full stop a copied part
		{"s net <eos>", []int32{6, 3, 0}, false, "s net", []float64{.5, .25, .75}}, // s is a token, wherever it was copied from
		{"[CLS] net <eos>", []int32{0, 3, 0}, false, "", nil},
		{"net [SEP] <eos>", []int32{3, 16, 0}, false, "", nil},
		{"net <null> <eos>", []int32{3, 0, 0}, true, "", nil},
		{"<null>", []int32{0}, true, "", nil},
		{"<eos> net", []int32{0, 3}, false, "", nil},
	} {
		var o Output[float32]
		for _, piece := range strings.Fields(c.pieces) {
			id, ok := ids[piece]
			if !ok {
				t.Fatal(piece)
			}
			o.Tokens = append(o.Tokens, id)
		}
		o.Probabilities, o.Attended = p[:len(o.Tokens)], c.at
		got := d.Answer(v, o)
		score := 0.0
		for _, q := range c.steps[:min(len(c.steps), len(got.Words))] {
			score += q / float64(len(got.Words))
		}
		if c.null {
			score = float64(p[len(o.Tokens)-1])
			if len(o.Tokens) == 3 {
				score = .25
			}
		}
		if strings.Join(got.Words, " ") != c.words || !slices.Equal(got.Probabilities, c.steps) || math.Abs(got.Score-score) > 1e-15 {
			t.Errorf("%s at %d: %+v, want %q with %v", c.pieces, c.at, got, c.words, c.steps)
		}
	}
}
