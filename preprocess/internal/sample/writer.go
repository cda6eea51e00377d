package sample

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// writer holds the choices for one document.
type writer struct {
	l       *Language
	rng     *rand.Rand
	topic   *topic
	method  [2]string
	phrases []string // that were drawn, all different: the keyphrases that are present, and three that are none
	keys    int
	out     strings.Builder
}

// presents are how many of 100 documents have one present phrase, two, …; their mean is 3.33 phrases.
var presents = []int{8, 22, 27, 22, 14, 7}

// document returns title, abstract and keywords, present and absent ones in no particular order.
func (w *writer) document() (title, abstract string, keywords []string) {
	w.topic, w.method = &w.l.topics[w.low(topics)], pick(w.rng, w.l.methods)
	for u := w.rng.IntN(100); u >= 0; w.keys++ {
		u -= presents[w.keys]
	}
	if w.chance(30) {
		w.phrases = append(w.phrases, w.method[0])
	}
	for len(w.phrases) < w.keys+3 {
		if p := w.phrase(); !slices.Contains(w.phrases, p) && p != w.method[0] {
			w.phrases = append(w.phrases, p)
		}
	}
	keywords = slices.Clone(w.phrases[:w.keys])
	w.rng.Shuffle(w.keys, func(i, j int) { w.phrases[i], w.phrases[j] = w.phrases[j], w.phrases[i] })
	title, abstract = w.title(), w.abstract()
	for _, absent := range []string{w.topic.field, w.method[1]} {
		if w.chance(95) {
			keywords = append(keywords, absent)
		}
	}
	w.rng.Shuffle(len(keywords), func(i, j int) { keywords[i], keywords[j] = keywords[j], keywords[i] })
	return title, abstract, keywords
}

// phrase draws a well-known phrase of the topic, one around a rare word, or a new name.
func (w *writer) phrase() string {
	switch u := w.rng.IntN(100); {
	case u < 60:
		return pick(w.rng, w.topic.phrases)
	case u < 75:
		return w.l.rare(w.rng) + " " + pick(w.rng, heads)
	case u < 90:
		return w.l.rare(w.rng) + " " + pick(w.rng, w.topic.nouns)
	}
	return spell(w.rng, 3, names)
}

// title names one to three keyphrases.
func (w *writer) title() string {
	named := min(1+w.rng.IntN(5)/2, w.keys)
	w.write("title "+strconv.Itoa(named), w.phrases[:named]...)
	return w.take()
}

// abstract has a cue for each keyphrase, sometimes one for another phrase, the method, an echo of half of the keyphrases, and fillers
// between them up to the length that is drawn first.
func (w *writer) abstract() string {
	length := 350 + w.rng.IntN(320) + w.rng.IntN(350) // bytes
	type sentence struct{ kind, key string }
	plan, echoes := []sentence{{"method", ""}}, []sentence(nil)
	for _, k := range w.phrases[:w.keys] {
		plan = append(plan, sentence{"cue", k})
		if w.chance(50) {
			echoes = append(echoes, sentence{"echo", k})
		}
	}
	if w.chance(25) {
		plan = append(plan, sentence{"cue", pick(w.rng, w.phrases[w.keys:])})
	}
	w.rng.Shuffle(len(plan), func(i, j int) { plan[i], plan[j] = plan[j], plan[i] })
	plan = append(plan, echoes...)
	for i := 0; i < len(plan) || w.out.Len() < length; i++ {
		if w.out.Len() < length*i/len(plan) || i == 0 && w.chance(30) {
			w.write("filler")
		}
		if i < len(plan) {
			w.write(plan[i].kind, plan[i].key)
		}
	}
	return w.take()
}

// take returns what was written, and begins anew.
func (w *writer) take() string {
	s := w.out.String()
	w.out.Reset()
	return s
}

// write fills in a frame of a kind, whose keyphrases are given.
func (w *writer) write(kind string, keys ...string) {
	for i, word := range pick(w.rng, w.l.frames[kind]) {
		if w.out.Len() > 0 {
			w.out.WriteByte(' ')
		}
		before, rest, place := strings.Cut(word, "{")
		if !place {
			w.out.WriteString(word)
			continue
		}
		fill := ""
		if rest[0] == 'k' {
			fill, keys = keys[0], keys[1:]
		} else {
			fill = w.fill(rest[0])
		}
		if i == 0 {
			fill = strings.ToUpper(fill[:1]) + fill[1:]
		}
		w.out.WriteString(before + fill + rest[len("k}"):])
	}
}

// fill draws the words for a place of a frame, see frames.txt.
func (w *writer) fill(place byte) string {
	switch place {
	case 'd':
		return pick(w.rng, w.phrases[w.keys:])
	case 'm':
		return w.method[0]
	case 'n':
		return w.topic.nouns[w.low(len(w.topic.nouns))]
	case 's':
		return w.topic.nouns[w.low(len(w.topic.nouns))] + "s"
	case 'a':
		return pick(w.rng, w.topic.adjectives)
	case 'r':
		return w.l.rare(w.rng)
	}
	return strconv.Itoa(2 + w.rng.IntN(2000))
}

// low draws a number below n, small numbers more often, though less steeply than Zipf's law.
func (w *writer) low(n int) int {
	u := w.rng.Float64()
	return int(float64(n) * u * (0.4 + 0.6*u))
}

// chance is true in percent of a hundred cases.
func (w *writer) chance(percent int) bool { return w.rng.IntN(100) < percent }
