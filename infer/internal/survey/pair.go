package survey

import (
	"cmp"
	"slices"
	"strings"
)

// Pair are two phrases that are together in more documents than by chance.
type Pair struct {
	A, B      *Phrase
	Documents int64   // that have both
	By        float64 // times as many as independent phrases would have
	G2        float64
}

// Limits of pairs.
const (
	paired       = 300 // most frequent phrases whose pairs are counted
	mostPairs    = 20
	fewestOfPair = 5 // documents
)

// pairs counts how often phrases are together, by their numbers below paired.
type pairs [paired][paired]int32

// add adds a document with the numbers of its phrases.
func (p *pairs) add(numbers []int32) {
	for i, a := range numbers {
		for _, b := range numbers[i+1:] {
			if a < paired && b < paired {
				p[min(a, b)][max(a, b)]++
			}
		}
	}
}

// together finds the significant pairs with the greatest G². Phrases of which one contains the other are not a pair.
func (p *pairs) together(phrases []*Phrase, documents int64) (all []Pair) {
	tests := 0
	for a := range min(len(phrases), paired) {
		for b := a + 1; b < min(len(phrases), paired); b++ {
			tests++
			both, one, other := int64(p[a][b]), phrases[a].Documents, phrases[b].Documents
			if both < fewestOfPair || nested(phrases[a].Text, phrases[b].Text) {
				continue
			}
			if g2, more := likelihood(both, one, other, documents); more {
				all = append(all, Pair{phrases[a], phrases[b], both, float64(both) * float64(documents) / (float64(one) * float64(other)), g2})
			}
		}
	}
	slices.SortFunc(all, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.A.Text, b.A.Text), cmp.Compare(a.B.Text, b.B.Text)) })
	least := critical(tests)
	return strongest(all, func(p Pair) float64 { return p.G2 }, least*least, mostPairs)
}

// nested reports whether one text contains the other.
func nested(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	return strings.Contains(a, b) || strings.Contains(b, a)
}
