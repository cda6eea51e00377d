package text

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/wordpiece"
)

// piecesOf returns a vocabulary of word pieces; [PAD] has the id 8, the first of the given pieces 12.
func pieces(t *testing.T, most int, more string) *Vocabulary {
	t.Helper()
	tokenizer, err := wordpiece.New(append([]string{"[PAD]", "[UNK]", "[CLS]", "[SEP]"}, words(more)...))
	if err != nil {
		t.Fatal(err)
	}
	f := VocabularyFile{Rows: PieceRows(tokenizer), Pieces: most}
	v, err := f.Vocabulary(len(f.Rows))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestCut: start and end surround the pieces of the tokens, special tokens and numbers have the ids of their words, a word
// without pieces has that of [UNK], and tokens that do not fit as a whole are left out.
func TestCut(t *testing.T) {
	const all = "bay ##es net . s u"
	tokens := words("bayes <digit> u.s. Net <eos> zorgle \u0301 ##es")
	whole := []int32{10, 12, 13, 7, 17, 15, 16, 15, 14, 3, 9, 9, 9, 9, 9, 11}
	of := []int32{-1, 0, 0, 1, 2, 2, 2, 2, 3, 4, 5, 6, 7, 7, 7, -1}
	for most, n := range map[int]int{100: 14, 16: 14, 15: 11, 13: 11, 12: 10, 9: 7, 8: 3, 7: 3, 5: 3, 4: 2, 3: 0} {
		v := pieces(t, most, all)
		ids, at := v.Cut(tokens)
		wantIDs, wantAt := append(slices.Clone(whole[:1+n]), 11), append(slices.Clone(of[:1+n]), -1)
		if !slices.Equal(ids, wantIDs) || !slices.Equal(at, wantAt) || v.Pieces() != most {
			t.Errorf("%d pieces: %v of %v, want %v of %v", most, ids, at, wantIDs, wantAt)
		}
		targets := [][]string{words("bayes net"), {"<peos>"}, words("u.s. <digit>")}
		x := v.Encode("x", tokens, targets, Encoding{MaxOOV: 5})
		want := schemas.Example{ID: "x", Source: wantIDs, Extended: wantIDs, Targets: [][]int32{{12, 13, 14}, {Peos}, {17, 15, 16, 15, 7}}}
		if !reflect.DeepEqual(x, want) {
			t.Errorf("%d pieces: %+v, want %+v", most, x, want)
		}
		c := NewCounter()
		numbers := c.Numbers(nil, tokens)
		var byNumber [][]int32
		for _, p := range targets {
			byNumber = append(byNumber, c.Numbers(nil, p))
		}
		if got, cut := c.Coder(v).Encode("x", numbers, byNumber, Encoding{}); !reflect.DeepEqual(got, want) || cut != (n < 14) {
			t.Errorf("%d pieces: by number %+v, cut %v, want %+v", most, got, cut, want)
		}
	}
	v := pieces(t, 5, all)
	if ids, at := v.Cut(nil); len(ids)+len(at) != 0 || v.Unnamed() != 9 || v.Word(13) != "##es" || pieces(t, 5, all).Size() != 18 {
		t.Errorf("nothing is cut into %v of %v; [UNK] is %d", ids, at, v.Unnamed())
	}
	if x := v.Encode("", nil, nil, Encoding{}); x.Source != nil || x.Targets != nil {
		t.Errorf("nothing became %+v", x)
	}
}

// TestVocabularyFile: a file that was written can be read; one with impossible content is rejected.
func TestVocabularyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vocab.parquet")
	save := func(rows []schemas.VocabRow, metadata map[string]string) {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		w := schemas.Vocab.NewWriter(f, metadata)
		if err := w.Write(rows...); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	tokenizer, err := wordpiece.New(words("[PAD] [UNK] [CLS] [SEP] bay ##es"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []VocabularyFile{
		{Rows: rowsOf("a b"), Unicode: Strip},
		{Rows: rowsOf("a b"), Unicode: Fold, Sample: true},
		{Rows: PieceRows(tokenizer), Unicode: Fold, Pieces: 40},
	} {
		save(want.Rows, want.Metadata())
		got, err := ReadVocabulary(path)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
		if v, err := got.Vocabulary(len(got.Rows)); err != nil || v.Pieces() != want.Pieces || v.Sample() != want.Sample {
			t.Errorf("%d pieces, sample %t, %v", v.Pieces(), v.Sample(), err)
		}
	}
	if m := (VocabularyFile{Unicode: Fold}).Metadata(); len(m) != 1 {
		t.Errorf("a vocabulary of words says %v", m)
	}
	for _, number := range []string{"0", "-3", "many"} {
		save(rowsOf("a b"), map[string]string{schemas.PiecesKey: number})
		want := fmt.Sprintf("%s: the number of pieces read per document is %q: expected an integer above 0; run preprocess again", path, number)
		if _, err := ReadVocabulary(path); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	good := PieceRows(tokenizer)
	unlike := slices.Clone(good)
	unlike[FirstWord].Token = "else"
	for want, f := range map[string]VocabularyFile{
		"2 pieces read per document: want at least 3": {Rows: good, Pieces: 2},
		"vocabulary of 14 words: want the 7 special":  {Rows: unlike, Pieces: 5},
		"vocabulary: it has no piece [PAD]":           {Rows: rowsOf("<digit> a"), Pieces: 5},
	} {
		if _, err := f.Vocabulary(len(f.Rows)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := (VocabularyFile{Rows: good, Pieces: 5}).Vocabulary(13); err == nil {
		t.Error("a part of the pieces is taken for all")
	}
}
