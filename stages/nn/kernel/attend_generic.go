//go:build !amd64 || purego

package kernel

func fastAttend(w *Workers, out, weights, q, k, v []float32, segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	panic(noTwin)
}

func fastAttendGrad(w *Workers, dq, dk, dv, dout, weights, q, k, v []float32, segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	panic(noTwin)
}
