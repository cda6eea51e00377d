package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// RolloutOptions say how many steps a rollout has and which probabilities it records.
type RolloutOptions struct {
	Steps   int       // K
	Queries [][]int32 // per document, extended ids whose probabilities are recorded at every vanilla step; may be nil
	Vanilla bool      // only the vanilla rollout
}

// Rollout is what the slots of a batch write greedily in K steps, in evaluation mode: with ∅ allowed (vanilla, ŷ) and with
// ∅ forbidden (non-∅, ȳ). Slots continue after <eos>, so each has K tokens.
type Rollout[T kernel.Float] struct {
	steps, slots     int
	vanilla, nonNull []int32 // [B, N, K]
	queries          []int   // [B+1] start of each document's queries
	probabilities    []T     // per document [N, K, queries]
}

// Rollout decodes the slots of all documents. The two rollouts of a slot share a row of the decoder until they write
// different words; then the non-∅ one gets a row of its own.
func (m *Model[T]) Rollout(w *kernel.Workers, memory *Memory[T], o RolloutOptions) (*Rollout[T], error) {
	docs, n := memory.Docs.Len(), m.Slots
	if o.Queries != nil && len(o.Queries) != docs {
		return nil, fmt.Errorf("slots: rollout: queries for %d of %d documents", len(o.Queries), docs)
	}
	r := newRollout[T](docs, n, o)
	d := m.Decoder(w, memory, o.Steps)
	defer d.Free()
	for b, ids := range o.Queries {
		d.Ask(b, ids)
	}
	rows := m.allSlots(docs)
	if err := d.Begin(rows); err != nil {
		return nil, err
	}
	own := make([]int, len(rows)) // the row of each slot's non-∅ rollout
	for i := range own {
		own[i] = i
	}
	tokens := make([]int32, len(rows), 2*len(rows))
	for i := range tokens {
		tokens[i] = text.Bos
	}
	for step := range o.Steps {
		if err := d.Step(tokens); err != nil {
			return nil, err
		}
		var forks []int
		for i, row := range rows {
			tokens[i], _ = d.Choose(i)
			r.vanilla[i*o.Steps+step] = tokens[i]
			r.note(d, i, row, step, o.Queries)
			if o.Vanilla {
				continue
			}
			id, _ := d.Best(own[i])
			r.nonNull[i*o.Steps+step] = id
			if own[i] != i {
				tokens[own[i]] = id
			} else if id != tokens[i] {
				own[i] = len(tokens)
				tokens = append(tokens, id)
				forks = append(forks, i)
			}
		}
		if step+1 < o.Steps {
			d.Fork(forks)
		}
	}
	return r, nil
}

func newRollout[T kernel.Float](docs, slots int, o RolloutOptions) *Rollout[T] {
	r := &Rollout[T]{steps: o.Steps, slots: slots, vanilla: make([]int32, docs*slots*o.Steps), queries: make([]int, docs+1)}
	if !o.Vanilla {
		r.nonNull = make([]int32, len(r.vanilla))
	}
	for b, ids := range o.Queries {
		r.queries[b+1] = r.queries[b] + len(ids)
	}
	r.probabilities = make([]T, r.queries[len(o.Queries)]*slots*o.Steps)
	return r
}

// allSlots returns the rows of every slot of every document.
func (m *Model[T]) allSlots(docs int) []Row {
	rows := make([]Row, 0, docs*m.Slots)
	for b := range docs {
		for s := range m.Slots {
			rows = append(rows, Row{Doc: b, Slot: s})
		}
	}
	return rows
}

func (r *Rollout[T]) note(d *Decoder[T], i int, row Row, step int, queries [][]int32) {
	if queries == nil {
		return
	}
	for j, id := range queries[row.Doc] {
		r.probabilities[r.place(row.Doc, row.Slot, step, j)] = d.Probability(i, id)
	}
}

func (r *Rollout[T]) place(doc, slot, step, query int) int {
	from, n := r.queries[doc], r.queries[doc+1]-r.queries[doc]
	return from*r.slots*r.steps + (slot*r.steps+step)*n + query
}

// VanillaTokens returns the K extended ids that a slot writes with ∅ allowed.
func (r *Rollout[T]) VanillaTokens(doc, slot int) []int32 {
	return r.vanilla[(doc*r.slots+slot)*r.steps:][:r.steps]
}

// NonNullTokens returns the K extended ids that a slot writes with ∅ forbidden.
func (r *Rollout[T]) NonNullTokens(doc, slot int) []int32 {
	return r.nonNull[(doc*r.slots+slot)*r.steps:][:r.steps]
}

// Probability returns that of the document's query-th query at a step of the vanilla rollout.
func (r *Rollout[T]) Probability(doc, slot, step, query int) T {
	return r.probabilities[r.place(doc, slot, step, query)]
}
