package schemas

import (
	"encoding/binary"
	"math/bits"
)

// countLevels walks the runs of n levels from 0 to most (RLE or bit-packed)
// and counts those that equal most; the last packed run may run over by 7. It
// returns -1 if the runs are not n such levels.
func countLevels(b []byte, n int, most byte) (full int) {
	width := bits.Len8(most)
	for n > 0 {
		head, k := binary.Uvarint(b)
		if k <= 0 || head == 0 || head>>1 > maxPageValues {
			return -1
		}
		b = b[k:]
		run, size := int(head>>1), 1 // one value, repeated
		if head&1 != 0 {             // groups of 8
			run, size = 8*run, run*width
		}
		if size > len(b) || run >= n+8 || (head&1 == 0 && (run > n || b[0] > most)) {
			return -1
		}
		if head&1 != 0 {
			full += countPacked(b, min(run, n), width, most)
		} else if b[0] == most {
			full += run
		}
		b, n = b[size:], n-run
	}
	if len(b) > 0 {
		return -1
	}
	return full
}

// countPacked counts those of n bit-packed levels that equal most.
func countPacked(b []byte, n, width int, most byte) (full int) {
	mask := uint16(1)<<width - 1
	for i := range n {
		at := i * width
		pair := uint16(b[at>>3])
		if at>>3+1 < len(b) {
			pair |= uint16(b[at>>3+1]) << 8
		}
		if byte(pair>>(at&7)&mask) == most {
			full++
		}
	}
	return full
}
