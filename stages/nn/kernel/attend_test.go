package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// attendCase is a packed batch with every kind of segment.
func attendCase() (segs []Segment, queries, keys int) {
	segs = []Segment{
		{Q: Range{0, 9}, K: Range{0, 9}},                   // a document
		{Q: Range{9, 10}, K: Range{9, 10}},                 // of one word
		{Q: Range{10, 13}, K: Range{0, 9}},                 // slots on the first document
		{Q: Range{13, 15}, K: Range{9, 9}},                 // on an empty one
		{Q: Range{15, 19}, K: Range{10, 14}, Causal: true}, // a slot
		{Q: Range{19, 19}, K: Range{14, 20}},               // no query
		{Q: Range{19, 20}, K: Range{3, 20}},                // keys that others share
		{Q: Range{20, 42}, K: Range{10, 47}},               // more than a tile
	}
	return segs, 42, 47
}

func TestAttend(t *testing.T) { onPaths(t, tryAttend) }

func tryAttend(t *testing.T) {
	segs, queries, keys := attendCase()
	for _, heads := range []int{1, 2, 4} {
		d := 12 * heads
		q, k, v := random[float32](queries*d, 1), random[float32](keys*d, 2), random[float32](keys*d, 3)
		weights := make([]float32, WeightsLen(segs, heads))
		drop := Drop{Rate: 0.3, Key: 9}
		out := guarded(t, "Attend", queries*d, func(x []float32) { Attend(NewWorkers(2), x, weights, q, k, v, segs, heads, d, drop) })
		want, probs := naiveAttend(q, k, v, segs, heads, d, drop)
		near(t, "weights", weights, probs, 1e-6)
		near(t, "out", out, want, 1e-5)
		again := make([]float32, queries*d)
		Attend(nil, again, nil, q, k, v, segs, heads, d, drop)
		same(t, "without weights", again, out)
		tryPackedKeys(t, q, k, v, heads, d)
	}
}

// tryPackedKeys compares keys and values packed in two calls with those that are not packed.
func tryPackedKeys(t *testing.T, q, k, v []float32, heads, d int) {
	ranges := []Range{{0, 9}, {9, 9}, {9, 10}, {10, 47}}
	segs := []Segment{{Q: Range{0, 5}, K: ranges[3]}, {Q: Range{5, 7}, K: ranges[1]}, {Q: Range{7, 20}, K: ranges[0]},
		{Q: Range{20, 29}, K: ranges[2]}, {Q: Range{29, 42}, K: ranges[3], Causal: true}}
	packed := NewPackedKeys(k, v, make([]float32, PackedKeysLen[float32](ranges, heads, d)), ranges, heads, d)
	packed.Pack(NewWorkers(2), 0, 2)
	packed.Pack(nil, 2, len(ranges))
	want, got := make([]float32, len(q)), make([]float32, len(q))
	wantWeights, weights := make([]float32, WeightsLen(segs, heads)), make([]float32, WeightsLen(segs, heads))
	Attend(nil, want, wantWeights, q, k, v, segs, heads, d, Drop{})
	AttendPacked(NewWorkers(2), got, weights, q, packed, segs, heads, d, Drop{})
	same(t, "packed keys", got, want)
	same(t, "weights of packed keys", weights, wantWeights)
}

func naiveAttend(q, k, v []float32, segs []Segment, heads, d int, drop Drop) (out, probs []float64) {
	out = make([]float64, len(q))
	c := d / heads
	for _, s := range segs {
		for h := range heads {
			for i := range s.Q.Len() {
				row := make([]float64, s.K.Len())
				var sum float64
				for j := range row {
					if s.Causal && j > i {
						continue
					}
					var dot float64
					for x := range c {
						dot += float64(q[(s.Q.Lo+i)*d+h*c+x]) * float64(k[(s.K.Lo+j)*d+h*c+x])
					}
					row[j] = math.Exp(dot)
					sum += row[j]
				}
				for j := range row {
					row[j] /= sum
					weight := row[j] / (1 - drop.Rate)
					if dropHash(drop.Key, uint64(len(probs)+j)) < dropLimit(drop.Rate) {
						weight = 0
					}
					for x := range c {
						out[(s.Q.Lo+i)*d+h*c+x] += weight * float64(v[(s.K.Lo+j)*d+h*c+x])
					}
				}
				probs = append(probs, row...)
			}
		}
	}
	return out, probs
}

func TestAttendGrad(t *testing.T) {
	segs, queries, keys := attendCase()
	const heads, d = 2, 10
	for _, drop := range []Drop{{}, {Rate: 0.2, Key: 3}} {
		q, k, v, to := random[float64](queries*d, 1), random[float64](keys*d, 2), random[float64](keys*d, 3), random[float64](queries*d, 4)
		weights, out := make([]float64, WeightsLen(segs, heads)), make([]float64, queries*d)
		f := func() (s float64) {
			Attend(nil, out, weights, q, k, v, segs, heads, d, drop)
			for i := range out {
				s += out[i] * to[i]
			}
			return s
		}
		f()
		dq, dk, dv := make([]float64, len(q)), make([]float64, len(k)), make([]float64, len(v))
		AttendGrad(NewWorkers(2), dq, dk, dv, to, weights, q, k, v, segs, heads, d, drop)
		gradient(t, "dq", q, dq, f)
		gradient(t, "dk", k, dk, f)
		gradient(t, "dv", v, dv, f)
	}
}

