package guard

import (
	"github.com/klauspost/compress/zstd"
)

const zstdBlock = 128 << 10 // most content of one zstd block

// frameHolds says whether b is one zstd frame of n bytes of content, as our writer makes them: it declares them, unless
// it has a single block, has blocks enough for them, and neither checksum nor anything else follows. The decoder then
// allocates and stops at n bytes, or at one block. Go's bounds checks hold the blocks against b.
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

// skipBlocks counts the blocks of a frame and the bytes after the last one.
func skipBlocks(b []byte) (blocks, rest int) {
	for last := false; !last; blocks++ {
		head := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		last = head&1 != 0
		size := int(head >> 3)
		if head>>1&3 == 1 { // one byte, repeated
			size = 1
		}
		b = b[3+size:]
	}
	return blocks, len(b)
}
