package extract

import (
	"math"

	"github.com/wrone2set/wrone2set/stages/data/word"
)

// Frequencies say in how many documents of a corpus a stem stands. Nil knows nothing.
type Frequencies struct {
	documents int
	of        map[string]int
}

// mostStems are kept: memory is bounded however large a corpus is. What comes later counts as rare, which most of it is.
const mostStems = 1 << 21

// NewFrequencies returns those of no document.
func NewFrequencies() *Frequencies { return &Frequencies{of: map[string]int{}} }

// Add counts a text, each of its stems once.
func (f *Frequencies) Add(t *Text) {
	f.documents++
	seen := make(map[string]bool, len(t.Stems))
	for _, s := range t.Stems {
		if seen[s] {
			continue
		}
		seen[s] = true
		if _, ok := f.of[s]; ok || len(f.of) < mostStems {
			f.of[s]++
		}
	}
}

// unknown is the rarity of a word where nothing is known of the corpus.
const unknown = -1

// mostRare bounds rarity, so that it means the same in a corpus of a thousand documents and of a million.
const mostRare = 7

// rarity is the logarithm of documents per document with the word, from 0 to mostRare; unknown without a corpus. Of a Chinese
// word the dictionary knows how often it stands in a text of a hundred words.
func (f *Frequencies) rarity(tag string, u *unit) float64 {
	switch {
	case f != nil:
		return min(mostRare, max(0, math.Log(float64(f.documents+1)/float64(f.of[u.stem]+1))))
	case tag == "zh":
		p := word.Share(u.Lower)
		return min(mostRare, -math.Log(1-math.Exp(-100*max(p, 1e-9))))
	}
	return unknown
}
