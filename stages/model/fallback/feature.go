package fallback

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/wrone2set/wrone2set/stages/data/word"
)

// Terms are the names of the features. The file of a model repeats them, so that no weight is used for another feature.
var Terms = [...]string{
	"frequency",  // logarithm of the number of places
	"title",      // 1 if the first place is in the title
	"place",      // logarithm of .02 + the share of the text before the first place
	"one",        // 1 for one word
	"three",      // 1 for three words
	"four",       // 1 for four words
	"five",       // 1 for five words
	"characters", // logarithm of the number of characters; an ideograph counts as three
	"stops",      // number of stop words
	"acronym",    // share of places where the phrase is one word in capitals
	"free",       // share of places that are not part of a longer candidate with two places or more
	"known",      // 1 if the rarity of all its words is known
	"rare",       // mean rarity of its words, from 0 to 7
	"relative",   // logarithm of places × rarity, minus the largest of the document
	"inflected",  // 1 in languages where a phrase of several words must occur twice, see single
	"inflected one",
	"inflected characters",
}

// Values are the values of the Terms of a candidate.
type Values [len(Terms)]float64

// statistics computes features from all candidates of a text.
type statistics struct {
	*Text
	all    []found
	rarity func(lower, stem string) float64 // below 0: unknown
	free   []int                            // by candidate: places that are not part of a longer candidate with two places or more
}

func newStatistics(t *Text, all []found, index map[string]int, rarity func(lower, stem string) float64) *statistics {
	s := &statistics{Text: t, all: all, rarity: rarity, free: make([]int, len(all))}
	covered := make([]map[int]bool, len(all)) // by candidate: first words of its places within longer candidates
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

// inner calls f with the stems and the first word of every run of words within a place.
func (s *statistics) inner(r run, f func(key string, from int)) {
	for i := r.from; i < r.to; i++ {
		for j := i + 1; j <= r.to; j++ {
			f(strings.Join(s.Stems[i:j], " "), i)
		}
	}
}

// values returns the values of candidate k, with "relative" before relate.
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

// rare sets the rarity of the words.
func (v *Values) rare(mean float64) {
	v[11], v[12], v[13] = 1, mean, v[0]+math.Log(max(leastRare, mean))
}

// leastRare replaces lower rarities before the logarithm is taken.
const leastRare = .2

// relate subtracts the largest "relative" of a document from all.
func relate(candidates []Candidate) {
	most := math.Inf(-1)
	for i := range candidates {
		most = max(most, candidates[i].Values[13])
	}
	for i := range candidates {
		candidates[i].Values[13] -= most
	}
}

// characters returns the number of characters; an ideograph counts as three.
func characters(s string) (n int) {
	for _, r := range s {
		if n++; unicode.Is(unicode.Han, r) {
			n += 2
		}
	}
	return n
}

// mostRare is the rarity of a word that occurs in one text of a thousand (e⁻⁷) or fewer.
const mostRare = 7

// Rarity returns −ln of the share of texts that contain a word, within [0, mostRare].
func Rarity(share float64) float64 { return min(mostRare, max(0, -math.Log(max(share, 1e-9)))) }

// rarity returns the rarity without a corpus. It is known for Chinese, from the word frequencies of the dictionary, for texts of
// a hundred words.
func rarity(tag string) func(lower, stem string) float64 {
	if tag != "zh" {
		return func(string, string) float64 { return -1 }
	}
	return func(lower, _ string) float64 { return Rarity(1 - math.Exp(-100*word.Share(lower))) }
}

// single reports whether a run of several words that occurs once is hardly ever a keyphrase in a language. That holds for
// languages that write compounds as one word or inflect for case, and not for English and Chinese.
func single(tag string) bool { return !slices.Contains([]string{"en", "und", "zh", "ja", "th"}, tag) }
