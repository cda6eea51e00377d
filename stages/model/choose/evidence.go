package choose

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// evidence collects what is known about the phrases of a document.
type evidence struct {
	document Material
	stems    []string
	index    map[string]int // stems of a phrase -> its place in phrases
	phrases  []phrase
	here     float64          // mean of 1 − P(∅) over all slots
	places   map[string][]int // positions of each stem
	starts   map[string][]int // cache of runs: where runs of 2 to longestRun stems begin
	written  []spoken         // phrases of slots
	known    map[string]*stem // by stem
	votes    votes            // of neighbours
	chances  map[string]Chance
}

// spoken is a phrase that slots wrote. any is the probability that at least one slot writes it.
type spoken struct {
	stems []string
	any   float64
}

// phrase is what is known about one phrase.
type phrase struct {
	document  *evidence
	stems     []string
	written   []string // its words where it first occurred
	words     []*stem
	runs      []int // where it begins in the document, overlapping occurrences included
	longer    int   // occurrences of the most frequent longer candidate that contains it
	known     schemas.KnownPhrase
	vote      vote
	witnesses []witness
}

func newEvidence(stemmer *text.Stemmer, d Material) *evidence {
	e := &evidence{document: d, stems: stemmer.All(d.Tokens), index: map[string]int{}, places: map[string][]int{}, starts: map[string][]int{}, known: map[string]*stem{}, chances: map[string]Chance{}}
	for i, s := range e.stems {
		e.places[s] = append(e.places[s], i)
	}
	for i, c := range d.Chances {
		most := e.chances[e.stems[i]]
		e.chances[e.stems[i]] = Chance{max(most.Opens, c.Opens), max(most.GoesOn, c.GoesOn)}
	}
	e.votes = d.Neighbours.votes(e.stems)
	for _, s := range d.Slots {
		e.here += (1 - s.Null) / float64(len(d.Slots))
	}
	return e
}

// add adds the phrase of slot i.
func (e *evidence) add(stemmer *text.Stemmer, i int, s Slot) {
	at := e.phrase(stemmer.All(s.Words), s.Words)
	e.phrases[at].witnesses = append(e.phrases[at].witnesses, newWitness(i, s))
}

// weigh computes what needs all phrases of slots.
func (e *evidence) weigh() {
	for i := range e.phrases {
		p := &e.phrases[i]
		w := spoken{p.stems, atLeastOne(p, witness.joint)}
		e.written = append(e.written, w)
		for _, s := range p.words {
			s.said = max(s.said, logOdds(w.any))
		}
	}
}

// phrase returns the index of the phrase with these stems; it adds the phrase if it is new.
func (e *evidence) phrase(stems, words []string) int {
	joined := key(stems)
	at, ok := e.index[joined]
	if !ok {
		at = len(e.phrases)
		e.index[joined] = at
		known := make([]*stem, len(stems))
		for i, s := range stems {
			known[i] = e.stemOf(s)
		}
		e.phrases = append(e.phrases, phrase{document: e, stems: stems, written: words, words: known, runs: e.runs(stems), known: e.document.Known.of(stems)})
		e.phrases[at].vote = e.votes.find([]byte(strings.Join(stems, " ")))
	}
	return at
}

// key returns the key of a phrase in evidence.index.
func key(stems []string) string { return strings.Join(stems, "\x00") }

// first returns the position of the first occurrence, −1 without one.
func (p *phrase) first() int {
	if len(p.runs) == 0 {
		return -1
	}
	return p.runs[0]
}

// best returns the witness with the greatest probability of the whole phrase, the first of equals. For a phrase that no slot
// wrote it has the words and the slot −1.
func (p *phrase) best() witness {
	best := witness{slot: -1, words: p.written}
	for _, w := range p.witnesses {
		if best.slot < 0 || w.joint() > best.joint() {
			best = w
		}
	}
	return best
}

// part reports whether a longer phrase of slots contains this one.
func (p *phrase) part() bool {
	return slices.ContainsFunc(p.document.written, p.isIn)
}

func (p *phrase) isIn(q spoken) bool {
	return len(q.stems) > len(p.stems) && text.Find(q.stems, p.stems) >= 0
}

func (p *phrase) holds(q spoken) bool {
	return len(q.stems) < len(p.stems) && text.Find(p.stems, q.stems) >= 0
}

// said returns the greatest probability of a phrase of slots for which so holds, 0 without one.
func (p *phrase) said(so func(q spoken) bool) (most float64) {
	for _, q := range p.document.written {
		if q.any > most && so(q) {
			most = q.any
		}
	}
	return most
}

// candidate returns phrase i with its features.
func (e *evidence) candidate(i int) Candidate {
	p := &e.phrases[i]
	best := p.best()
	c := Candidate{Words: best.words, Stems: p.stems, Present: len(p.runs) > 0, Start: p.first(), Slot: best.slot, Score: best.word}
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
