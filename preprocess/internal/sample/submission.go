package sample

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Submission is one made-up abstract as an author would submit it.
type Submission struct {
	Title, Abstract string
	Keywords        []string // present and absent ones in no particular order
}

// Submission makes the document with that seed, set and number. The set keeps training, validation and test documents
// apart.
func (l *Language) Submission(seed uint64, set string, number int64) Submission {
	key := uint64(number)
	for _, c := range []byte(set) {
		key = key*0x100000001b3 ^ uint64(c)<<40
	}
	w := writer{l: l, rng: rand.New(rand.NewPCG(seed*0x9e3779b97f4a7c15+1, key))}
	return w.document()
}

// writer holds the choices for one document.
type writer struct {
	l      *Language
	rng    *rand.Rand
	topic  *topic
	part   *part
	method procedure
	keys   []string // present phrases
	others []string // phrases that are not keyphrases
	out    strings.Builder
	words  int
}

// presents is the distribution of the number of present phrases minus one, in percent; its mean is 3.33 phrases.
var presents = []int{8, 22, 27, 22, 14, 7}

func (w *writer) document() Submission {
	w.topic = &w.l.topics[w.zipf(topics)]
	w.part = &w.topic.parts[w.rng.IntN(parts)]
	w.method = w.l.methods[w.rng.IntN(methodsCount)]
	w.choose()
	usesMethod := w.chance(70)
	var d Submission
	if usesMethod && w.chance(40) {
		w.keys[len(w.keys)-1] = w.method.name
	}
	d.Title = w.title()
	d.Abstract = w.abstract(usesMethod)
	d.Keywords = append(d.Keywords, w.keys...)
	if w.chance(95) {
		d.Keywords = append(d.Keywords, w.topic.field)
	}
	if usesMethod && w.chance(90) {
		d.Keywords = append(d.Keywords, w.method.family)
	}
	if !usesMethod && w.chance(95) || usesMethod && w.chance(20) {
		d.Keywords = append(d.Keywords, w.part.field)
	}
	w.rng.Shuffle(len(d.Keywords), func(i, j int) { d.Keywords[i], d.Keywords[j] = d.Keywords[j], d.Keywords[i] })
	return d
}

// choose draws the keyphrases and three other phrases, all different.
func (w *writer) choose() {
	n, u := 0, w.rng.IntN(100)
	for u >= presents[n] {
		u -= presents[n]
		n++
	}
	seen := map[string]bool{w.method.name: true}
	draw := func() string {
		for {
			if p := w.phrase(); !seen[p] {
				seen[p] = true
				return p
			}
		}
	}
	for range n + 1 {
		w.keys = append(w.keys, draw())
	}
	for range 3 {
		w.others = append(w.others, draw())
	}
}

// phrase draws a well-known phrase of the document's part, one around a rare word, or one around a new name.
func (w *writer) phrase() string {
	switch u := w.rng.IntN(100); {
	case u < 60:
		return pick(w.rng, w.part.phrases)
	case u < 75:
		return w.l.rare(w.rng) + " " + pick(w.rng, heads)
	case u < 90:
		return w.l.rare(w.rng) + " " + pick(w.rng, w.topic.nouns)
	default:
		return coin(w.rng)
	}
}

// title names one to three keyphrases.
func (w *writer) title() string {
	named := 1 + w.rng.IntN(min(3, len(w.keys)))
	if named == 3 && w.chance(50) {
		named = 2
	}
	w.out.Reset()
	w.write(pick(w.rng, titles[named]), w.keys[:named])
	return w.out.String()
}

// sentence is a planned sentence: a frame out of from, about key.
type sentence struct {
	from []frame
	key  string
}

// plan lists the sentences that matter: one cue per keyphrase, sometimes one for another phrase, the method, and then
// the keyphrases that recur.
func (w *writer) plan(usesMethod bool) []sentence {
	var plan []sentence
	for _, k := range w.keys {
		plan = append(plan, sentence{cues, k})
	}
	if w.chance(25) {
		plan = append(plan, sentence{cues, pick(w.rng, w.others)})
	}
	if usesMethod {
		plan = append(plan, sentence{methods, ""})
	}
	w.rng.Shuffle(len(plan), func(i, j int) { plan[i], plan[j] = plan[j], plan[i] })
	for _, k := range w.keys {
		if w.chance(50) {
			plan = append(plan, sentence{echoes, k})
		}
	}
	return plan
}

// abstract writes the plan, with fillers between its sentences, up to the length that is drawn first.
func (w *writer) abstract(usesMethod bool) string {
	length := 50 + w.rng.IntN(50) + w.rng.IntN(60)
	plan := w.plan(usesMethod)
	w.out.Reset()
	w.words = 0
	for i := 0; i < len(plan) || w.words < length; i++ {
		if w.words < length*i/len(plan) || w.out.Len() == 0 && w.chance(30) {
			w.write(pick(w.rng, fillers), nil)
		}
		if i < len(plan) {
			w.write(pick(w.rng, plan[i].from), []string{plan[i].key})
		}
	}
	return w.out.String()
}

// write fills in one frame.
func (w *writer) write(f frame, keys []string) {
	for i, word := range f {
		if w.out.Len() > 0 {
			w.out.WriteByte(' ')
		}
		w.words++
		open := strings.IndexByte(word, '{')
		if open < 0 {
			w.out.WriteString(word)
			continue
		}
		w.out.WriteString(word[:open])
		var fill string
		if word[open:open+3] == keyPhrase {
			fill, keys = keys[0], keys[1:]
		} else {
			fill = w.fill(word[open : open+3])
		}
		if i == 0 {
			fill = strings.ToUpper(fill[:1]) + fill[1:]
		}
		w.out.WriteString(fill)
		w.words += strings.Count(fill, " ")
		w.out.WriteString(word[open+3:])
	}
}

// fill draws the words for a place.
func (w *writer) fill(place string) string {
	switch place {
	case otherPhrase:
		return pick(w.rng, w.others)
	case method:
		return w.method.name
	case noun:
		return w.topic.nouns[w.zipf(topicNouns)]
	case nouns:
		return w.topic.nouns[w.zipf(topicNouns)] + "s"
	case adjective:
		return pick(w.rng, w.topic.adjectives)
	case rare:
		return w.l.rare(w.rng)
	}
	return w.number()
}

func (w *writer) number() string {
	switch w.rng.IntN(6) {
	case 0:
		return strconv.Itoa(1950 + w.rng.IntN(80))
	case 1:
		return strconv.Itoa(w.rng.IntN(20)) + "." + strconv.Itoa(w.rng.IntN(10))
	default:
		return strconv.Itoa(2 + w.rng.IntN(98))
	}
}

// zipf draws a number below n, small numbers more often, though less steeply than Zipf's law.
func (w *writer) zipf(n int) int {
	u := w.rng.Float64()
	return int(float64(n) * u * (0.4 + 0.6*u))
}

// chance is true in percent of a hundred cases.
func (w *writer) chance(percent int) bool { return w.rng.IntN(100) < percent }

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }
