package choose

import (
	"slices"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/text"
)

// evidence is what is known about the phrases of a document.
type evidence struct {
	document Document
	stems    []string
	index    map[string]int // stems of a phrase -> its place in phrases
	phrases  []phrase
	here     float64        // mean of 1 − P(∅) over all slots
	counts   map[string]int // how often a stem stands in the document
}

// phrase is what is known about one of them.
type phrase struct {
	document  *evidence
	stems     []string
	first     int // place of the first run, −1
	runs      int // number of runs, overlapping ones each
	known     schemas.KnownPhrase
	witnesses []witness
}

func newEvidence(stemmer *text.Stemmer, d Document) *evidence {
	e := &evidence{document: d, stems: stemmer.All(d.Tokens), index: map[string]int{}, counts: map[string]int{}}
	for _, s := range e.stems {
		e.counts[s]++
	}
	for _, s := range d.Slots {
		e.here += (1 - s.Null) / float64(len(d.Slots))
	}
	return e
}

// hear adds what slot i says.
func (e *evidence) hear(stemmer *text.Stemmer, i int, s Slot) {
	stems := stemmer.All(s.Words)
	key := strings.Join(stems, "\x00")
	at, ok := e.index[key]
	if !ok {
		at = len(e.phrases)
		e.index[key] = at
		first, runs := find(e.stems, stems)
		e.phrases = append(e.phrases, phrase{document: e, stems: stems, first: first, runs: runs, known: e.document.Known.of(stems)})
	}
	e.phrases[at].witnesses = append(e.phrases[at].witnesses, newWitness(i, s))
}

// find is the place of the first run of source that equals stems, −1 if there is none, and the number of runs.
func find(source, stems []string) (first, runs int) {
	first = text.Find(source, stems)
	for at, next := first, first; next >= 0; at += 1 + next {
		runs++
		next = text.Find(source[at+1:], stems)
	}
	return first, runs
}

// best is the witness with the greatest probability of the whole phrase, the first if several.
func (p *phrase) best() witness {
	best := p.witnesses[0]
	for _, w := range p.witnesses[1:] {
		if w.joint() > best.joint() {
			best = w
		}
	}
	return best
}

// part tells whether a longer phrase of another slot holds this one.
func (p *phrase) part() bool {
	for i := range p.document.phrases {
		if q := &p.document.phrases[i]; len(q.stems) > len(p.stems) && text.Find(q.stems, p.stems) >= 0 {
			return true
		}
	}
	return false
}

// candidate is phrase i with its features.
func (e *evidence) candidate(i int) Candidate {
	p := &e.phrases[i]
	best := p.best()
	c := Candidate{Words: best.words, Stems: p.stems, Present: p.first >= 0, Start: p.first, Slot: best.slot, Score: best.word}
	for _, w := range p.witnesses {
		c.Slots = append(c.Slots, w.slot)
	}
	slices.Sort(c.Slots)
	c.Slots = slices.Compact(c.Slots)
	for _, f := range Features {
		c.Features = append(c.Features, f.value(p))
	}
	return c
}
