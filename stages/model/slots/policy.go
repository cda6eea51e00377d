package slots

import (
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// greedy is the policy of Greedy.
type greedy[T kernel.Float] struct {
	d        *Decoder[T]
	o        GreedyOptions
	out      *Outputs[T]
	branches *branches[T]
	merger   *merger[T] // nil: every row is decoded
}

// word is what a row of the decoder writes.
type word[T kernel.Float] struct {
	Row
	at       int // index of the row
	id       int32
	p        T
	attended int32
}

// on returns the row with which this one goes on.
func (w word[T]) on() Next { return Next{w.Row, w.at, w.id} }

// next is a Policy: every row writes a word, and then alternatives may branch.
func (g *greedy[T]) next(step int) (next []Next, err error) {
	for i, row := range g.d.rows {
		id, p := g.d.Best(i)
		if id < 0 {
			return nil, ErrNotFinite
		}
		w, s := word[T]{row, i, id, p, g.d.Attended(i)}, g.out.written(row)
		if step == 0 {
			s.Null = g.d.Null(i)
		}
		switch {
		case row.Alternative > 0:
			next = g.write(next, s, w, true)
		case row.Alternative == free:
			next = g.vanilla(next, s, w, step)
		default:
			next = g.both(next, s, w, step)
		}
	}
	next = append(next, g.branches.fork(g.d, step)...)
	if g.merger != nil && step == 0 {
		next = g.merger.merge(next)
	}
	return next, nil
}

// write adds w to s. The row goes on unless s ends there, or is bounded and below the floor.
func (g *greedy[T]) write(next []Next, s *Written[T], w word[T], bounded bool) []Next {
	s.add(w)
	if !g.o.RunOn && (w.id == text.Eos || bounded && s.product() < g.o.Floor) {
		return next
	}
	return append(next, w.on())
}

// vanilla adds w, or ∅ if that is more probable, to a phrase with ∅ allowed that has a row of its own.
func (g *greedy[T]) vanilla(next []Next, s *Written[T], w word[T], step int) []Next {
	g.ask(s, w)
	w = g.orNull(w, step)
	s.add(w)
	if !g.o.RunOn && (w.id == text.Eos || w.id == text.Null) {
		return next
	}
	return append(next, w.on())
}

// both adds w to the phrase s with ∅ forbidden. The first time that ∅ is more probable, the one with ∅ allowed becomes what s was
// before, followed by ∅.
func (g *greedy[T]) both(next []Next, s *Written[T], w word[T], step int) []Next {
	vanilla := &g.out.Vanilla[w.Doc][w.Slot]
	if vanilla.Tokens == nil {
		g.ask(s, w)
		v := g.orNull(w, step)
		if v.id != text.Null {
			w.id = v.id // another one only with a script
		} else {
			*vanilla = s.until(step)
			vanilla.add(v)
			if v.Alternative = free; g.o.RunOn {
				next = append(next, v.on())
			}
		}
	}
	silent := vanilla.Tokens != nil
	if silent && g.o.Script != nil {
		w.id = g.o.Script(w.Doc, w.Slot, step, false)
	}
	return g.write(next, s, w, silent && !g.o.Whole)
}

// ask records the probabilities of the queries.
func (g *greedy[T]) ask(s *Written[T], w word[T]) {
	if g.o.Queries == nil {
		return
	}
	var p []T
	for _, id := range g.o.Queries[w.Doc] {
		p = append(p, g.d.Probability(w.at, id))
	}
	s.Asked = append(s.Asked, p)
}

// orNull returns w, or ∅ if that is more probable.
func (g *greedy[T]) orNull(w word[T], step int) word[T] {
	w.id, w.p = g.d.orNull(w.at, w.id, w.p)
	if g.o.Script != nil {
		w.id = g.o.Script(w.Doc, w.Slot, step, true)
	}
	return w
}
