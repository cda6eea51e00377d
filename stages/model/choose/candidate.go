package choose

import (
	"math"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Answer is an output of a network in words: what a slot, or a hypothesis of a beam, wrote about a document.
type Answer struct {
	Words []string // of a phrase, without <eos>; none: ∅, or no valid phrase
	// Probabilities are those of the words at their steps, followed by that of <eos> unless the phrase has full length:
	// len(Words) or one more, each in [0, 1].
	Probabilities []float64
	Score         float64 // of a phrase the mean probability of its words, which is the paper's score; of ∅ its probability; else 0

	// Of slots, as Material has them: with ∅ forbidden.
	Slot int     // that wrote it, for an alternative
	Null float64 // probability of ∅ at the first step, [0, 1]
	Said bool    // the slot writes the same phrase with ∅ allowed

	// See weigh.
	here   float64 // 1 − P(∅)
	word   float64 // mean probability of the words
	least  float64 // lowest probability of a word
	end    float64 // of the <eos> that follows, 1 at full length
	phrase float64 // of all words and <eos>, given that the slot does not write ∅
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
	Slots        []Answer
	Known        *Known      // phrases of the training documents; nil: none
	Alternatives []Answer    // second-best phrases of slots, each one more witness; their Said is false
	Chances      []Chance    // of each of Tokens; nil: unknown
	Neighbours   *Neighbours // nil: none
	Tags         []Tag       // of the first of Tokens; nil: no tagger
	Cases        []Case      // of each of Tokens; nil: unknown
	Runs         bool        // whether runs of words of the text are candidates too
	Scattered    bool        // and known phrases whose words the text has, but not in a row
}

// ofText reports whether no network said anything.
func (m *Material) ofText() bool { return len(m.Slots) == 0 && len(m.Alternatives) == 0 }

// Candidate is a phrase that slots wrote or that stands in the text. Phrases with the same stems are one candidate.
type Candidate struct {
	Words     []string  // as the best slot wrote them
	Stems     []string  // of Words
	Present   bool      // whether the stems stand in the document
	Start     int       // the first token of the first place, −1 if absent
	Slot      int       // the slot that wrote it with the greatest probability of the whole phrase; −1: none
	Slots     []int     // all slots that wrote it, as their phrase or as an alternative, rising
	SlotScore float64   // mean probability of the words in Slot, which is the paper's score; 0 without a slot
	Features  []float64 // one for each of Features
	Whole     string    // stems of the name that it is a short form of, joined by blanks; "": none; see names

	Margin      float64 // log-odds before calibration, set by Ranker.Assess
	Probability float64 // that it is right, set by Ranker.Assess

	// What Features are computed from. Candidates drops what would take memory afterwards.
	document  *evidence
	witnesses []*Answer
	words     []int32 // numbers of the stems
	run       gram    // its occurrences
	longer    int32   // occurrences of the most frequent longer candidate that contains it
	part      bool    // whether a longer phrase of slots contains it
	any       float64 // probability that at least one slot writes it
	inside    float64 // greatest any of the shorter phrases of slots that it contains
	around    float64 // and of the longer ones that contain it
	whole     []int32 // numbers of the stems of Whole
	known     uses
	vote      rank.Vote
}

// Candidates merges phrases by their stems. Phrases of slots come first, in the order of the first slot that wrote them,
// then those that only alternatives wrote, then those that only neighbours have, then, with d.Scattered, known
// phrases of words of the text, then, with d.Runs, those that only stand in the text. It skips phrases that no
// scorer counts (see counts), and alternatives and phrases of slots that chose ∅ if the product of their probabilities is
// below floor. A decoder may therefore stop such a slot once its product is below floor: the product never rises, so the
// candidates stay the same. stemmer caches stems for the caller.
func Candidates(stemmer *text.Stemmer, d Material, floor float64) []Candidate {
	return new(Memory).Candidates(stemmer, d, floor)
}

// Memory is room for the candidates of one document at a time. The zero value is ready; it is for one goroutine.
type Memory struct{ evidence evidence }

// Candidates is the function of that name for documents one after the other: what it returned before is no longer valid.
func (m *Memory) Candidates(stemmer *text.Stemmer, d Material, floor float64) []Candidate {
	e := &m.evidence
	e.begin(stemmer, d)
	add := func(a Answer) {
		if counts(a.Words) && (a.Said || a.product() >= floor) {
			e.add(stemmer, a)
		}
	}
	for i, a := range d.Slots {
		a.Slot = i
		add(a)
	}
	for _, a := range d.Alternatives {
		add(a)
	}
	e.weigh()
	e.addVoted()
	e.addScattered()
	if d.Runs {
		e.read()
	}
	e.nest()
	e.names()
	return e.candidates()
}

// product multiplies the probabilities in their order, as the decoder does that stops slots: both must get the same bits.
func (a *Answer) product() float64 {
	p := 1.
	for _, q := range a.Probabilities {
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

// weigh computes the numbers of a witness.
func (a *Answer) weigh() {
	a.here, a.least, a.end = 1-a.Null, 1, 1
	sum, log := 0., -math.Log(max(a.here, tiny))
	for k, p := range a.Probabilities {
		log += math.Log(max(p, tiny))
		if k == len(a.Words) {
			a.end = p
			continue
		}
		sum += p
		a.least = min(a.least, p)
	}
	a.word = sum / float64(len(a.Words))
	a.phrase = math.Exp(min(log, 0))
}

// joint is the probability that the slot writes this phrase and not ∅.
func (a *Answer) joint() float64 { return a.here * a.phrase }

// tiny is the lowest probability: smaller ones count as this.
const tiny = 1e-6
