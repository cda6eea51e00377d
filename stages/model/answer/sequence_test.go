package answer

import (
	"fmt"
	"strings"
	"testing"
)

// TestPhrases: what a sequence says, whole or not.
func TestPhrases(t *testing.T) {
	source := Source{Tokens: []string{"deep", "zorgle", "nets"}, OOV: []string{"zorgle"}}
	p := []float32{.5, .25, .75, .125, .5, .5, 1, .25}
	at := []int32{0, 1, 2, 0, 0, 0, 2, 0}
	for _, c := range []struct {
		name   string
		tokens []int32
		want   string
	}{
		{"whole", []int32{7, 8, 4, 9, 5, 7, 3}, "w7 w8 .375, w9 .125, w7 .5"},
		{"none", []int32{5, 3}, ""},
		{"<eos> at once", []int32{3, 7}, ""},
		{"nothing", nil, ""},
		{"only present", []int32{7, 5, 3}, "w7 .5"},
		{"only absent", []int32{5, 7, 4, 8, 3}, "w7 .25, w8 .125"},
		{"empty phrases", []int32{4, 7, 4, 4, 5, 4, 8, 3}, "w7 .25, w8 1"},
		{"no <peos>", []int32{7, 4, 8, 3}, "w7 .5, w8 .75"},
		{"<peos> again", []int32{7, 5, 8, 5, 9, 3}, "w7 .5, w8 .75, w9 .5"},
		{"cut in a phrase", []int32{7, 5, 8, 4, 9, 7}, "w7 .5, w8 .75, w9 w7 .5"},
		{"cut behind one", []int32{7, 4}, "w7 .5"},
		{"behind <eos>", []int32{7, 3, 8, 4, 9}, "w7 .5"},
		{"copied and looked up", []int32{10, 4, 1, 3}, "zorgle .5, nets .75"},
		{"looked up later", []int32{7, 4, 8, 4, 9, 4, 1, 3}, "w7 .5, w8 .75, w9 .5, nets 1"},
	} {
		var said []string
		for _, a := range (Detokenizer{numbered(10)}).Phrases(source, Output{c.tokens, p, at}) {
			said = append(said, fmt.Sprintf("%s %s", strings.Join(a.Words, " "), strings.TrimPrefix(fmt.Sprint(a.Score), "0")))
		}
		if got := strings.Join(said, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
