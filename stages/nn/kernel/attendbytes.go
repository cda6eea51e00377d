package kernel

import (
	"fmt"
	"math"
)

// AttendBytes is Attend for 8-bit forms, without weights, dropout and causal
// segments. q and out are [queries,d], k and v [keys,d]; the number of columns of a
// head must be a multiple of HeadBytes. With Q, K, V the integers of a head and q,
// k, v the scales of rows, the weight of key j for query i and the result are
//
//	s(j) = (Σ Q(i)·K(j))·(q(i)·k(j))
//	u(j) = exp(s(j) − max s)·v(j)
//	w(j) = round(u(j)·(255/max u))
//	out  = (Σ w(j)·V(j))·(max u / 255 / Σ exp(s − max s)).
//
// Sums of integers are exact; every other step rounds to float32. Except for the
// exponential, the result is the same on every path. The scale of a value is part
// of its weight, since a sum over keys can have one scale only. A row of q, k or v
// that is not finite gives NaN. AttendBytes panics on more than 66,000 keys in a
// segment, whose sums could exceed 2³¹.
func AttendBytes(w *Workers, out []float32, q, k, v *Bytes, segs []Segment, heads int) {
	checkAttend("AttendBytes", len(out), q.m*q.k, k.m*k.k, v.m*v.k, 0, false, segs, heads, q.k, Drop{})
	if k.k != q.k || v.k != q.k || q.k/heads%HeadBytes != 0 {
		panic(fmt.Sprintf("kernel: AttendBytes: heads=%d, rows of q, k, v have %d, %d, %d elements", heads, q.k, k.k, v.k))
	}
	for i, s := range segs {
		if s.Causal {
			panic(fmt.Sprintf("kernel: AttendBytes: segment %d is causal", i))
		}
		if s.K.Len() > quantInner {
			panic(fmt.Sprintf("kernel: AttendBytes: segment %d has %d keys, at most %d are summed", i, s.K.Len(), quantInner))
		}
	}
	eachAttention(w, segs, heads, false, func(segs []Segment, _, lo, hi int) {
		if fast[float32]() {
			fastAttendBytes(w, out, q, k, v, segs, lo, hi, q.k/heads)
			return
		}
		for _, s := range segs {
			for h := lo; h < hi; h++ {
				refAttendBytes(out, q, k, v, s, h, q.k/heads)
			}
		}
	})
}

// HeadBytes must divide the number of columns of a head in AttendBytes.
const HeadBytes = 16

// byteWeights turns scores into 8-bit weights y, whose length is rounded up to a
// multiple of 16, and returns their factor. It overwrites the scores.
func byteWeights(y []uint8, scores, scale []float32) (factor float32) {
	sum := expSum(scores)
	bits := scaleMax(scores, scale)
	top := math.Float32frombits(bits)
	switch {
	case bits >= infinity:
		clear(y[:(len(scores)+15)&^15])
		return float32(math.NaN())
	case top < quantLeast:
		clear(y[:(len(scores)+15)&^15])
		return 0
	}
	quantisePositive(y, scores, 255/top)
	return top / 255 / sum
}

// expSum replaces x by e^(x[i]−max x) and returns the sum.
func expSum(x []float32) float32 {
	if fast[float32]() {
		return fastExpSum(x, fastMax(x))
	}
	return refExpSum(x, refMax(x), true)
}

// scaleMax computes x[i] *= by[i] for numbers that are not negative and returns the
// bits of the largest product; the bits of NaN exceed those of every number.
func scaleMax(x, by []float32) uint32 {
	if fast[float32]() {
		return fastScaleMax(x, by)
	}
	return refScaleMax(x, by)
}

// quantisePositive computes y[i] = round(x[i]·inverse).
func quantisePositive(y []uint8, x []float32, inverse float32) {
	if fast[float32]() {
		fastQuantisePositive(y, x, inverse)
		return
	}
	refQuantisePositive(y, x, inverse)
}
