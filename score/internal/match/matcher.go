package match

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Matcher judges the predictions of documents, one document after another, by their stems. It remembers stems between
// documents, which changes no result. It is not safe for concurrent use.
type Matcher struct {
	rules    Rules
	released bool
	stems    *stems
	marks    []string // stems that make a phrase invalid

	source []int32 // stems of the current document
	joined string  // source joined with blanks; only for Rules.MatchByStr
}

// New returns a matcher. It calls stem with trimmed words in lower case. A released one does in two more points as the
// authors' script: it detects repeated phrases by their words joined with "_", so that "a b_c" repeats "a_b c", and keeps phrases
// that the predictor marked as repeated.
func New(rules Rules, released bool, stem func(string) string) *Matcher {
	m := &Matcher{rules: rules, released: released, stems: newStems(stem)}
	if rules.ValidFilter {
		m.marks = []string{stem(","), stem(".")}
	}
	if rules.ValidFilter && !rules.KeepUnk {
		m.marks = append(m.marks, stem(text.Specials[text.Unk]))
	}
	return m
}

// Judge judges one document. It fails only with ctx.Err(), when ctx ends.
func (m *Matcher) Judge(ctx context.Context, d Input) (v Verdict, err error) {
	m.stems.tidy()
	m.source = m.stems.all(m.source[:0], d.Source)
	if m.rules.MatchByStr {
		m.joined = m.stems.join(m.source, " ")
	}
	if n := m.rules.NumPreds; n > 0 && len(d.Predictions) > n {
		d.Predictions = d.Predictions[:n]
	}
	if v.Predictions, err = m.phrases(ctx, d.Predictions, true); err != nil {
		return v, err
	}
	if v.Targets, err = m.phrases(ctx, d.Targets, false); err != nil {
		return v, err
	}
	for i := range v.Predictions {
		if v.Predictions[i].First {
			v.Distinct++
		}
	}
	hit(v.Predictions, v.Targets)
	m.reviewed(&v, d)
	for _, kind := range metric.Kinds {
		if v.Rankings[kind], err = rank(ctx, v.Predictions, v.Targets, kind); err != nil {
			return v, err
		}
	}
	return v, nil
}

// reviewed marks the predictions that a review strikes, and drops those that it does not judge.
func (m *Matcher) reviewed(v *Verdict, d Input) {
	set := func(phrases [][]string) map[string]bool {
		all := make(map[string]bool, len(phrases))
		for _, words := range phrases {
			all[m.phrase(words, "").Stems] = true
		}
		return all
	}
	struck, unknown := set(d.Struck), set(d.Unknown)
	for i := range v.Predictions {
		p := &v.Predictions[i]
		if p.Hit {
			continue
		}
		p.Struck = struck[p.Stems]
		if unknown[p.Stems] && !p.Struck && p.Counts() {
			p.Valid = false
			v.Unknown++
		}
	}
}

// phrases numbers the stems of phrases, and tells which repeat another or, if filtered, are invalid.
func (m *Matcher) phrases(ctx context.Context, from []Candidate, filtered bool) ([]Phrase, error) {
	phrases := make([]Phrase, len(from))
	above := make(map[string]bool, len(from))
	oneWord := 0
	for i, c := range from {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p := m.phrase(c.Words, c.Signs)
		p.First = !m.repeats(above, p) && (m.released || !c.Repeated)
		if len(p.ids) == 1 {
			oneWord++
		}
		p.Valid = !filtered || m.valid(p.ids) && !(m.rules.OneWordFilter && len(p.ids) == 1 && oneWord > 1)
		phrases[i] = p
	}
	return phrases, nil
}

func (m *Matcher) phrase(words []string, signs string) Phrase {
	ids := m.stems.all(make([]int32, 0, len(words)), words)
	p := Phrase{ids: ids, signs: signs, Stems: m.stems.join(ids, " ")}
	p.Present = m.present(p)
	return p
}

// valid reports whether no word is forbidden.
func (m *Matcher) valid(ids []int32) bool {
	return !slices.ContainsFunc(ids, func(id int32) bool { return slices.Contains(m.marks, m.stems.names[id]) })
}

// repeats reports whether a phrase with the stems and signs of p is in above, and adds p to it.
func (m *Matcher) repeats(above map[string]bool, p Phrase) bool {
	var name []byte
	if m.released && len(p.ids) > 0 {
		name = append(name, '_') // tells a phrase of one empty word from one without words
		name = append(name, m.stems.join(p.ids, "_")...)
	} else {
		for _, id := range p.ids {
			name = binary.LittleEndian.AppendUint32(name, uint32(id))
		}
	}
	if p.signs != "" {
		name = append(append(name, 0), p.signs...)
	}
	if above[string(name)] {
		return true
	}
	above[string(name)] = true
	return false
}

// present reports whether the phrase occurs in the source. A phrase of empty words does not.
func (m *Matcher) present(p Phrase) bool {
	if strings.TrimSpace(p.Stems) == "" {
		return false
	}
	if m.rules.MatchByStr {
		return strings.Contains(m.joined, p.Stems)
	}
	return contains(m.source, p.ids)
}

// contains reports whether phrase, which is not empty, is a contiguous part of source.
func contains(source, phrase []int32) bool {
	n := len(phrase)
	for i := 0; i+n <= len(source); i++ {
		if source[i] == phrase[0] && slices.Equal(source[i:i+n], phrase) {
			return true
		}
	}
	return false
}

// IsTarget reports whether words have the stems of one of the targets of the last document judged. An empty list is
// not a target.
func (m *Matcher) IsTarget(words []string, targets []Phrase) bool {
	if len(words) == 0 {
		return false
	}
	ids := m.stems.all(make([]int32, 0, len(words)), words)
	return slices.ContainsFunc(targets, func(t Phrase) bool { return slices.Equal(t.ids, ids) })
}
