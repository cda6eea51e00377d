package joint

import (
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// sides are the vectors of rows for extraction and for generation, [rows, D] each.
type sides[T kernel.Float] struct{ extraction, generation []T }

// read passes runs of pieces through the encoder and the relation layers.
func (r *reading[T]) read(runs []bert.Run) (sides[T], error) {
	x, err := r.reader.Read(runs)
	if err != nil || len(r.related) == 0 {
		return sides[T]{x.X, x.X}, err
	}
	both, z := append(x.X, x.X...), make([]T, 2*len(x.X))
	for i := range r.related {
		if err := r.related[i].Read(r.pass, z, both, r.seen[i], x.At, x.Segs); err != nil {
			return sides[T]{}, err
		}
		both, z = z, both
	}
	return sides[T]{both[:len(x.X)], both[len(x.X):]}, nil
}

// remember allocates the cache of the relation layers for that many rows, which forget returns to the pool.
func (r *reading[T]) remember(rows int) {
	for range r.related {
		n := rows * r.Encoder.Width
		r.seen = append(r.seen, op.Related[T]{r.pass.Pool.Get(n), r.pass.Pool.Get(n)})
	}
}

func (r *reading[T]) forget() {
	for _, s := range r.seen {
		r.pass.Pool.Put(s[0], s[1])
	}
}
