package kernel

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// bytesOfRows is the 8-bit form of x.
func bytesOfRows(x []float32, d int) *Bytes {
	b := new(Bytes)
	b.Set(nil, x, len(x)/d, d)
	return b
}

// byteSegments is attendCase without the segments that AttendBytes rejects.
func byteSegments() (segs []Segment, queries, keys int) {
	segs, _, _ = attendCase()
	for i := range segs {
		segs[i].Causal = false
	}
	return append(segs, Segment{Q: Range{42, 142}, K: Range{0, 130}}), 142, 130
}

// naiveAttendBytes is AttendBytes by its definition, written a second time from floats to floats. The exponential and its
// sum are those of the path in use.
func naiveAttendBytes(q, k, v []float32, segs []Segment, heads, d int) []float32 {
	out, c := make([]float32, len(q)), d/heads
	rows := func(x []float32) (whole [][]int64, scale []float32) {
		for i := 0; i < len(x); i += d {
			y, s := bytesAlike(x[i : i+d])
			whole, scale = append(whole, y), append(scale, s)
		}
		return whole, scale
	}
	qs, qScale := rows(q)
	ks, kScale := rows(k)
	vs, vScale := rows(v)
	for _, s := range segs {
		for i := s.Q.Lo; i < s.Q.Hi && s.K.Len() > 0; i++ {
			for h := range heads {
				e := make([]float32, s.K.Len())
				for j := range e {
					var sum int64
					for x := h * c; x < (h+1)*c; x++ {
						sum += qs[i][x] * ks[s.K.Lo+j][x]
					}
					e[j] = float32(sum) * float32(qScale[i]*kScale[s.K.Lo+j])
				}
				sum, top := expSum(e), float32(0)
				for j := range e {
					e[j] *= vScale[s.K.Lo+j]
					top = max(top, e[j])
				}
				for x := h * c; x < (h+1)*c; x++ {
					var whole int64
					for j := range e {
						whole += int64(math.RoundToEven(float64(e[j]*(255/top)))) * vs[s.K.Lo+j][x]
					}
					out[i*d+x] = float32(whole) * float32(top/255/sum)
				}
			}
		}
	}
	return out
}

// Every path gives the bits of the definition, writes nothing else, and does not depend on the number of threads.
func TestAttendBytes(t *testing.T) {
	segs, queries, keys := byteSegments()
	onPaths(t, func(t *testing.T) {
		for _, heads := range []int{1, 3} {
			for _, c := range []int{16, 32, 48, 64, 80} {
				d := heads * c
				q, k, v := random[float32](queries*d, 1), random[float32](keys*d, 2), random[float32](keys*d, 3)
				for i := range q {
					q[i] *= 3 // some weights are large, some round to 0
				}
				want := naiveAttendBytes(q, k, v, segs, heads, d)
				for _, w := range []*Workers{nil, NewWorkers(1), NewWorkers(3)} {
					what := fmt.Sprintf("%d heads of %d columns, %d threads", heads, c, w.Count())
					for range 2 { // the second round reuses the memory of the first
						got := guarded(t, what, queries*d, func(x []float32) {
							AttendBytes(w, x, bytesOfRows(q, d), bytesOfRows(k, d), bytesOfRows(v, d), segs, heads)
						})
						same(t, what, got, want)
					}
				}
			}
		}
	})
}

// AVX-512 and AVX2 also have the same exponentials.
func TestAttendBytesVectorBits(t *testing.T) {
	segs, queries, keys := byteSegments()
	const heads, d = 3, 48
	q, k, v := bytesOfRows(random[float32](queries*d, 1), d), bytesOfRows(random[float32](keys*d, 2), d), bytesOfRows(random[float32](keys*d, 3), d)
	vectorBits(t, "attention in bytes", func() [][]float32 {
		out := make([]float32, queries*d)
		AttendBytes(nil, out, q, k, v, segs, heads)
		return [][]float32{out}
	})
}

// A document's rows depend neither on the other documents nor on the earlier content of the memory.
func TestAttendBytesAlone(t *testing.T) {
	const heads, d, docs = 4, 128, 7
	var segs []Segment
	rows := 0
	for i := range docs {
		n := 3 + 31*i
		segs = append(segs, Segment{Q: Range{rows, rows + n}, K: Range{rows, rows + n}})
		rows += n
	}
	x := random[float32](rows*d, 1)
	onPaths(t, func(t *testing.T) {
		w, all := NewWorkers(1), make([]float32, rows*d)
		b := bytesOfRows(x, d)
		AttendBytes(w, all, b, b, b, segs, heads)
		for i := docs - 1; i >= 0; i-- {
			r, alone := segs[i].Q, make([]float32, segs[i].Q.Len()*d)
			b := bytesOfRows(x[r.Lo*d:r.Hi*d], d)
			AttendBytes(w, alone, b, b, b, []Segment{{Q: Range{0, r.Len()}, K: Range{0, r.Len()}}}, heads)
			same(t, fmt.Sprint("document ", i), alone, all[r.Lo*d:r.Hi*d])
		}
	})
}

