package guard

import (
	"github.com/klauspost/compress/zstd"
)

const zstdBlock = 128 << 10 // largest content of one zstd block

// frameHolds reports whether b is one zstd frame of n bytes of content in the form that our writer produces: with a
// declared size unless it has a single block, with enough blocks for n bytes, without a checksum, and with nothing
// after it. The decoder then allocates and stops at n bytes, or at one block. Go's bounds checks catch blocks that
// exceed b.
func frameHolds(b []byte, n int) bool {
	var h zstd.Header
	if h.Decode(b) != nil || h.Skippable {
		return false
	}
	blocks, rest := skipBlocks(b[h.HeaderSize:])
	if h.HasFCS && h.FrameContentSize != uint64(n) || !h.HasFCS && blocks > 1 {
		return false
	}
	return rest == 0 && n <= blocks*zstdBlock
}

// skipBlocks returns the number of blocks in a frame and the number of bytes after the last one.
func skipBlocks(b []byte) (blocks, rest int) {
	for last := false; !last; blocks++ {
		head := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		last = head&1 != 0
		size := int(head >> 3)
		if head>>1&3 == 1 { // a run-length block: one byte, repeated
			size = 1
		}
		b = b[3+size:]
	}
	return blocks, len(b)
}
