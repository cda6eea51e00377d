package kernel

import (
	"fmt"
	"sort"
	"unsafe"
)

// PackedKeys are keys k[keys,d] and values v[keys,d] that are packed once for many
// calls of AttendPacked. They are packed range by range; a segment's keys must be
// one of the ranges.
type PackedKeys[T Float] struct {
	k, v     []T     // as given, for the plain loop
	ranges   []Range // in rising order
	starts   []int   // start of each range in panels
	heads, d int
	panels   []T // [range][head][panel of keys][column][key], then [panel of columns][key][column]; nil on the plain path
}

// PackedKeysLen returns the number of elements that keys and values of these ranges
// take when they are packed.
func PackedKeysLen[T Float](ranges []Range, heads, d int) int {
	if !fast[T]() {
		return 0
	}
	n := 0
	for _, r := range ranges {
		n += heads * (packedKeysOf(r.Len(), d/heads) + packedValuesOf(r.Len(), d/heads))
	}
	return n
}

// NewPackedKeys prepares the keys k and values v for packing into room, which has
// PackedKeysLen elements. The ranges must rise and not overlap. It packs nothing:
// call Pack.
func NewPackedKeys[T Float](k, v, room []T, ranges []Range, heads, d int) *PackedKeys[T] {
	if n := PackedKeysLen[T](ranges, heads, d); heads < 1 || d%heads != 0 || len(room) != n || len(v) != len(k) {
		panic(fmt.Sprintf("kernel: NewPackedKeys: heads=%d d=%d, %d and %d elements and room for %d, %d are needed", heads, d, len(k), len(v), len(room), n))
	}
	p := &PackedKeys[T]{k: k, v: v, ranges: ranges, heads: heads, d: d}
	at, last := 0, 0
	for _, r := range ranges {
		if r.Lo < last || r.Hi < r.Lo || r.Hi*d > len(k) {
			panic(fmt.Sprintf("kernel: NewPackedKeys: range %v after %d of %d keys", r, last, len(k)/d))
		}
		last = r.Hi
		if len(room) > 0 {
			p.starts = append(p.starts, at)
			at += heads * (packedKeysOf(r.Len(), d/heads) + packedValuesOf(r.Len(), d/heads))
		}
	}
	if len(room) > 0 {
		p.panels = room
	}
	return p
}

// Pack packs the keys and values of ranges [lo,hi) as they are now.
func (p *PackedKeys[T]) Pack(w *Workers, lo, hi int) {
	if p.panels == nil {
		return
	}
	w.each((hi-lo)*p.heads, func(t int) {
		i, h := lo+t/p.heads, t%p.heads
		keys, values := p.panelsOf(i, h)
		packKeys(as32(keys), as32(p.k), p.ranges[i], h, p.heads, p.d)
		packValues(as32(values), as32(p.v), p.ranges[i], h, p.heads, p.d)
	})
}

// panelsOf returns the panels of head h of range i.
func (p *PackedKeys[T]) panelsOf(i, h int) (keys, values []T) {
	n, c := p.ranges[i].Len(), p.d/p.heads
	k, v := packedKeysOf(n, c), packedValuesOf(n, c)
	at := p.starts[i] + h*(k+v)
	return p.panels[at:][:k:k], p.panels[at+k:][:v:v]
}

// find returns the number of the range r; it panics if there is none.
func (p *PackedKeys[T]) find(r Range) int {
	i := sort.Search(len(p.ranges), func(i int) bool { return p.ranges[i].Lo >= r.Lo })
	for i < len(p.ranges) && p.ranges[i].Lo == r.Lo {
		if p.ranges[i] == r {
			return i
		}
		i++
	}
	panic(fmt.Sprintf("kernel: AttendPacked: keys %v were not packed", r))
}

// AttendPacked is Attend for packed keys and values, with the same bits.
func AttendPacked[T Float](w *Workers, out, weights, q []T, k *PackedKeys[T], segs []Segment, heads, d int, drop Drop) {
	if k.heads != heads || k.d != d {
		panic(fmt.Sprintf("kernel: AttendPacked: keys of %d heads and width %d for %d heads and %d", k.heads, k.d, heads, d))
	}
	attendAny(w, out, weights, q, k.k, k.v, k, segs, heads, d, drop)
}

// packed32 converts keys whose elements are float32, which the type system cannot see.
func packed32[T Float](p *PackedKeys[T]) *PackedKeys[float32] {
	return (*PackedKeys[float32])(unsafe.Pointer(p))
}
