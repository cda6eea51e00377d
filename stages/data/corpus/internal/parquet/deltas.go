package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// errDeltas means that differences are cut short or have lengths that no writer gives them.
var errDeltas = errors.New("its differences are malformed")

// checkDeltas checks a decompressed page of values that are encoded by their differences: a few bytes can claim any number of
// values, or values of any length. levels is the number of lists of levels at the start of the page.
func checkDeltas(page []byte, levels int, encoding format.Encoding, values int) error {
	for range levels {
		if len(page) < 4 {
			return errDeltas
		}
		n := binary.LittleEndian.Uint32(page)
		if page = page[4:]; uint64(n) > uint64(len(page)) {
			return errDeltas
		}
		page = page[n:]
	}
	if len(page) == 0 {
		return nil // every value is null
	}
	rest, err := skipDeltas(page, values)
	if err != nil || encoding != format.DeltaByteArray {
		return err
	}
	prefixes, suffixes := page, rest
	if rest, err = skipDeltas(suffixes, values); err != nil {
		return err
	}
	return checkPrefixes(prefixes, suffixes, len(rest))
}

// checkPrefixes checks values of which each repeats a prefix of the value before: a short page may stand for gigabytes. left is the
// number of bytes that the page has for suffixes.
func checkPrefixes(prefixes, suffixes []byte, left int) error {
	prefix, err := parquet.DeltaBinaryPacked.DecodeInt32(nil, prefixes)
	if err != nil {
		return err
	}
	suffix, err := parquet.DeltaBinaryPacked.DecodeInt32(nil, suffixes)
	if err != nil {
		return err
	}
	if len(prefix) != len(suffix) {
		return errDeltas
	}
	size, last := int64(0), int64(0)
	for i := range prefix {
		p, s := int64(prefix[i]), int64(suffix[i])
		if p < 0 || s < 0 || p > last || s > int64(left) {
			return errDeltas
		}
		last, left = p+s, left-int(s)
		if size += last; size > maxPage {
			return fmt.Errorf("its values have more than %d bytes", maxPage)
		}
	}
	return nil
}

// skipDeltas returns the bytes after a list of at most so many numbers, which DELTA_BINARY_PACKED encodes: a header, then blocks of
// a smallest difference, the width in bits of each group, and the groups.
func skipDeltas(b []byte, values int) (rest []byte, err error) {
	var header [4]uint64 // size of a block, groups of a block, number of values, first value
	for i := range header {
		if header[i], b, err = uvarint(b); err != nil {
			return nil, err
		}
	}
	block, groups, n := header[0], header[1], header[2]
	if n > uint64(values) {
		return nil, fmt.Errorf("it has %d differences for %d values", n, values)
	}
	if groups == 0 || block > 1<<20 || groups > block || block%groups != 0 {
		return nil, errDeltas
	}
	for left := int64(n) - 1; left > 0; {
		if _, b, err = uvarint(b); err != nil || uint64(len(b)) < groups {
			return nil, errDeltas
		}
		widths := b[:groups]
		b = b[groups:]
		for _, width := range widths {
			if left <= 0 {
				break
			}
			size := block / groups * uint64(width) / 8
			if uint64(len(b)) < size {
				size = uint64(len(b)) // some writers cut the last group short
			}
			b, left = b[size:], left-int64(block/groups)
		}
	}
	return b, nil
}

// uvarint cuts a number off.
func uvarint(b []byte) (uint64, []byte, error) {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return 0, nil, errDeltas
	}
	return v, b[n:], nil
}
