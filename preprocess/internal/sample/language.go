package sample

import (
	_ "embed"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// Sizes of the language.
const (
	lexiconSize = 60000
	short       = 12000 // the most frequent words have two syllables, the others three
	topics      = 36
	methods     = 16
)

// Language holds the words and their relations. It never changes after New, and goroutines may share it.
type Language struct {
	frames  map[string][][]string // sentences by kind, cut at their blanks; punctuation stays attached to words
	topics  []topic
	methods [][2]string // a name, and an absent phrase that follows from it, its family
	rares   []string    // words that belong to no topic, most frequent first
}

type topic struct {
	nouns, adjectives, phrases []string
	field                      string // an absent phrase
}

//go:embed frames.txt
var frames []byte

// Parts of words. Consonants inside a word always form a single onset, so that different choices give different words. A coined name
// has an ending that no word has.
var (
	onsets  = strings.Fields("b br d dr fl gl h j l m n pl pr r sl sm st t th tr v z")
	vowels  = strings.Fields("a e i o u")
	endings = strings.Fields("n l r nt m st d rn")
	names   = strings.Fields("x zz k ph")
	// heads are the nouns that end methods, fields and some phrases.
	heads = strings.Fields("analysis model theory network search estimation design control learning graph filter system planning matching coding testing logic transform")
)

// spell makes a word of so many syllables.
func spell(rng *rand.Rand, syllables int, endings []string) string {
	word := ""
	for range syllables {
		word += pick(rng, onsets) + pick(rng, vowels)
	}
	return word + pick(rng, endings)
}

// New builds the language.
func New() *Language {
	l, rng, taken := &Language{frames: map[string][][]string{}}, rand.New(rand.NewPCG(1, 2)), map[string]bool{}
	for _, f := range txtar.Parse(frames).Files {
		for line := range strings.Lines(string(f.Data)) {
			l.frames[f.Name] = append(l.frames[f.Name], strings.Fields(line))
			for _, w := range strings.Fields(line) {
				taken[strings.ToLower(strings.Trim(w, ".,:()"))] = true
			}
		}
	}
	for _, w := range heads {
		taken[w] = true
	}
	for len(l.rares) < lexiconSize {
		syllables := 3
		if len(l.rares) < short {
			syllables = 2
		}
		if w := spell(rng, syllables, endings); !taken[w] {
			taken[w] = true
			l.rares = append(l.rares, w)
		}
	}
	take := func(n int) []string {
		words := l.rares[:n]
		l.rares = l.rares[n:]
		return words
	}
	for range methods {
		w := take(2)
		l.methods = append(l.methods, [2]string{w[0] + " " + pick(rng, heads), w[1] + " " + pick(rng, heads)})
	}
	for range topics {
		t := topic{nouns: take(10), adjectives: take(6), field: take(1)[0] + " " + pick(rng, heads)}
		for len(t.phrases) < 12 { // of one to three words, usually two
			p := []string{pick(rng, t.adjectives), pick(rng, t.nouns), pick(rng, heads)}
			if kind := rng.IntN(10); kind < 6 {
				p = p[:2]
			} else if kind < 9 {
				p = p[1:]
			}
			if s := strings.Join(p[rng.IntN(5)/4:], " "); !slices.Contains(t.phrases, s) {
				t.phrases = append(t.phrases, s)
			}
		}
		l.topics = append(l.topics, t)
	}
	return l
}

// rare draws a word that belongs to no topic, by Zipf's law: the probability of the r-th word is about proportional to 1/r.
func (l *Language) rare(rng *rand.Rand) string {
	n := len(l.rares)
	return l.rares[min(int(math.Exp(rng.Float64()*math.Log(float64(n+1))))-1, n-1)]
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }
