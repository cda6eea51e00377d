package sample

import (
	"math"
	"math/rand/v2"
)

// Sizes of the language.
const (
	topics       = 12
	parts        = 3  // of a topic; each has phrases and a narrow field of its own
	partPhrases  = 12 // well-known phrases of one part
	topicNouns   = 30
	topicAdjs    = 12
	methodsCount = 16
)

// Language holds the words and their relations. It never changes after New, and goroutines may share it.
type Language struct {
	words   []string
	topics  []topic
	methods []procedure
	rares   int // index of the first word that belongs to no topic
}

type topic struct {
	nouns, adjectives []string
	field             string // absent phrase of the whole topic
	parts             []part
}

type part struct {
	phrases []string
	field   string // absent phrase of this part
}

type procedure struct {
	name   string
	family string // absent phrase
}

// New builds the language in a few milliseconds.
func New() *Language {
	l := &Language{words: newLexicon()}
	rng := rand.New(rand.NewPCG(1, 2))
	next := 0
	take := func(n int) []string {
		next += n
		return l.words[next-n : next]
	}
	head := func() string { return heads[rng.IntN(len(heads))] }
	for range methodsCount {
		w := take(2)
		l.methods = append(l.methods, procedure{name: w[0] + " " + head(), family: w[1] + " " + head()})
	}
	for range topics {
		t := topic{field: take(1)[0] + " " + head(), nouns: take(topicNouns), adjectives: take(topicAdjs)}
		for p := range parts {
			t.parts = append(t.parts, newPart(rng, &t, p, take(1)[0]+" "+head()))
		}
		l.topics = append(l.topics, t)
	}
	l.rares = next
	return l
}

// newPart makes the phrases of the p-th part of a topic from its share of the topic's nouns: one to three words,
// usually two.
func newPart(rng *rand.Rand, t *topic, p int, field string) part {
	made := part{field: field}
	share := len(t.nouns) / parts
	n := func() string { return t.nouns[p*share+rng.IntN(share)] }
	a := func() string { return t.adjectives[rng.IntN(len(t.adjectives))] }
	seen := map[string]bool{}
	for len(made.phrases) < partPhrases {
		var s string
		switch u := rng.IntN(10); {
		case u < 2:
			s = n()
		case u < 6:
			s = a() + " " + n()
		case u < 9:
			s = n() + " " + heads[rng.IntN(len(heads))]
		default:
			s = a() + " " + n() + " " + heads[rng.IntN(len(heads))]
		}
		if !seen[s] {
			seen[s] = true
			made.phrases = append(made.phrases, s)
		}
	}
	return made
}

// rare draws a word that belongs to no topic, by Zipf's law: the probability
// of the r-th word is about proportional to 1/r.
func (l *Language) rare(rng *rand.Rand) string {
	tail := l.words[l.rares:]
	r := int(math.Exp(rng.Float64()*math.Log(float64(len(tail)+1)))) - 1
	return tail[min(r, len(tail)-1)]
}

// coin makes up a name that is not in the lexicon.
func coin(rng *rand.Rand) string {
	n := len(onsets) * len(vowels)
	return syllable(rng.IntN(n)) + syllable(rng.IntN(n)) + syllable(rng.IntN(n)) + names[rng.IntN(len(names))]
}
