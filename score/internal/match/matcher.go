package match

import (
	"slices"
	"strings"

	"wrone2set/score/internal/metric"
	"wrone2set/stages/text"
)

// Matcher judges the predictions of documents, one document after another, by
// their stems. It remembers stems between documents, which changes no result.
// Not for concurrent use.
type Matcher struct {
	rules Rules
	stems *stems
	comma int32
	stop  int32
	unk   int32

	source []int32 // stems of the document at hand
	joined string  // the same joined with blanks; only for Rules.Substring
}

// New returns a matcher. stem gets words trimmed and in lower case.
func New(rules Rules, stem func(string) string) *Matcher {
	m := &Matcher{rules: rules, stems: newStems(stem)}
	m.marks()
	return m
}

// Document judges one document.
func (m *Matcher) Document(d Document) Verdict {
	m.stems.tidy()
	m.marks()
	m.source = m.stems.all(m.source[:0], d.Source)
	if m.rules.Substring {
		m.joined = m.stems.join(m.source, " ")
	}
	if n := m.rules.Limit; n > 0 && len(d.Predictions) > n {
		d.Predictions = d.Predictions[:n]
	}
	v := Verdict{Predictions: m.predictions(d.Predictions), Targets: m.targets(d.Targets)}
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
func (m *Matcher) marks() {
	m.comma, m.stop, m.unk = m.stems.id(","), m.stems.id("."), m.stems.id(text.Specials[text.Unk])
}

func (m *Matcher) predictions(from []Candidate) []Phrase {
	phrases := make([]Phrase, len(from))
	oneWord := 0
	for i, c := range from {
		p := m.phrase(c.Words)
		p.First = !m.repeats(phrases[:i], p) && !(m.rules.Marked && c.Repeated)
		if len(p.ids) == 1 {
			oneWord++
		}
		p.Valid = m.valid(p.ids) && !(m.rules.OneWord && len(p.ids) == 1 && oneWord > 1)
		phrases[i] = p
	}
	return phrases
}

func (m *Matcher) targets(from [][]string) []Phrase {
	phrases := make([]Phrase, len(from))
	for i, words := range from {
		p := m.phrase(words)
		p.First, p.Valid = !m.repeats(phrases[:i], p), true
		phrases[i] = p
	}
	return phrases
}

func (m *Matcher) phrase(words []string) Phrase {
	ids := m.stems.all(make([]int32, 0, len(words)), words)
	p := Phrase{ids: ids, Stems: m.stems.join(ids, " ")}
	p.Present = m.present(p)
	return p
}

// valid says whether none of the words is forbidden.
func (m *Matcher) valid(ids []int32) bool {
	if !m.rules.DropPunctuation {
		return true
	}
	for _, id := range ids {
		if id == m.comma || id == m.stop || id == m.unk && m.rules.DropUnk {
			return false
		}
	}
	return true
}

// repeats says whether one of the phrases above has the stems of p.
func (m *Matcher) repeats(above []Phrase, p Phrase) bool {
	underscore := m.rules.Underscore && strings.Contains(p.Stems, "_")
	for i := range above {
		if slices.Equal(above[i].ids, p.ids) {
			return true
		}
		if m.rules.Underscore && (underscore || strings.Contains(above[i].Stems, "_")) &&
			m.stems.join(above[i].ids, "_") == m.stems.join(p.ids, "_") {
			return true
		}
	}
	return false
}

// present says whether the phrase occurs in the source. A phrase of nothing
// but empty words does not.
func (m *Matcher) present(p Phrase) bool {
	if strings.TrimSpace(p.Stems) == "" {
		return false
	}
	if m.rules.Substring {
		return strings.Contains(m.joined, p.Stems)
	}
	return contains(m.source, p.ids)
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
func (m *Matcher) IsTarget(words []string, targets []Phrase) bool {
	if len(words) == 0 {
		return false
	}
	ids := m.stems.all(make([]int32, 0, len(words)), words)
	return slices.ContainsFunc(targets, func(t Phrase) bool { return slices.Equal(t.ids, ids) })
}
