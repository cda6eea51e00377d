package choose

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// evidence collects what is known about the candidates of a document. Stems have numbers, and so have runs of stems; see grams.
type evidence struct {
	document Material
	stems    []string // of the tokens
	solid    []bool   // whether each token has a letter or a digit
	distinct []string // each of stems once, by number
	numbers  map[string]int32
	known    []int32 // numbers in Known of the stems of the text
	words    []stem  // by number
	grams    *grams
	found    []Candidate
	here     float64   // mean of 1 − P(∅) over all slots
	votes    votes     // of neighbours
	joined   []byte    // memory for the stems of a candidate
	reads    []read    // and for number
	features []float64 // and for values
}

// begin forgets the last document and reads another, in the memory of the last.
func (e *evidence) begin(stemmer *text.Stemmer, d Material) {
	if cap(e.found) > mostKept || e.numbers == nil {
		*e = evidence{numbers: map[string]int32{}, grams: &grams{}, found: make([]Candidate, 0, min(2*len(d.Tokens), usualCandidates))}
	}
	clear(e.numbers)
	e.document, e.stems, e.solid, e.known, e.found, e.here = d, stemmer.All(d.Tokens), e.solid[:0], e.known[:0], e.found[:0], 0
	e.grams.begin(e.number())
	for _, w := range d.Tokens {
		e.solid = append(e.solid, strings.ContainsFunc(w, letterOrDigit))
	}
	e.votes.read(d.Neighbours, e.distinct)
	for _, s := range d.Slots {
		e.here += (1 - s.Null) / float64(len(d.Slots))
	}
}

// mostKept is the number of candidates of a document up to which its memory, about 0.5 KB each, is kept for the next one.
const mostKept = 1 << 13

// usualCandidates is the room for candidates of a common abstract, which has about two for each token.
const usualCandidates = 512

// add adds the phrase of an answer.
func (e *evidence) add(stemmer *text.Stemmer, a Answer) {
	c := e.spelled(stemmer.All(a.Words), a.Words)
	a.weigh()
	c.witnesses = append(c.witnesses, &a)
}

// weigh computes what needs all phrases of slots.
func (e *evidence) weigh() {
	for i := range e.found {
		c := &e.found[i]
		c.any = atLeastOne(c, (*Answer).joint)
		odds := logOdds(c.any)
		for _, w := range c.words {
			e.words[w].said = max(e.words[w].said, odds)
		}
	}
}

// spelled returns the candidate with these stems; it adds one if it is new. The result is valid until the next call.
func (e *evidence) spelled(stems, words []string) *Candidate {
	numbers, g := make([]int32, len(stems)), int32(0)
	for i, s := range stems {
		numbers[i] = e.word(s)
		g = e.grams.longer(g, numbers[i])
	}
	return e.candidate(g, numbers, stems, words)
}

// candidate is spelled for a run of stems whose number is g.
func (e *evidence) candidate(g int32, numbers []int32, stems, words []string) *Candidate {
	run := &e.grams.all[g]
	if run.candidate < 0 {
		run.candidate = int32(len(e.found))
		e.joined = e.joined[:0]
		for i, s := range stems {
			if i > 0 {
				e.joined = append(e.joined, ' ')
			}
			e.joined = append(e.joined, s...)
		}
		e.found = append(e.found, Candidate{Stems: stems, Words: words, document: e, run: *run, words: numbers,
			known: e.document.Known.of(e.joined), vote: e.votes.find(e.joined)})
	}
	return &e.found[run.candidate]
}

// best returns the witness with the greatest probability of the whole phrase, the first of equals; nil if no slot wrote it.
func (c *Candidate) best() (best *Answer) {
	for _, w := range c.witnesses {
		if best == nil || w.joint() > best.joint() {
			best = w
		}
	}
	return best
}

// candidates completes the candidates.
func (e *evidence) candidates() []Candidate {
	features, n := e.values(), len(Features)
	for i := range e.found {
		c := &e.found[i]
		c.Present, c.Start, c.Slot, c.Features = c.run.runs > 0, int(c.run.first), -1, features[i*n:(i+1)*n:(i+1)*n]
		if best := c.best(); best != nil {
			c.Words, c.Slot, c.SlotScore, c.Slots = best.Words, best.Slot, best.word, c.slots()
		}
	}
	for i := range e.found {
		c := &e.found[i]
		c.document, c.witnesses, c.words, c.whole = nil, nil, nil, nil
	}
	return e.found
}

// slots returns the slots that wrote it, rising.
func (c *Candidate) slots() (all []int) {
	for _, w := range c.witnesses {
		all = append(all, w.Slot)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
