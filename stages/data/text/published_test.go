package text

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// TestPublishedTokens compares our tokens of the raw test papers with the
// published ones: shared tokens by longest common subsequence over published
// tokens, and papers that are wholly equal. WRONE2SET_DIFF=1 prints where they
// differ.
func TestPublishedTokens(t *testing.T) {
	raw := objects[struct {
		Index           int
		Title, Abstract string
	}](t, parity.Path(t, "..", "data", "kp20k_small", "raw_test.jsonl"))
	published := lines(t, parity.Path(t, "..", "data", "kp20k_small", "test_src.txt"))
	for _, unicode := range []Unicode{Fold, Strip} {
		t.Run(string(unicode), func(t *testing.T) {
			tokenizer := NewTokenizer(unicode)
			var half [2]struct{ tokens, shared, papers, equal int }
			for _, r := range raw {
				want := words(published[r.Index])
				got := slices.Concat(tokenizer.Title(r.Title), []string{"<eos>"}, tokenizer.Tokens(r.Abstract))
				h := &half[r.Index%2]
				h.tokens += len(want)
				h.papers++
				if slices.Equal(got, want) {
					h.equal++
					h.shared += len(want)
					continue
				}
				n, diff := common(got, want)
				h.shared += n
				if os.Getenv("WRONE2SET_DIFF") != "" {
					fmt.Printf("%d: %s\n", r.Index, diff)
				}
			}
			a, b := half[0], half[1]
			t.Logf("even papers: %.4f %% of tokens, %.2f %% of papers", percent(a.shared, a.tokens), percent(a.equal, a.papers))
			t.Logf("odd papers:  %.4f %% of tokens, %.2f %% of papers", percent(b.shared, b.tokens), percent(b.equal, b.papers))
			if p := percent(a.shared+b.shared, a.tokens+b.tokens); p < 99.9 {
				t.Errorf("%.3f %% of the published tokens, want 99.9 %%", p)
			}
			if p := percent(a.equal+b.equal, a.papers+b.papers); p < 95 {
				t.Errorf("%.1f %% of the papers equal, want 95 %%", p)
			}
		})
	}
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// common returns the length of the longest common subsequence of got and want
// and, for reading, where they differ.
func common(got, want []string) (int, string) {
	table := make([][]int, len(got)+1)
	table[len(got)] = make([]int, len(want)+1)
	for i := len(got) - 1; i >= 0; i-- {
		table[i] = make([]int, len(want)+1)
		for j := len(want) - 1; j >= 0; j-- {
			if got[i] == want[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	var diff strings.Builder
	for i, j := 0, 0; i < len(got) || j < len(want); {
		if i < len(got) && j < len(want) && got[i] == want[j] {
			i, j = i+1, j+1
			continue
		}
		si, sj := i, j
		for i < len(got) || j < len(want) {
			if i < len(got) && j < len(want) && got[i] == want[j] {
				break
			}
			if j == len(want) || i < len(got) && table[i+1][j] >= table[i][j+1] {
				i++
			} else {
				j++
			}
		}
		fmt.Fprintf(&diff, "\n    …%s [ours %s | theirs %s] %s…", strings.Join(want[max(0, sj-3):sj], " "),
			strings.Join(got[si:i], " "), strings.Join(want[sj:j], " "), strings.Join(want[j:min(len(want), j+3)], " "))
	}
	return table[0][0], diff.String()
}
