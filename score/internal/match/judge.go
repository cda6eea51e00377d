package match

import (
	"slices"
	"strings"

	"wrone2set/score/internal/metric"
	"wrone2set/stages/text"
)

// Candidate is a predicted phrase before it is judged.
type Candidate struct {
	Words    []string
	Repeated bool // marked by the predictor as a repetition of a higher phrase
}

// Document is what is judged.
type Document struct {
	Source      []string    // words of title and body
	Targets     [][]string  // gold phrases of both kinds
	Predictions []Candidate // best first
}

// Phrase is a judged phrase.
type Phrase struct {
	Stems   string // joined with blanks
	First   bool   // no phrase before it has the same stems
	Valid   bool   // passes the filters that look at the phrase alone; always true for targets
	Present bool   // its stems are a run of the source's
	Hit     bool   // prediction: equals a target; target: is equalled by a counted prediction

	ids []int32
}

// Counts says whether the phrase takes part in the measures.
func (p *Phrase) Counts() bool { return p.First && p.Valid }

// Kind is Present or Absent.
func (p *Phrase) Kind() metric.Kind {
	if p.Present {
		return metric.Present
	}
	return metric.Absent
}

// Verdict is the outcome for one document.
type Verdict struct {
	Predictions []Phrase // one each candidate up to Rules.Limit, in order
	Targets     []Phrase // one each target, in order
	Distinct    int      // predictions with First, before the filters
	Rankings    [len(metric.Kinds)]metric.Ranking
}

// Judge judges documents one after another. It remembers stems between
// documents, which changes no result. Not for concurrent use.
type Judge struct {
	rules Rules
	stems *stems
	comma int32
	stop  int32
	unk   int32

	source []int32 // stems of the document at hand
	joined string  // the same joined with blanks; only for Rules.Substring
}

// New returns a judge. stem gets words trimmed and in lower case.
func New(rules Rules, stem func(string) string) *Judge {
	j := &Judge{rules: rules, stems: newStems(stem)}
	j.marks()
	return j
}

// Document judges one document.
func (j *Judge) Document(d Document) Verdict {
	j.stems.tidy()
	j.marks()
	j.source = j.stems.all(j.source[:0], d.Source)
	if j.rules.Substring {
		j.joined = j.stems.join(j.source, " ")
	}
	if n := j.rules.Limit; n > 0 && len(d.Predictions) > n {
		d.Predictions = d.Predictions[:n]
	}
	v := Verdict{Predictions: j.predictions(d.Predictions), Targets: j.targets(d.Targets)}
	for i := range v.Predictions {
		if v.Predictions[i].First {
			v.Distinct++
		}
	}
	hit(v.Predictions, v.Targets)
	for _, kind := range metric.Kinds {
		v.Rankings[kind] = rank(v.Predictions, v.Targets, kind)
	}
	return v
}

// marks numbers the words that make a phrase invalid.
func (j *Judge) marks() {
	j.comma, j.stop, j.unk = j.stems.id(","), j.stems.id("."), j.stems.id(text.Specials[text.Unk])
}

func (j *Judge) predictions(from []Candidate) []Phrase {
	phrases := make([]Phrase, len(from))
	oneWord := 0
	for i, c := range from {
		p := j.phrase(c.Words)
		p.First = !j.repeats(phrases[:i], p) && !(j.rules.Marked && c.Repeated)
		if len(p.ids) == 1 {
			oneWord++
		}
		p.Valid = j.valid(p.ids) && !(j.rules.OneWord && len(p.ids) == 1 && oneWord > 1)
		phrases[i] = p
	}
	return phrases
}

func (j *Judge) targets(from [][]string) []Phrase {
	phrases := make([]Phrase, len(from))
	for i, words := range from {
		p := j.phrase(words)
		p.First, p.Valid = !j.repeats(phrases[:i], p), true
		phrases[i] = p
	}
	return phrases
}

func (j *Judge) phrase(words []string) Phrase {
	ids := j.stems.all(make([]int32, 0, len(words)), words)
	p := Phrase{ids: ids, Stems: j.stems.join(ids, " ")}
	p.Present = j.present(p)
	return p
}

// valid says whether none of the words is forbidden.
func (j *Judge) valid(ids []int32) bool {
	if !j.rules.DropPunctuation {
		return true
	}
	for _, id := range ids {
		if id == j.comma || id == j.stop || id == j.unk && j.rules.DropUnk {
			return false
		}
	}
	return true
}

// repeats says whether one of the phrases above has the stems of p.
func (j *Judge) repeats(above []Phrase, p Phrase) bool {
	underscore := j.rules.Underscore && strings.Contains(p.Stems, "_")
	for i := range above {
		if slices.Equal(above[i].ids, p.ids) {
			return true
		}
		if j.rules.Underscore && (underscore || strings.Contains(above[i].Stems, "_")) &&
			j.stems.join(above[i].ids, "_") == j.stems.join(p.ids, "_") {
			return true
		}
	}
	return false
}

// present says whether the phrase occurs in the source. A phrase of nothing
// but empty words does not.
func (j *Judge) present(p Phrase) bool {
	if strings.TrimSpace(p.Stems) == "" {
		return false
	}
	if j.rules.Substring {
		return strings.Contains(j.joined, p.Stems)
	}
	return contains(j.source, p.ids)
}

// contains says whether phrase, which is not empty, is a contiguous run of source.
func contains(source, phrase []int32) bool {
	n := len(phrase)
	for i := 0; i+n <= len(source); i++ {
		if source[i] == phrase[0] && slices.Equal(source[i:i+n], phrase) {
			return true
		}
	}
	return false
}

// IsTarget says whether words have the stems of one of the targets of the
// document judged last. No words are no target.
func (j *Judge) IsTarget(words []string, targets []Phrase) bool {
	if len(words) == 0 {
		return false
	}
	ids := j.stems.all(make([]int32, 0, len(words)), words)
	return slices.ContainsFunc(targets, func(t Phrase) bool { return slices.Equal(t.ids, ids) })
}
