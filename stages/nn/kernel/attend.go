package kernel

import "fmt"

// Range is rows [Lo,Hi).
type Range struct{ Lo, Hi int }

// Len is the number of rows.
func (r Range) Len() int { return r.Hi - r.Lo }

// Segment says that the queries of Q attend to the keys of K: the tokens of one
// document to each other, the positions of its slots to the document, or the
// positions of one slot to each other. Causal: the i-th query of the segment
// sees its keys 0 … i only. Queries of different segments must not overlap;
// keys may. A segment without keys gives zeros.
type Segment struct {
	Q, K   Range
	Causal bool
}

// WeightsLen is the number of attention weights of the segments: of each,
// [heads][queries][keys] in turn.
func WeightsLen(segs []Segment, heads int) int {
	n := 0
	for _, s := range segs {
		n += heads * s.Q.Len() * s.K.Len()
	}
	return n
}

// Attend computes scaled dot-product attention (Vaswani et al. 2017) of packed
// sequences. q, out are [queries,d], k, v [keys,d]; head h owns the columns
// [h·d/heads, (h+1)·d/heads). q is already scaled by (d/heads)^−½. Only rows of
// out that a segment names are written.
//
// weights, of WeightsLen elements, receives the softmax probabilities before
// dropout, 0 where a causal query does not see; nil when they are not wanted.
// drop acts on the weights; the number of an element is its place in weights.
func Attend[T Float](w *Workers, out, weights, q, k, v []T, segs []Segment, heads, d int, drop Drop) {
	checkAttend("Attend", len(out), len(q), len(k), len(v), len(weights), weights != nil, segs, heads, d, drop)
	tasks := attendTasks(segs, heads, false)
	w.each(len(tasks), func(i int) {
		t := tasks[i]
		at := t.at
		if fast[T]() {
			fastAttend(w, as32(out), as32(weights), as32(q), as32(k), as32(v), segs[t.lo:t.hi], at, t.head, heads, d, drop)
			return
		}
		for _, s := range segs[t.lo:t.hi] {
			n := s.Q.Len() * s.K.Len()
			refAttend(out, part(weights, at+t.head*n, n), q, k, v, s, t.head, heads, d, drop, uint64(at+t.head*n))
			at += heads * n
		}
	})
}

// AttendGrad adds the gradients of Attend to dq, dk and dv, given dout and what
// the forward pass had and left in weights.
func AttendGrad[T Float](w *Workers, dq, dk, dv, dout, weights, q, k, v []T, segs []Segment, heads, d int, drop Drop) {
	checkAttend("AttendGrad", len(dout), len(q), len(k), len(v), len(weights), true, segs, heads, d, drop)
	if len(dq) != len(q) || len(dk) != len(k) || len(dv) != len(v) {
		panic(fmt.Sprintf("kernel: AttendGrad: dq, dk, dv have %d, %d, %d elements, q, k, v %d, %d, %d", len(dq), len(dk), len(dv), len(q), len(k), len(v)))
	}
	tasks := attendTasks(segs, heads, true)
	w.each(len(tasks), func(i int) {
		t := tasks[i]
		at := t.at
		if fast[T]() {
			fastAttendGrad(w, as32(dq), as32(dk), as32(dv), as32(dout), as32(weights), as32(q), as32(k), as32(v), segs[t.lo:t.hi], at, t.head, heads, d, drop)
			return
		}
		for _, s := range segs[t.lo:t.hi] {
			n := s.Q.Len() * s.K.Len()
			refAttendGrad(dq, dk, dv, dout, part(weights, at+t.head*n, n), q, k, v, s, t.head, heads, d, drop, uint64(at+t.head*n))
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

// attendTask is one head of some segments in a row.
type attendTask struct {
	lo, hi int // segments
	at     int // place of the first one's weights
	head   int
}

// attendTasks cuts the segments into tasks of some size. apart: no two tasks
// may write the same row of keys, so segments that share keys stay together.
func attendTasks(segs []Segment, heads int, apart bool) []attendTask {
	const enough = 1 << 12 // weights a head that make a task worth while
	var tasks []attendTask
	at, lo, size, top := 0, 0, 0, 0
	start := 0
	cut := func(hi int) {
		for h := range heads {
			tasks = append(tasks, attendTask{lo, hi, start, h})
		}
	}
	for i, s := range segs {
		if i > lo && size >= enough && !(apart && s.K.Lo < top) {
			cut(i)
			lo, size, start = i, 0, at
		}
		n := s.Q.Len() * s.K.Len()
		at += heads * n
		size += n
		top = max(top, s.K.Hi)
	}
	if lo < len(segs) {
		cut(len(segs))
	}
	return tasks
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
