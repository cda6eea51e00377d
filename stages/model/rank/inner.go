package rank

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

// MostDistinct is the number of best phrases among which phrases inside others are looked for. It bounds memory and time for
// any text.
const MostDistinct = 1 << 11
