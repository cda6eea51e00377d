package slots

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// merger decodes slots of a document that begin with the same word as one row (Branching.Merge). Half of the rows of a trained
// network after the first step are such copies: the control code of a slot hardly changes what follows a word. The row of the
// slot that is surest of the word goes on, and the others get its further words with their probabilities.
type merger[T kernel.Float] struct {
	out     *Outputs[T]
	follows []follow
}

// follow is a row that gets the words of another from the second on.
type follow struct{ row, leader Row }

// merge leaves out the rows of the second step that another row stands for. Alternatives begin with other words.
func (m *merger[T]) merge(next []Next) []Next {
	type beginning struct {
		doc   int
		token int32
	}
	leaders := map[beginning]Row{}
	for _, n := range next {
		of := beginning{n.Doc, n.Token}
		if leader, ok := leaders[of]; n.Alternative == 0 && (!ok || m.leads(n.Row, leader)) {
			leaders[of] = n.Row
		}
	}
	return slices.DeleteFunc(next, func(n Next) bool {
		leader := leaders[beginning{n.Doc, n.Token}]
		if n.Alternative > 0 || leader == n.Row {
			return false
		}
		m.follows = append(m.follows, follow{n.Row, leader})
		return true
	})
}

// leads reports whether row a goes on for b: one that may still choose ∅ before one that has chosen it, since b may ask for
// that, then the more probable one.
func (m *merger[T]) leads(a, b Row) bool {
	if m.silent(a) != m.silent(b) {
		return m.silent(b)
	}
	return m.out.written(a).Probabilities[0] > m.out.written(b).Probabilities[0]
}

// silent reports whether the slot of a row has chosen ∅.
func (m *merger[T]) silent(r Row) bool { return m.out.Vanilla[r.Doc][r.Slot].Tokens != nil }

// finish gives the rows that were left out what their leaders wrote.
func (m *merger[T]) finish() {
	for _, f := range m.follows {
		row, leader := m.out.written(f.row), m.out.written(f.leader)
		if !m.silent(f.row) && m.silent(f.leader) {
			vanilla := row.until(1)
			vanilla.follow(m.out.Vanilla[f.leader.Doc][f.leader.Slot])
			m.out.Vanilla[f.row.Doc][f.row.Slot] = vanilla
		}
		row.follow(*leader)
	}
}

// follow adds the words of a leader from the second on.
func (s *Written[T]) follow(leader Written[T]) {
	for i := 1; i < len(leader.Tokens); i++ {
		s.Add(leader.Tokens[i], leader.Probabilities[i], leader.Attended[i])
	}
}
