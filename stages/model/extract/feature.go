package extract

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/stages/data/word"
)

// Terms are what a model weighs, by name. A file of a model repeats them, so that none is taken for another.
var Terms = [...]string{
	"frequency",  // logarithm of the number of places
	"title",      // 1 if it stands in the title
	"place",      // logarithm of the share of the text before its first place, .02 added
	"one",        // 1 for one word
	"three",      // of three
	"four",       // of four
	"five",       // of five
	"characters", // of the phrase, logarithm; an ideograph is three
	"stops",      // stop words within it
	"acronym",    // share of places where it is one word of capitals
	"free",       // share of places that are not part of a longer candidate which stands there at least twice
	"known",      // 1 if it is known how rare its words are
	"rare",       // mean rarity of its words, from 0 to 7
	"relative",   // logarithm of places × rarity, of which the largest of the document is taken off
	"inflected",  // 1 in languages where a phrase must stand in a text twice, see single
	"inflected one",
	"inflected characters",
}

// Values are those of Terms.
type Values [len(Terms)]float64

// statistics are what candidates share.
type statistics struct {
	*Text
	all    []found
	rarity func(lower, stem string) float64 // below 0: not known
	free   []int                            // of each: places outside of longer candidates that stand there twice or more
}

func newStatistics(t *Text, all []found, index map[string]int, rarity func(lower, stem string) float64) *statistics {
	s := &statistics{Text: t, all: all, rarity: rarity, free: make([]int, len(all))}
	covered := make([]map[int]bool, len(all)) // first words of places within longer candidates
	for k := range all {
		if len(all[k].runs) < 2 {
			continue
		}
		for _, r := range all[k].runs {
			s.inner(r, func(key string, from int) {
				if inner, ok := index[key]; ok && inner != k {
					if covered[inner] == nil {
						covered[inner] = map[int]bool{}
					}
					covered[inner][from] = true
				}
			})
		}
	}
	for k := range all {
		s.free[k] = len(all[k].runs) - len(covered[k])
	}
	return s
}

// inner calls f with the stems of every run of words within a place, and its first word.
func (s *statistics) inner(r run, f func(key string, from int)) {
	for i := r.from; i < r.to; i++ {
		for j := i + 1; j <= r.to; j++ {
			f(strings.Join(s.Stems[i:j], " "), i)
		}
	}
}

// values are those of candidate k.
func (s *statistics) values(k int) (v Values) {
	runs, first := s.all[k].runs, s.all[k].runs[0]
	n := float64(len(runs))
	v[0] = math.Log(n)
	if first.from < s.titled {
		v[1] = 1
	}
	v[2] = math.Log(float64(first.from)/float64(len(s.units)) + .02)
	if words := first.to - first.from; words == 1 {
		v[3] = 1
	} else if words > 2 {
		v[1+words] = 1
	}
	width, rare, known := 0, 0., 1.
	for _, u := range s.units[first.from:first.to] {
		width += characters(u.Lower)
		if u.stop {
			v[8]++
		}
		of := s.rarity(u.Lower, u.stem)
		if rare += max(0, of); of < 0 {
			known = 0
		}
	}
	v[7] = math.Log(float64(width))
	for _, r := range runs {
		if r.to == r.from+1 && s.units[r.from].capitals {
			v[9] += 1 / n
		}
	}
	v[10], v[13] = float64(s.free[k])/n, v[0]
	if known > 0 {
		v.rare(rare / float64(first.to-first.from))
	}
	if single(s.Tag) {
		v[14], v[15], v[16] = 1, v[3], v[7]
	}
	return v
}

// rare sets how rare the words are.
func (v *Values) rare(mean float64) {
	v[11], v[12], v[13] = 1, mean, v[0]+math.Log(max(leastRare, mean))
}

// leastRare is the rarity that is taken for less in a logarithm.
const leastRare = .2

// relate takes the largest "relative" of a document off all.
func relate(candidates []Candidate) {
	most := math.Inf(-1)
	for i := range candidates {
		most = max(most, candidates[i].Values[13])
	}
	for i := range candidates {
		candidates[i].Values[13] -= most
	}
}

// characters is the number of characters, three for an ideograph.
func characters(s string) (n int) {
	for _, r := range s {
		if n++; unicode.Is(unicode.Han, r) {
			n += 2
		}
	}
	return n
}

// mostRare is the rarity of a word that stands in one text of a thousand, or in fewer.
const mostRare = 7

// Rarity is how rare a word is by the share of texts that have it, from 0 to mostRare.
func Rarity(share float64) float64 { return min(mostRare, max(0, -math.Log(max(share, 1e-9)))) }

// rarity is what is known without a corpus: of a Chinese word the dictionary says how often it stands in a text of a hundred.
func rarity(tag string) func(lower, stem string) float64 {
	if tag != "zh" {
		return func(string, string) float64 { return -1 }
	}
	return func(lower, _ string) float64 { return Rarity(1 - math.Exp(-100*word.Share(lower))) }
}

// single are languages where a run of words that stands in a text once is hardly ever a keyphrase: those that write compounds as
// one word or mark cases, which is most of them. English and Chinese are not.
func single(tag string) bool { return !slices.Contains([]string{"en", "und", "zh", "ja", "th"}, tag) }
