package choose

import (
	"math"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Slot is what one slot of the network wrote about a document with ∅ forbidden.
type Slot struct {
	Null  float64  // probability of ∅ at the first step, [0, 1]
	Said  bool     // the same phrase came with ∅ allowed: the slot never said ∅
	Words []string // of the phrase, without <eos>; none: it ended at once
	// Probabilities are those of the words at their steps, and behind them that of <eos> unless the length ran out
	// first: len(Words) or one more, each in [0, 1].
	Probabilities []float64
}

// Other is what a slot wrote behind another first word than its own: an alternative. It is heard as one more witness.
type Other struct {
	Number int // of the slot
	Slot
}

// Chance is how a word of the text could stand in the phrases of its slots, see slots.Chance.
type Chance struct {
	Opens  float64 // probability that of the slots that write one at least begins with it
	GoesOn float64 // greatest probability of a beginning that has it for its last word, of two words or more
}

// Material is a document and what its slots wrote, the first half of them the present slots.
type Material struct {
	Tokens  []string // title and body
	Title   int      // how many of them are the title's
	Slots   []Slot
	Known   *Known   // what training documents say of phrases; nil: nothing
	Others  []Other  // Said is false: no slot would have written them by itself
	Chances []Chance // of each of Tokens; nil: nothing
	Runs    bool     // runs of words of the text are candidates, too
}

// Candidate is a phrase that a slot wrote or that stands in the text; slots that wrote the same stems share one.
type Candidate struct {
	Words    []string  // as the best slot wrote them
	Stems    []string  // of Words
	Present  bool      // the stems are a run of the document's
	Start    int       // the first token of that run, −1 if absent
	Slot     int       // the best slot: of those that wrote it, the one with the greatest probability of the whole phrase; −1: none did
	Slots    []int     // all slots that wrote it, by themselves or as an alternative, rising
	Score    float64   // mean probability of the words of the best slot, the score of the paper; 0 without one
	Features []float64 // one for each of Features

	Margin      float64 // log-odds before calibration, see Model.Judge
	Probability float64 // that the phrase is right, likewise
}

// Candidates merges what the slots of a document wrote, in order of the first slot that wrote each, and behind them what
// only alternatives are, and behind these, if they are asked for, what only runs of the text are. Phrases that no scorer
// counts are left out, see counts, and alternatives and slots that said ∅ are not heard unless the product of their
// probabilities is at least floor. A decoder may stop such a slot as soon as the product is below: it never rises again, so
// that no candidate is another for it. The stemmer is the caller's memory of stems.
func Candidates(stemmer *text.Stemmer, d Material, floor float64) []Candidate {
	e := newEvidence(stemmer, d)
	hear := func(i int, s Slot) {
		if counts(s.Words) && (s.Said || s.product() >= floor) {
			e.hear(stemmer, i, s)
		}
	}
	for i, s := range d.Slots {
		hear(i, s)
	}
	for _, o := range d.Others {
		hear(o.Number, o.Slot)
	}
	e.weigh()
	if d.Runs {
		e.read()
	}
	e.nest()
	out := make([]Candidate, len(e.phrases))
	for i := range e.phrases {
		out[i] = e.candidate(i)
	}
	return out
}

// product is that of the probabilities, in their order: the decoder that stops slots has the same bits.
func (s Slot) product() float64 {
	p := 1.
	for _, q := range s.Probabilities {
		p *= q
	}
	return p
}

// counts tells whether a phrase can be right at all: the authors' scorer drops phrases with "," or "." or an unknown
// word, and what holds nothing but marks, numbers and special tokens is no phrase.
func counts(words []string) bool {
	solid := false
	for _, w := range words {
		if w == "," || w == "." || slices.Contains(text.Specials[:], w) {
			return false
		}
		solid = solid || w != digit && strings.ContainsFunc(w, letterOrDigit)
	}
	return solid
}

const digit = "<digit>"

func letterOrDigit(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r > 127
}

// witness is what one slot has to say about its phrase.
type witness struct {
	slot   int
	here   float64 // 1 − P(∅)
	word   float64 // mean probability of the words
	least  float64 // the least probability of a word
	end    float64 // of <eos> behind them, 1 if the length ran out
	phrase float64 // of all words and <eos>, given that there is a phrase
	said   bool
	words  []string
}

func newWitness(i int, s Slot) witness {
	w := witness{slot: i, here: 1 - s.Null, least: 1, end: 1, said: s.Said, words: s.Words}
	sum, log := 0., -math.Log(max(w.here, tiny))
	for k, p := range s.Probabilities {
		log += math.Log(max(p, tiny))
		if k == len(s.Words) {
			w.end = p
			continue
		}
		sum += p
		w.least = min(w.least, p)
	}
	w.word = sum / float64(len(s.Words))
	w.phrase = math.Exp(min(log, 0))
	return w
}

// joint is the probability that the slot writes this phrase and not ∅.
func (w witness) joint() float64 { return w.here * w.phrase }

// tiny is the least probability that is told from 0.
const tiny = 1e-6
