package choose

import "strings"

// Inner holds the runs of words that stand inside phrases: "comet" and "comet tails" inside "bright comet tails". The zero value
// holds none.
type Inner struct{ runs map[string]bool }

// Add adds the runs inside a phrase, given as stems.
func (in *Inner) Add(stems []string) {
	if in.runs == nil {
		in.runs = map[string]bool{}
	}
	for i := range stems {
		for j := i + 1; j <= len(stems); j++ {
			if j-i < len(stems) {
				in.runs[strings.Join(stems[i:j], " ")] = true
			}
		}
	}
}

// Has reports whether a phrase, given as stems, stands inside one of those added.
func (in *Inner) Has(stems []string) bool { return in.runs[strings.Join(stems, " ")] }

// mostDistinct is the number of best phrases among which distinct looks. It bounds memory and time for any text.
const mostDistinct = 1 << 11

// shown is the lowest probability of an absent phrase that infer prints by default.
const shown = .1

// distinct leaves out the candidates that stand inside a better one of their kind. With across, a present candidate may also stand
// inside an absent one that is shown.
func distinct(ranked []*Candidate, across bool) (kept []*Candidate) {
	var inside, absent, probable Inner
	for i, c := range ranked {
		own := &inside
		if !c.Present {
			own = &absent
		}
		if i < mostDistinct {
			if own.Has(c.Stems) || across && c.Present && probable.Has(c.Stems) {
				continue
			}
			if own.Add(c.Stems); !c.Present && c.Probability >= shown {
				probable.Add(c.Stems)
			}
		}
		kept = append(kept, c)
	}
	return kept
}
