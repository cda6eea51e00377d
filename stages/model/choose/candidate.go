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
	Said  bool     // the slot writes the same phrase with ∅ allowed
	Words []string // of the phrase, without <eos>; none: it ended at once
	// Probabilities are those of the words at their steps, followed by that of <eos> unless the phrase has full length:
	// len(Words) or one more, each in [0, 1].
	Probabilities []float64
}

// Alternative is a second-best phrase of a slot. It counts as one more witness.
type Alternative struct {
	Number int // of the slot
	Slot
}

// Chance has probabilities of a word of the text in phrases of slots, whether or not a slot wrote it; see slots.Chance.
type Chance struct {
	Opens  float64 // probability that at least one slot that writes a phrase begins with it
	GoesOn float64 // greatest probability of an unfinished phrase of two words or more that it ends
}

// Material is what candidates are made from: a document and what its slots wrote, present slots first.
type Material struct {
	Tokens       []string // title and body
	Title        int      // how many of them are the title's
	Slots        []Slot
	Known        *Known        // phrases of the training documents; nil: none
	Alternatives []Alternative // their Said is false
	Chances      []Chance      // of each of Tokens; nil: unknown
	Neighbours   *Neighbours   // nil: none
	Tags         []Tag         // of the first of Tokens; nil: no tagger
	Runs         bool          // whether runs of words of the text are candidates too
}

// Candidate is a phrase that slots wrote or that stands in the text. Phrases with the same stems are one candidate.
type Candidate struct {
	Words    []string  // as the best slot wrote them
	Stems    []string  // of Words
	Present  bool      // whether the stems stand in the document
	Start    int       // the first token of the first place, −1 if absent
	Slot     int       // the slot that wrote it with the greatest probability of the whole phrase; −1: none
	Slots    []int     // all slots that wrote it, as their phrase or as an alternative, rising
	Score    float64   // mean probability of the words in Slot, which is the paper's score; 0 without a slot
	Features []float64 // one for each of Features

	Margin      float64 // log-odds before calibration, set by Model.Assess
	Probability float64 // that the phrase is right, set by Model.Assess
}

// Candidates merges phrases by their stems. Phrases of slots come first, in the order of the first slot that wrote them,
// then those that only alternatives wrote, then those that only neighbours have, then, with d.Runs, those that only stand in
// the text. It skips phrases that no
// scorer counts (see counts), and alternatives and phrases of slots that chose ∅ if the product of their probabilities is
// below floor. A decoder may therefore stop such a slot once its product is below floor: the product never rises, so the
// candidates stay the same. stemmer caches stems for the caller.
func Candidates(stemmer *text.Stemmer, d Material, floor float64) []Candidate {
	e := newEvidence(stemmer, d)
	add := func(i int, s Slot) {
		if counts(s.Words) && (s.Said || s.product() >= floor) {
			e.add(stemmer, i, s)
		}
	}
	for i, s := range d.Slots {
		add(i, s)
	}
	for _, o := range d.Alternatives {
		add(o.Number, o.Slot)
	}
	e.weigh()
	e.addVoted()
	if d.Runs {
		e.read()
	}
	e.nest()
	return e.candidates()
}

// product multiplies the probabilities in their order, as the decoder does that stops slots: both must get the same bits.
func (s Slot) product() float64 {
	p := 1.
	for _, q := range s.Probabilities {
		p *= q
	}
	return p
}

// counts reports whether a phrase can be right at all. The authors' scorer drops phrases with "," or "." or an unknown
// word. Punctuation, numbers and special tokens alone are not a phrase.
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

// witness is one slot's probabilities of a phrase that it wrote.
type witness struct {
	slot   int
	here   float64 // 1 − P(∅)
	word   float64 // mean probability of the words
	least  float64 // lowest probability of a word
	end    float64 // of the <eos> that follows, 1 at full length
	phrase float64 // of all words and <eos>, given that the slot does not write ∅
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

// tiny is the lowest probability: smaller ones count as this.
const tiny = 1e-6
