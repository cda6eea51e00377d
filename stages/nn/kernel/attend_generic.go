//go:build !amd64 || purego

package kernel

func fastAttend(w *Workers, out, weights, q, k, v []float32, packed *PackedKeys[float32], segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	panic(noTwin)
}

func fastAttendGrad(w *Workers, dq, dk, dv, dout, weights, q, k, v []float32, segs []Segment, at, lo, hi, heads, d int, drop Drop) {
	panic(noTwin)
}

func packedKeysOf(keys, c int) int { panic(noTwin) }

func packedValuesOf(keys, c int) int { panic(noTwin) }

func packKeys(dst, k []float32, r Range, head, heads, d int) { panic(noTwin) }

func packValues(dst, v []float32, r Range, head, heads, d int) { panic(noTwin) }

func fastWeightedSum(out, p, v []float32, ldv int) { panic(noTwin) }