// A segment's result depends on the segment alone, and not on the number of threads.
func TestAttendBits(t *testing.T) { onPaths(t, checkAttendBits) }

func checkAttendBits(t *testing.T) {
	const heads, d, docs = 4, 64, 9
	var segs []Segment
	rows := 0
	for i := range docs {
		segs = append(segs, Segment{Q: Range{rows, rows + 20 + 7*i}, K: Range{rows, rows + 20 + 7*i}, Causal: i%3 == 0})
		rows += 20 + 7*i
	}
	q, k, v := random[float32](rows*d, 1), random[float32](rows*d, 2), random[float32](rows*d, 3)
	run := func(threads int) [][]float32 {
		w := NewWorkers(threads)
		out, weights := make([]float32, rows*d), make([]float32, WeightsLen(segs, heads))
		dq, dk, dv := make([]float32, rows*d), make([]float32, rows*d), make([]float32, rows*d)
		Attend(w, out, weights, q, k, v, segs, heads, d, Drop{})
		AttendGrad(w, dq, dk, dv, out, weights, q, k, v, segs, heads, d, Drop{})
		return [][]float32{out, weights, dq, dk, dv}
	}
	want := run(1)
	for threads := 2; threads <= 3; threads++ {
		for i, got := range run(threads) {
			same(t, fmt.Sprintf("%d threads, output %d", threads, i), got, want[i])
		}
	}
	s := segs[5]
	n := s.Q.Len()
	alone := make([]float32, n*d)
	Attend(nil, alone, nil, q[s.Q.Lo*d:s.Q.Hi*d], k[s.K.Lo*d:s.K.Hi*d], v[s.K.Lo*d:s.K.Hi*d], []Segment{{Q: Range{0, n}, K: Range{0, n}, Causal: s.Causal}}, heads, d, Drop{})
	same(t, "alone", alone, want[0][s.Q.Lo*d:s.Q.Hi*d])
}

// The twins' gradient against the plain loop in float64.
func TestAttendGradTwins(t *testing.T) { onPaths(t, checkAttendGradTwins) }

func checkAttendGradTwins(t *testing.T) {
	segs, queries, keys := attendCase()
	for _, heads := range []int{1, 3} {
		for _, c := range []int{1, 12, 33, 64, 70} {
			d := c * heads
			drop := Drop{Rate: 0.2, Key: 5}
			got := attendGrads[float32](segs, queries, keys, heads, d, drop)
			want := attendGrads[float64](segs, queries, keys, heads, d, drop)
			for i := range got {
				near(t, fmt.Sprintf("heads %d columns %d output %d", heads, c, i), got[i], want[i], 1e-4)
			}
		}
	}
}

// attendGrads runs both passes on inputs that are equal for both types.
func attendGrads[T Float](segs []Segment, queries, keys, heads, d int, drop Drop) [][]T {
	in := func(n int, seed uint64) []T {
		x := make([]T, n)
		for i, v := range random[float32](n, seed) {
			x[i] = T(v)
		}
		return x
	}
	q, k, v, dout := in(queries*d, 1), in(keys*d, 2), in(keys*d, 3), in(queries*d, 4)
	out, weights := make([]T, queries*d), make([]T, WeightsLen(segs, heads))
	Attend(NewWorkers(2), out, weights, q, k, v, segs, heads, d, drop)
	dq, dk, dv := in(queries*d, 5), in(keys*d, 6), in(keys*d, 7)
	AttendGrad(NewWorkers(2), dq, dk, dv, dout, weights, q, k, v, segs, heads, d, drop)
	return [][]T{out, weights, dq, dk, dv}
}

func TestAttendVectorBits(t *testing.T) {
	segs, queries, keys := attendCase()
	vectorBits(t, "attention", func() [][]float32 {
		return attendGrads[float32](segs, queries, keys, 3, 3*37, Drop{Rate: 0.1, Key: 2})
	})
}

func FuzzAttend(f *testing.F) {
	f.Add(uint64(1), uint8(2), uint8(40))
	f.Add(uint64(77), uint8(1), uint8(64))
	f.Add(uint64(51), uint8(1), uint8(64))   // no queries at all
	f.Add(uint64(355), uint8(83), uint8(54)) // keys shared by segments that are not neighbours
	f.Fuzz(func(t *testing.T, seed uint64, heads, columns uint8) {
		h, c := 1+int(heads%4), 1+int(columns%80)
		r := rand.New(rand.NewPCG(seed, 0))
		var segs []Segment
		queries, keys := 0, 1+r.IntN(200)
		for range 1 + r.IntN(6) {
			n, lo := r.IntN(1+r.IntN(70)), r.IntN(keys)
			segs = append(segs, Segment{Q: Range{queries, queries + n}, K: Range{lo, lo + r.IntN(keys-lo+1)}, Causal: r.IntN(2) == 0})
			queries += n
		}
		drop := Drop{Rate: 0.1, Key: seed}
		got, want := attendGrads[float32](segs, queries, keys, h, h*c, drop), attendGrads[float64](segs, queries, keys, h, h*c, drop)
		for i := range got {
			near(t, fmt.Sprint(segs, " output ", i), got[i], want[i], 1e-4)
		}
	})
}
