package phrase

import (
	"slices"
	"testing"
)

func TestAnswer(t *testing.T) {
	source := Source{Tokens: []string{"deep", "zorgle", "nets"}, OOV: []string{"zorgle"}}
	p := []float32{.5, .25, .75, .125, .5, .5}
	at := []int32{0, 1, 2, 0, 0, 0}
	for _, c := range []struct {
		tokens []int32
		want   Answer
	}{
		{[]int32{7, 8, 3}, Answer{End: Phrase, Words: []string{"w7", "w8"}, Score: .375}},
		{[]int32{7, 3, 6}, Answer{End: Phrase, Words: []string{"w7"}, Score: .5}},                                           // tokens after <eos> are ignored
		{[]int32{10, 1, 1, 3}, Answer{End: Phrase, Words: []string{"zorgle", "zorgle", "nets"}, Score: .5}},                 // OOV, then <unk> twice
		{[]int32{7, 7, 7, 7, 7, 7}, Answer{End: Phrase, Words: slices.Repeat([]string{"w7"}, 6), Score: 2.625 / 6}},         // length limit
		{[]int32{0, 2, 4, 5, 3}, Answer{End: Phrase, Words: []string{"<pad>", "<bos>", "<sep>", "<peos>"}, Score: .406250}}, // special tokens are literal
		{[]int32{6}, Answer{End: Null, Score: .5}},
		{[]int32{7, 6, 3}, Answer{End: Null, Score: .25}},
		{[]int32{3, 7}, Answer{End: Empty}},
		{nil, Answer{End: Empty}},
	} {
		got := Detokenizer{numbered(10)}.Answer(source, Output{c.tokens, p, at})
		if got.End != c.want.End || !slices.Equal(got.Words, c.want.Words) || got.Score != c.want.Score || got.Steps != nil {
			t.Errorf("%v: %v, want %v", c.tokens, got, c.want)
		}
	}
}