// In 8 bits the result is close to that of the floats: scores of up to 2 in size, 130 keys.
func TestAttendBytesError(t *testing.T) {
	segs, queries, keys := byteSegments()
	const heads, d = 2, 64
	q, k, v := random[float32](queries*d, 1), random[float32](keys*d, 2), random[float32](keys*d, 3)
	got := make([]float32, queries*d)
	AttendBytes(nil, got, bytesOfRows(q, d), bytesOfRows(k, d), bytesOfRows(v, d), segs, heads)
	want, _ := naiveAttend(q, k, v, segs, heads, d, Drop{})
	var sum float64
	for i := range got {
		diff := math.Abs(float64(got[i]) - want[i])
		if sum += diff * diff; diff > .03 {
			t.Fatalf("element %d is %v, want %v", i, got[i], want[i])
		}
	}
	// An element in 8 bits is off by at most 1/254, uniformly: the standard deviation is .0023. A sum of 32 products of two
	// such elements is off by √32·√2·.0023·.58 = .01. That moves the mean of n values by .01·.58/√n: by .002 over nine keys,
	// the smallest document except that of one word. Both errors together are .003.
	if deviation := math.Sqrt(sum / float64(len(got))); deviation > .003 {
		t.Errorf("standard deviation %v", deviation)
	}
}

// Rows that are hard to scale: zeros, the largest numbers, NaN and infinity. NaN in a key or value reaches all queries, NaN in a query that query alone.
func TestAttendBytesExtremes(t *testing.T) {
	const d = 16
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	good := [][]float32{{1, -1, .5, 0}, {0, 0, 0, 0}, {3e38, -3e38, 0, 0}, {1e-38, 0, 0, 0}, {-2, 7, 1, 1}}
	flat := func(rows [][]float32) (x []float32) {
		for _, r := range rows {
			x = append(append(x, r...), make([]float32, d-len(r))...)
		}
		return x
	}
	one := []Segment{{Q: Range{0, len(good)}, K: Range{0, len(good)}}}
	isNaN := func(x float32) bool { return x != x }
	run := func(q, k, v [][]float32) []float32 {
		out := make([]float32, len(good)*d)
		AttendBytes(nil, out, bytesOfRows(flat(q), d), bytesOfRows(flat(k), d), bytesOfRows(flat(v), d), one, 1)
		return out
	}
	onPaths(t, func(t *testing.T) {
		small := [][]float32{{1, -1, .5, 0}, {0, 0, 0, 0}, {.1, 0, 0, 2}, {1e-38, 0, 0, 0}, {-2, .7, 1, 1}}
		for i, x := range run(small, small, good) {
			if isNaN(x) || math.Abs(float64(x)) > 3e38 {
				t.Errorf("element %d is %v", i, x)
			}
		}
		for i, x := range run(small, small, make([][]float32, len(good))) {
			if x != 0 {
				t.Errorf("of values 0 element %d is %v", i, x)
			}
		}
		for _, bad := range []float32{nan, inf, -inf} {
			with := func(row int) [][]float32 {
				x := append([][]float32(nil), small...)
				x[row] = []float32{0, bad, 0, 0}
				return x
			}
			for i, x := range run(with(2), small, small) {
				if isNaN(x) != (i/d == 2) {
					t.Errorf("%v in query 2: element %d is %v", bad, i, x)
				}
			}
			for what, got := range map[string][]float32{"key": run(small, with(1), small), "value": run(small, small, with(1))} {
				for i, x := range got {
					if !isNaN(x) {
						t.Errorf("%v in a %s: element %d is %v", bad, what, i, x)
					}
				}
			}
		}
	})
}

func TestAttendBytesPanics(t *testing.T) {
	rows := func(d int) *Bytes { return bytesOfRows(make([]float32, 2*d), d) }
	all := []Segment{{Q: Range{0, 2}, K: Range{0, 2}}}
	for name, f := range map[string]func(){
		"columns": func() { AttendBytes(nil, make([]float32, 48), rows(24), rows(24), rows(24), all, 1) },
		"keys": func() {
			AttendBytes(nil, make([]float32, 32), rows(16), bytesOfRows(make([]float32, 32), 32), rows(16), all, 1)
		},
		"values": func() {
			AttendBytes(nil, make([]float32, 32), rows(16), rows(16), bytesOfRows(make([]float32, 32), 32), all, 1)
		},
		"out": func() { AttendBytes(nil, make([]float32, 16), rows(16), rows(16), rows(16), all, 1) },
		"many keys": func() {
			many := bytesOfRows(make([]float32, 16*(quantInner+1)), 16)
			AttendBytes(nil, make([]float32, 32), rows(16), many, many, []Segment{{Q: Range{0, 2}, K: Range{0, quantInner + 1}}}, 1)
		},
		"causal": func() {
			AttendBytes(nil, make([]float32, 32), rows(16), rows(16), rows(16), []Segment{{Q: Range{0, 2}, K: Range{0, 2}, Causal: true}}, 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if why := fmt.Sprint(recover()); !strings.HasPrefix(why, "kernel: AttendBytes:") {
					t.Errorf("panic %q", why)
				}
			}()
			f()
		})
	}
}
