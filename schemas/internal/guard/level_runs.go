package guard

import (
	"encoding/binary"
	"math/bits"
)

// countLevels walks the runs of n levels from 0 to most (repeated or bit-packed) and counts the levels equal to one.
// The last packed run may be up to 7 levels too long. ok is false if the runs are not n such levels: the library
// allocates as many as a repeated run claims. Go's bounds checks catch packed runs that exceed the bytes.
func countLevels(b []byte, n int, most, one byte) (count int, ok bool) {
	width := bits.Len8(most)
	for n > 0 {
		head, k := binary.Uvarint(b)
		if head == 0 { // the library would read the next byte as another run, this loop as a level
			return 0, false
		}
		b = b[k:]
		run, size := int(head>>1), 1 // repeated run: one value
		if head&1 != 0 {             // packed run: groups of 8
			run, size = 8*run, run*width
			same, ok := countPacked(b, min(run, n), width, most, one)
			if !ok {
				return 0, false
			}
			count += same
		} else if run > n || b[0] > most {
			return 0, false
		} else if b[0] == one {
			count += run
		}
		b, n = b[size:], n-run
	}
	return count, len(b) == 0
}

// countPacked counts the levels equal to one among n bit-packed levels. ok is false if a level exceeds most.
func countPacked(b []byte, n, width int, most, one byte) (count int, ok bool) {
	mask := uint16(1)<<width - 1
	for i := range n {
		at := i * width
		pair := uint16(b[at>>3])
		if at>>3+1 < len(b) {
			pair |= uint16(b[at>>3+1]) << 8
		}
		level := byte(pair >> (at & 7) & mask)
		if level > most {
			return 0, false
		}
		if level == one {
			count++
		}
	}
	return count, true
}
