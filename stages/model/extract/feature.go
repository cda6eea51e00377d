package extract

import (
	"math"
	"unicode"
)

// Features are what is known of a candidate, in the order of Names.
type Features [24]float64

// Names are those of the features. A file of a model repeats them, so that no feature is taken for another.
var Names = [len(Features{})]string{
	"frequency",  // logarithm of the number of places
	"share",      // of the most frequent candidate's number of places
	"first",      // words before the first place, logarithm
	"place",      // the same as a share of the text
	"spread",     // from the first place to the last, as a share of the text
	"title",      // it stands in the title; −1: there is none
	"words",      // of the phrase
	"characters", // of the phrase, logarithm; an ideograph is three
	"stops",      // stop words within it
	"capitals",   // share of words with a capital that says something
	"acronym",    // it is one word of capitals
	"free",       // share of places that are not part of a longer candidate which stands there at least twice
	"within",     // greatest number of places of a longer candidate, as a share of its own
	"before",     // share of places behind a stop word or a mark
	"after",      // share of places before a stop word or a mark
	"least",      // number of places of its rarest word, logarithm
	"most",       // number of places of its most frequent word, logarithm
	"cohesion",   // its number of places as a share of those of its rarest word
	"variety",    // different words around it, as a share of places
	"length",     // words of the text, logarithm
	"rank",       // share of candidates that are more frequent
	"rarest",     // of its words by Frequencies; −1: nothing is known
	"commonest",  // likewise
	"rare",       // mean of its words, likewise
}

// statistics are what candidates share.
type statistics struct {
	*Text
	all    []found
	longer []int // of each: places of its most frequent longer candidate
	free   []int // of each: places outside of longer candidates that stand there twice or more
	words  map[string]int
	most   int       // places of the most frequent candidate
	rank   []float64 // of each
	known  *Frequencies
}

func newStatistics(t *Text, all []found, index map[string]int, known *Frequencies) *statistics {
	s := &statistics{known: known, Text: t, all: all, longer: make([]int, len(all)), free: make([]int, len(all)), words: map[string]int{}, rank: make([]float64, len(all))}
	for i := range t.units {
		s.words[t.units[i].stem]++
	}
	s.nest(index)
	s.order()
	return s
}

// nest finds for each candidate those that contain it.
func (s *statistics) nest(index map[string]int) {
	key := func(from, to int) (k string) {
		for i := from; i < to; i++ {
			if i > from {
				k += " "
			}
			k += s.units[i].stem
		}
		return k
	}
	covered := make([]map[int]bool, len(s.all)) // starts of places within longer candidates
	for k := range s.all {
		for _, r := range s.all[k].runs {
			if r.to-r.from < 2 {
				continue
			}
			// The longest inner ones suffice: what they contain has been covered by a longer one already.
			for i := r.from; i < r.to; i++ {
				for j := i + 1; j <= r.to; j++ {
					inner, ok := index[key(i, j)]
					if !ok || inner == k {
						continue
					}
					s.longer[inner] = max(s.longer[inner], len(s.all[k].runs))
					if len(s.all[k].runs) > 1 {
						if covered[inner] == nil {
							covered[inner] = map[int]bool{}
						}
						covered[inner][i] = true
					}
				}
			}
		}
	}
	for k := range s.all {
		s.free[k] = len(s.all[k].runs) - len(covered[k])
	}
}

// order ranks candidates by their numbers of places.
func (s *statistics) order() {
	times := map[int]int{}
	for k := range s.all {
		n := len(s.all[k].runs)
		times[n]++
		s.most = max(s.most, n)
	}
	more := make([]int, s.most+2)
	for n := s.most; n > 0; n-- {
		more[n] = more[n+1] + times[n]
	}
	for k := range s.all {
		s.rank[k] = float64(more[len(s.all[k].runs)+1]) / float64(len(s.all))
	}
}

// features are those of candidate k.
func (s *statistics) features(k int) Features {
	runs := s.all[k].runs
	n, length, first := float64(len(runs)), float64(len(s.units)), runs[0]
	characters, stops, capitals, acronyms := 0, 0, 0, 0
	before, after := 0, 0
	around := map[string]bool{}
	for _, r := range runs {
		upper := 0
		for i := r.from; i < r.to; i++ {
			if s.units[i].upper {
				upper++
			}
		}
		if upper > 0 {
			capitals++
		}
		if r.to == r.from+1 && s.units[r.from].every {
			acronyms++
		}
		left, right := s.beside(r)
		if left == "" {
			before++
		} else {
			around["<"+left] = true
		}
		if right == "" {
			after++
		} else {
			around[">"+right] = true
		}
	}
	least, most := len(s.units), 0
	rarest, commonest, sum := -1., float64(mostRare), 0.
	for _, u := range s.units[first.from:first.to] {
		characters += width(u.Lower)
		if u.stop {
			stops++
		}
		rare := s.known.rarity(s.Tag, &u)
		rarest, commonest, sum = max(rarest, rare), min(commonest, rare), sum+rare
		least, most = min(least, s.words[u.stem]), max(most, s.words[u.stem])
	}
	title := 0.
	if s.titled == 0 {
		title = -1
	} else if first.from < s.titled {
		title = 1
	}
	return Features{
		math.Log(n), n / float64(s.most), math.Log1p(float64(first.from)), float64(first.from) / length,
		float64(runs[len(runs)-1].from-first.from) / length, title, float64(first.to - first.from), math.Log(float64(characters)),
		float64(stops), float64(capitals) / n, float64(acronyms) / n, float64(s.free[k]) / n, float64(s.longer[k]) / n,
		float64(before) / n, float64(after) / n, math.Log(float64(least)), math.Log(float64(most)), n / float64(least),
		float64(len(around)) / n, math.Log1p(length), s.rank[k], rarest, commonest,
		sum / float64(first.to-first.from),
	}
}

// width is the number of characters, three for an ideograph.
func width(s string) (n int) {
	for _, r := range s {
		if n++; unicode.Is(unicode.Han, r) {
			n += 2
		}
	}
	return n
}

// beside are the stems before and behind a place, "" for a stop word, a mark or the end.
func (s *statistics) beside(r run) (left, right string) {
	if i := r.from; i > 0 && !s.units[i].Broken && !s.units[i-1].stop && s.units[i-1].field == s.units[i].field {
		left = s.units[i-1].stem
	}
	if i := r.to; i < len(s.units) && !s.units[i].Broken && !s.units[i].stop && s.units[i].field == s.units[i-1].field {
		right = s.units[i].stem
	}
	return left, right
}
