package schemas

import (
	"github.com/klauspost/compress/zstd"
)

// frameHolds says whether b is one zstd frame of n bytes of content: it
// declares them (frames of less than 256 bytes need not) and has blocks enough
// for them. The decoder then allocates and stops at n bytes, or at one block.
func frameHolds(b []byte, n uint64) bool {
	if n == 0 && len(b) == 0 {
		return true
	}
	var h zstd.Header
	if h.Decode(b) != nil || h.Skippable || h.DictionaryID != 0 || h.WindowSize > maxPageBytes {
		return false
	}
	if h.HasFCS && h.FrameContentSize != n {
		return false
	}
	blocks, rest := skipBlocks(b[h.HeaderSize:])
	if !h.HasFCS && (n >= 256 || blocks > 1) {
		return false
	}
	sum := 0
	if h.HasCheckSum {
		sum = 4
	}
	return blocks > 0 && rest == sum && n <= uint64(blocks)*zstdBlock
}

const zstdBlock = 128 << 10 // most content of one zstd block

// skipBlocks counts the blocks of a frame and the bytes after the last one;
// no blocks if they do not fit b.
func skipBlocks(b []byte) (blocks, rest int) {
	for last := false; !last; blocks++ {
		if len(b) < 3 {
			return 0, 0
		}
		head := uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16
		last = head&1 != 0
		size := int(head >> 3)
		if head>>1&3 == 1 { // one byte, repeated
			size = 1
		}
		if b = b[3:]; size > len(b) {
			return 0, 0
		}
		b = b[size:]
	}
	return blocks, len(b)
}
