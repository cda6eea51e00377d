package kernel

import (
	"fmt"
	"math"
	"sort"
)

// Range is rows [Lo,Hi).
type Range struct{ Lo, Hi int }

// Len is the number of rows.
func (r Range) Len() int { return r.Hi - r.Lo }

// Segment makes the queries of Q attend to the keys of K: the tokens of one
// document to each other, the positions of its slots to the document, or the
// positions of one slot to each other. In a causal segment the i-th query sees
// keys 0 … i only. Queries of different segments must not overlap; keys may. A
// segment without keys gives zeros.
type Segment struct {
	Q, K   Range
	Causal bool
}

// WeightsLen returns the number of attention weights of the segments. The weights
// of a segment are [heads][queries][keys]; those of the segments follow each other.
func WeightsLen(segs []Segment, heads int) int {
	n := 0
	for _, s := range segs {
		n += heads * s.Q.Len() * s.K.Len()
	}
	return n
}

// Attend computes scaled dot-product attention (Vaswani et al. 2017) of packed
// sequences. q, out are [queries,d], k, v [keys,d]; head h owns the columns
// [h·d/heads, (h+1)·d/heads). q must already be scaled by (d/heads)^−½. Only rows of
// out that a segment names are written.
//
// weights, of WeightsLen elements, receives the softmax probabilities before
// dropout, with 0 where a causal query does not see; nil discards them. drop acts
// on the weights; the number of an element is its index in weights.
func Attend[T Float](w *Workers, out, weights, q, k, v []T, segs []Segment, heads, d int, drop Drop) {
	attendAny(w, out, weights, q, k, v, nil, segs, heads, d, drop)
}

// attendAny is Attend. packed, if not nil, holds the packed keys and values.
func attendAny[T Float](w *Workers, out, weights, q, k, v []T, packed *PackedKeys[T], segs []Segment, heads, d int, drop Drop) {
	checkAttend("Attend", len(out), len(q), len(k), len(v), len(weights), weights != nil, segs, heads, d, drop)
	eachAttention(w, segs, heads, false, func(segs []Segment, at, lo, hi int) {
		if fast[T]() {
			fastAttend(w, as32(out), as32(weights), as32(q), as32(k), as32(v), packed32(packed), segs, at, lo, hi, heads, d, drop)
			return
		}
		for _, s := range segs {
			n := s.Q.Len() * s.K.Len()
			for h := lo; h < hi; h++ {
				refAttend(out, part(weights, at+h*n, n), q, k, v, s, h, heads, d, drop, uint64(at+h*n))
			}
			at += heads * n
		}
	})
}

// AttendGrad adds the gradients of Attend to dq, dk and dv, given dout, the
// arguments of the forward pass and the weights that it left.
func AttendGrad[T Float](w *Workers, dq, dk, dv, dout, weights, q, k, v []T, segs []Segment, heads, d int, drop Drop) {
	checkAttend("AttendGrad", len(dout), len(q), len(k), len(v), len(weights), true, segs, heads, d, drop)
	if len(dq) != len(q) || len(dk) != len(k) || len(dv) != len(v) {
		panic(fmt.Sprintf("kernel: AttendGrad: dq, dk, dv have %d, %d, %d elements, q, k, v %d, %d, %d", len(dq), len(dk), len(dv), len(q), len(k), len(v)))
	}
	eachAttention(w, segs, heads, true, func(segs []Segment, at, lo, hi int) {
		if fast[T]() {
			fastAttendGrad(w, as32(dq), as32(dk), as32(dv), as32(dout), as32(weights), as32(q), as32(k), as32(v), segs, at, lo, hi, heads, d, drop)
			return
		}
		for _, s := range segs {
			n := s.Q.Len() * s.K.Len()
			for h := lo; h < hi; h++ {
				refAttendGrad(dq, dk, dv, dout, part(weights, at+h*n, n), q, k, v, s, h, heads, d, drop, uint64(at+h*n))
			}
			at += heads * n
		}
	})
}

func part[T Float](x []T, at, n int) []T {
	if x == nil {
		return nil
	}
	return x[at : at+n]
}

// attendGroup is a range of segments that one task, or one task per head, works
// on.
type attendGroup struct {
	lo, hi int // segments
	at     int // index of the first segment's weights
	tasks  int // number of its first task
}

// A group ends when it has this many weights over all heads. Heads become tasks
// of their own where a group has enough weights for that.
const (
	groupWeights = 1 << 10
	headWeights  = 1 << 14
)

// attendGroups cuts the segments into groups and returns the number of tasks.
// With apart no two groups may write the same row of keys, so a group ends only
// where all keys of the segments so far lie before all keys of those to come.
func attendGroups(segs []Segment, heads int, apart bool) (groups []attendGroup, tasks int) {
	g, at, top := attendGroup{}, 0, 0
	var below []int // lowest key of segment i and those after it
	if apart {
		below = make([]int, len(segs))
		low := math.MaxInt
		for i := len(segs) - 1; i >= 0; i-- {
			if s := segs[i]; s.K.Len() > 0 {
				low = min(low, s.K.Lo)
			}
			below[i] = low
		}
	}
	cut := func(hi int) {
		g.hi = hi
		groups = append(groups, g)
		if at-g.at >= headWeights {
			tasks += heads
		} else {
			tasks++
		}
		g = attendGroup{lo: hi, at: at, tasks: tasks}
	}
	for i, s := range segs {
		if at-g.at >= groupWeights && (!apart || top <= below[i]) {
			cut(i)
		}
		at += heads * s.Q.Len() * s.K.Len()
		if s.K.Len() > 0 {
			top = max(top, s.K.Hi)
		}
	}
	if g.lo < len(segs) {
		cut(len(segs))
	}
	return groups, tasks
}

// eachAttention calls f for ranges of segments and heads [lo,hi) that together
// cover all of them; the first segment's weights start at index at.
func eachAttention(w *Workers, segs []Segment, heads int, apart bool, f func(segs []Segment, at, lo, hi int)) {
	groups, tasks := attendGroups(segs, heads, apart)
	w.each(tasks, func(t int) {
		i := sort.Search(len(groups), func(i int) bool { return groups[i].tasks > t }) - 1
		g, next := groups[i], tasks
		if i+1 < len(groups) {
			next = groups[i+1].tasks
		}
		if next == g.tasks+1 {
			f(segs[g.lo:g.hi], g.at, 0, heads)
		} else {
			f(segs[g.lo:g.hi], g.at, t-g.tasks, t-g.tasks+1)
		}
	})
}

func checkAttend(name string, out, q, k, v, weights int, hasWeights bool, segs []Segment, heads, d int, drop Drop) {
	if heads < 1 || d < 1 || d%heads != 0 || out != q || k != v || q%d != 0 || k%d != 0 {
		panic(fmt.Sprintf("kernel: %s: heads=%d d=%d but out, q, k, v have %d, %d, %d, %d elements", name, heads, d, out, q, k, v))
	}
	for i, s := range segs {
		if s.Q.Lo < 0 || s.Q.Hi < s.Q.Lo || s.Q.Hi*d > q || s.K.Lo < 0 || s.K.Hi < s.K.Lo || s.K.Hi*d > k {
			panic(fmt.Sprintf("kernel: %s: segment %d is %v, there are %d queries and %d keys", name, i, s, q/d, k/d))
		}
	}
	if n := WeightsLen(segs, heads); hasWeights && weights != n || drop.Keep != nil && len(drop.Keep) != n {
		panic(fmt.Sprintf("kernel: %s: weights and mask have %d and %d elements, the segments %d", name, weights, len(drop.Keep), n))
	}
}
