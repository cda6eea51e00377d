//go:build !amd64 || purego

package kernel

func fastAttendBytes(w *Workers, out []float32, q, k, v *Bytes, segs []Segment, lo, hi, c int) {
	panic(noTwin)
}
