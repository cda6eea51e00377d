package choose

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// evidence collects what is known about the phrases of a document. Stems have numbers, and so have runs of stems; see grams.
type evidence struct {
	document Material
	stems    []string // of the tokens
	solid    []bool   // whether each token has a letter or a digit
	numbers  map[string]int32
	words    []stem // by number
	grams    *grams
	phrases  []phrase
	here     float64 // mean of 1 − P(∅) over all slots
	votes    votes   // of neighbours
	joined   []byte  // memory for the stems of a phrase
}

// phrase is what is known about one phrase.
type phrase struct {
	document  *evidence
	gram               // its occurrences
	stems     []string // of written
	written   []string // its words where it first occurred
	words     []int32  // numbers of stems
	longer    int32    // occurrences of the most frequent longer candidate that contains it
	any       float64  // probability that at least one slot writes it
	inside    float64  // greatest any of the shorter phrases of slots that it contains
	around    float64  // and of the longer ones that contain it
	part      bool     // whether there is such a longer one
	known     schemas.KnownPhrase
	vote      rank.Vote
	witnesses []witness
}

func newEvidence(stemmer *text.Stemmer, d Material) *evidence {
	e := &evidence{document: d, stems: stemmer.All(d.Tokens), solid: make([]bool, len(d.Tokens)), numbers: make(map[string]int32, len(d.Tokens))}
	e.grams = newGrams(e.number())
	for i, w := range d.Tokens {
		e.solid[i] = strings.ContainsFunc(w, letterOrDigit)
	}
	e.votes = d.Neighbours.votes(e.stems)
	for _, s := range d.Slots {
		e.here += (1 - s.Null) / float64(len(d.Slots))
	}
	return e
}

// add adds the phrase of slot i.
func (e *evidence) add(stemmer *text.Stemmer, i int, s Slot) {
	p := e.spelled(stemmer.All(s.Words), s.Words)
	p.witnesses = append(p.witnesses, newWitness(i, s))
}

// weigh computes what needs all phrases of slots.
func (e *evidence) weigh() {
	for i := range e.phrases {
		p := &e.phrases[i]
		p.any = atLeastOne(p, witness.joint)
		odds := logOdds(p.any)
		for _, w := range p.words {
			e.words[w].said = max(e.words[w].said, odds)
		}
	}
}

// spelled returns the phrase with these stems; it adds the phrase if it is new. The result is valid until the next phrase.
func (e *evidence) spelled(stems, words []string) *phrase {
	numbers, g := make([]int32, len(stems)), int32(0)
	for i, s := range stems {
		numbers[i] = e.word(s)
		g = e.grams.longer(g, numbers[i])
	}
	return e.phrase(g, numbers, stems, words)
}

// phrase is spelled for a run of stems whose number is g.
func (e *evidence) phrase(g int32, numbers []int32, stems, words []string) *phrase {
	run := &e.grams.all[g]
	if run.phrase < 0 {
		run.phrase = int32(len(e.phrases))
		e.joined = e.joined[:0]
		for i, s := range stems {
			if i > 0 {
				e.joined = append(e.joined, ' ')
			}
			e.joined = append(e.joined, s...)
		}
		e.phrases = append(e.phrases, phrase{document: e, gram: *run, stems: stems, written: words, words: numbers,
			known: e.document.Known.of(e.joined), vote: e.votes.find(e.joined)})
	}
	return &e.phrases[run.phrase]
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

// candidates returns the phrases with their features.
func (e *evidence) candidates() []Candidate {
	all, features := make([]Candidate, len(e.phrases)), e.features()
	for i := range all {
		p, n := &e.phrases[i], len(Features)
		best := p.best()
		all[i] = Candidate{Words: best.words, Stems: p.stems, Present: p.runs > 0, Start: int(p.first), Slot: best.slot, Score: best.word,
			Features: features[i*n : (i+1)*n : (i+1)*n]}
		all[i].Slots = p.slots()
	}
	return all
}

// slots returns the slots that wrote the phrase, rising.
func (p *phrase) slots() (all []int) {
	for _, w := range p.witnesses {
		all = append(all, w.slot)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
