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
// values, or values of any length. levels is the number of lists of levels at the start of the page. Go's bounds checks catch lengths
// that exceed the page.
func checkDeltas(page []byte, levels int, encoding format.Encoding, values int) (err error) {
	defer func() {
		if recover() != nil {
			err = errDeltas
		}
	}()
	for range levels {
		page = page[4+int(binary.LittleEndian.Uint32(page)):]
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
	number := func() uint64 {
		v, n := binary.Uvarint(b)
		b = b[max(n, 1):] // malformed if n is not positive
		return v
	}
	block, groups, n := number(), number(), number()
	number() // the first value
	if n > uint64(values) {
		return nil, fmt.Errorf("it has %d differences for %d values", n, values)
	}
	if groups == 0 || block > 1<<20 || groups > block || block%groups != 0 {
		return nil, errDeltas
	}
	for left := int64(n) - 1; left > 0; {
		number() // the smallest difference
		widths := b[:groups]
		b = b[groups:]
		for _, width := range widths {
			if left <= 0 {
				break
			}
			size := block / groups * uint64(width) / 8
			b = b[min(size, uint64(len(b))):] // some writers cut the last group short
			left -= int64(block / groups)
		}
	}
	return b, nil
}
