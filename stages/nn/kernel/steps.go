package kernel

import "fmt"

// AttendSteps is Attend for slots that are written step by step: rows of one query
// each, every row with the same number of keys and values of its own. q and out are
// [rows,d]; values is [rows,room,d]; keys is [rows,d,room], with all steps of one
// element side by side. Only the first steps of room are filled. The bits are those
// of Attend.
func AttendSteps[T Float](w *Workers, out, q, keys, values []T, rows, steps, room, heads, d int) {
	if heads < 1 || d%heads != 0 || steps < 1 || steps > room || len(q) != rows*d || len(out) != rows*d || len(keys) != rows*room*d || len(values) != len(keys) {
		panic(fmt.Sprintf("kernel: AttendSteps: rows=%d steps=%d of %d heads=%d d=%d but out, q, keys, values have %d, %d, %d, %d elements",
			rows, steps, room, heads, d, len(out), len(q), len(keys), len(values)))
	}
	c := d / heads
	w.Split(rows, 16, func(lo, hi int) {
		p := make([]T, steps)
		for i := lo; i < hi; i++ {
			for at := i * d; at < (i+1)*d; at += c {
				weightedSum(p, q[at:at+c], keys[at*room:], room)
				softmax(p)
				weightedSum(out[at:at+c], p, values[i*room*d+at-i*d:], d)
			}
		}
	})
}

// weightedSum computes out[j] = Σ p[i]·v[i·ld+j], in the order of i.
func weightedSum[T Float](out, p, v []T, ld int) {
	if fast[T]() {
		fastWeightedSum(as32(out), as32(p), as32(v), ld)
		return
	}
	clear(out)
	for i, x := range p {
		refAddScaled(out, v[i*ld:][:len(out)], x)
	}
}
