package phrase

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

func TestAnswer(t *testing.T) {
	d := Document{Tokens: []string{"deep", "zorgle", "nets"}, Example: schemas.Example{OOV: []string{"zorgle"}}}
	p := []float32{.5, .25, .75, .125, .5, .5}
	at := []int32{0, 1, 2, 0, 0, 0}
	for _, c := range []struct {
		tokens []int32
		want   choose.Answer
	}{
		{[]int32{7, 8, 3}, choose.Answer{Words: []string{"w7", "w8"}, Probabilities: []float64{.5, .25, .75}, Score: .375}},
		{[]int32{7, 3, 6}, choose.Answer{Words: []string{"w7"}, Probabilities: []float64{.5, .25}, Score: .5}},                                                         // tokens after <eos> are ignored
		{[]int32{10, 1, 1, 3}, choose.Answer{Words: []string{"zorgle", "zorgle", "nets"}, Probabilities: []float64{.5, .25, .75, .125}, Score: .5}},                    // OOV, then <unk> twice
		{[]int32{7, 7, 7, 7, 7, 7}, choose.Answer{Words: slices.Repeat([]string{"w7"}, 6), Probabilities: []float64{.5, .25, .75, .125, .5, .5}, Score: 2.625 / 6}},    // length limit
		{[]int32{0, 2, 4, 5, 3}, choose.Answer{Words: []string{"<pad>", "<bos>", "<sep>", "<peos>"}, Probabilities: []float64{.5, .25, .75, .125, .5}, Score: .40625}}, // special tokens are literal
		{[]int32{6}, choose.Answer{Score: .5}},        // ∅
		{[]int32{7, 6, 3}, choose.Answer{Score: .25}}, // ∅ after a word
		{[]int32{3, 7}, choose.Answer{Probabilities: []float64{.5}}},
		{nil, choose.Answer{}},
	} {
		got := d.Answer(numbered(t, 10), Output[float32]{c.tokens, p, at})
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v: %v, want %v", c.tokens, got, c.want)
		}
	}
}

// TestSplit: parts between separators, without empty ones.
func TestSplit(t *testing.T) {
	for _, c := range []struct{ tokens, want string }{
		{"", ""}, {"4", ""}, {"4 7 8 4 4 9 5 10 4", "7 8|9|10"}, {"7", "7"}, {"7 8 5 9", "7 8|9"},
	} {
		var o Output[float64]
		for i, word := range strings.Fields(c.tokens) {
			id, _ := strconv.Atoi(word)
			o.Add(int32(id), float64(i), int32(10*i))
		}
		var got []string
		for part := range o.Split(4, 5) {
			for i := range part.Tokens {
				if at := int(part.Probabilities[i]); o.Tokens[at] != part.Tokens[i] || o.Attended[at] != part.Attended[i] {
					t.Errorf("%s: token %d of %v is not token %d of all", c.tokens, i, part, at)
				}
			}
			got = append(got, strings.Trim(fmt.Sprint(part.Tokens), "[]"))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q, want %s", c.tokens, got, c.want)
		}
	}
}
