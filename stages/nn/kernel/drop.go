package kernel

import "fmt"

// Drop says which elements dropout keeps. The zero value keeps all.
type Drop struct {
	Rate float64 // fraction of elements dropped, in [0,1); 0 turns dropout off
	Key  uint64  // key of the random numbers, distinct per seed, step and site
	Keep []uint8 // a recorded mask to use instead of random numbers (1 = kept); nil for none
}

// Dropout computes y[i] = x[i]/(1−Rate) where element first+i is kept and 0
// where it is dropped. Whether an element is kept depends on Key and its number
// alone; with Keep it is Keep[first+i]. The gradient of Dropout is Dropout of the
// gradient. y may be x.
//
// Element i is kept iff a 32-bit hash of Key and i is at least Rate·2³².
func Dropout[T Float](w *Workers, y, x []T, d Drop, first uint64) {
	if len(y) != len(x) || d.Keep != nil && first+uint64(len(x)) > uint64(len(d.Keep)) {
		panic(fmt.Sprintf("kernel: Dropout: y, x, mask have %d, %d, %d elements, first %d", len(y), len(x), len(d.Keep), first))
	}
	w.Split(len(x), 4096, func(lo, hi int) { dropRange(y[lo:hi], x[lo:hi], d, first+uint64(lo)) })
}

func dropRange[T Float](y, x []T, d Drop, first uint64) {
	if fast[T]() && d.Rate > 0 && d.Keep == nil {
		fastDrop(as32(y), as32(x), d, first)
		return
	}
	refDrop(y, x, d, first)
}

// fastDrop is refDrop with random numbers. The twins count elements in 32 bits, so
// a call of dropPart ends where the high half of the number changes.
func fastDrop(y, x []float32, d Drop, first uint64) {
	limit, scale := dropLimit(d.Rate), float32(1/(1-d.Rate))
	for len(x) > 0 {
		n := int(min(uint64(len(x)), 1<<32-first&(1<<32-1)))
		dropPart(y[:n], x[:n], uint32(first)+uint32(d.Key), dropSecond(d.Key, uint32(first>>32)), limit, scale)
		y, x, first = y[n:], x[n:], first+uint64(n)
	}
}
