package match

import "github.com/wrone2set/wrone2set/score/internal/metric"

// Candidate is a gold or predicted phrase before it is judged.
type Candidate struct {
	Words    []string
	Signs    string // digits and marks that its words lack; phrases with other signs differ
	Repeated bool   // the predictor marked it as a repetition of a higher phrase
}

// Candidates makes candidates of phrases.
func Candidates(phrases [][]string) []Candidate {
	all := make([]Candidate, len(phrases))
	for i, words := range phrases {
		all[i].Words = words
	}
	return all
}

// Input is a document with its gold and predicted phrases.
type Input struct {
	Source      []string    // words of title and body
	Targets     []Candidate // gold phrases of both kinds
	Predictions []Candidate // best first

	// Of a review: phrases that are wrong, and phrases of which it is not known whether they are right. The latter do not count, unless a
	// target equals them.
	Struck, Unknown [][]string
}

// Phrase is a judged phrase.
type Phrase struct {
	Stems   string // joined with blanks
	First   bool   // no earlier phrase has the same stems
	Valid   bool   // passes the filters of single phrases; always true for targets
	Present bool   // its stems are consecutive in the source
	Struck  bool   // prediction: a review strikes it
	Hit     bool   // prediction: equals a target; target: equals a counted prediction

	ids   []int32
	signs string
}

// key is equal for equal phrases.
func (p *Phrase) key() string {
	if p.signs == "" {
		return p.Stems
	}
	return p.Stems + "\x00" + p.signs
}

// Counts reports whether the phrase takes part in the measures.
func (p *Phrase) Counts() bool { return p.First && p.Valid }

// Kind returns Present or Absent.
func (p *Phrase) Kind() metric.Kind {
	if p.Present {
		return metric.Present
	}
	return metric.Absent
}

// Verdict is the outcome for one document.
type Verdict struct {
	Predictions []Phrase // one per candidate up to Rules.NumPreds, in order
	Targets     []Phrase // one per target, in order
	Distinct    int      // predictions with First, before the filters
	Unknown     int      // predictions that do not count because a review does not judge them
	Rankings    [len(metric.Kinds)]metric.Ranking
}
