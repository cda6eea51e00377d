package text

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// TestPublishedTokens compares our tokens of the raw test papers with the published ones: 95 of 100 papers are equal as a whole, and of
// the tokens of all papers 999 of 1000 are ours, in whatever order.
func TestPublishedTokens(t *testing.T) {
	raw := objects[struct {
		Index           int
		Title, Abstract string
	}](t, parity.Path(t, "..", "data", "kp20k_small", "raw_test.jsonl"))
	published := lines(t, parity.Path(t, "..", "data", "kp20k_small", "test_src.txt"))
	for _, unicode := range []Unicode{Fold, Strip} {
		tokenizer := NewTokenizer(unicode)
		equal, tokens, lost := 0, 0, 0
		for _, r := range raw {
			want := words(published[r.Index])
			got := slices.Concat(tokenizer.Title(r.Title), []string{"<eos>"}, tokenizer.Tokens(r.Abstract))
			if slices.Equal(got, want) {
				equal++
			}
			left := map[string]int{}
			for _, w := range got {
				left[w]++
			}
			for _, w := range want {
				if left[w]--; left[w] < 0 {
					lost++
				}
			}
			tokens += len(want)
		}
		t.Logf("%s: %d of %d papers are equal, %d of %d tokens are lost", unicode, equal, len(raw), lost, tokens)
		if equal*100 < len(raw)*95 || lost*1000 > tokens {
			t.Errorf("%s: only %d of %d papers are equal, %d of %d tokens are lost", unicode, equal, len(raw), lost, tokens)
		}
	}
}
