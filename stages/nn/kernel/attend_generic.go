//go:build !amd64 || purego

package kernel

func fastAttend(w *Workers, out, weights, q, k, v []float32, packed *PackedKeys[float32], segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	panic(noTwin)
}

func fastAttendGrad(w *Workers, dq, dk, dv, dout, weights, q, k, v []float32, segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	panic(noTwin)
}

func packedKeysOf(keys, heads, d int) int { panic(noTwin) }

func packKeys(dst, k []float32, r Range, head, heads, d int) { panic(noTwin) }

func fastWeightedSum(out, p, v []float32, ldv int) { panic(noTwin) }
