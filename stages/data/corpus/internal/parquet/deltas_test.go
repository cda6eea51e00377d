package parquet

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// numbers encodes numbers by their differences.
func numbers(t *testing.T, n ...int32) []byte {
	b, err := parquet.DeltaBinaryPacked.EncodeInt32(nil, n)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// claim is a list of equal numbers, in a few bytes.
func claim(n uint64, value int64) (b []byte) {
	for _, v := range []uint64{128, 4, n, uint64(value)<<1 ^ uint64(value>>63)} {
		b = binary.AppendUvarint(b, v)
	}
	for left := int64(n) - 1; left > 0; left -= 128 {
		b = append(b, 0, 0, 0, 0, 0)
	}
	return b
}

// TestDeltaClaims: a page of differences that claims more values than its header, or values of more bytes than a page may have, is
// refused before memory is allocated for the claim. Pages of real writers pass.
func TestDeltaClaims(t *testing.T) {
	text := []byte(strings.Repeat("peat", 25))
	offsets := []uint32{0}
	for i := range 25 {
		offsets = append(offsets, uint32(4*i+4))
	}
	whole, err := parquet.DeltaByteArray.EncodeByteArray(nil, text, offsets)
	if err != nil {
		t.Fatal(err)
	}
	many := make([]int32, 1000)
	for i := range many {
		many[i] = int32(i * i % 97)
	}
	long := 1 << 20
	bomb := bytes.Join([][]byte{claim(1000, 0), claim(1000, int64(long))}, nil)
	prefixes := append(numbers(t, append([]int32{0}, bytesOf(999, long)...)...), append(numbers(t, append([]int32{int32(long)}, bytesOf(999, 0)...)...), make([]byte, long)...)...)
	levels := append(binary.LittleEndian.AppendUint32(nil, 3), "abc"...)
	for _, c := range []struct {
		name     string
		page     []byte
		levels   int
		encoding format.Encoding
		values   int
		want     string // "" for a page whose claims are true
	}{
		{"texts", whole, 0, format.DeltaByteArray, 25, ""},
		{"texts with levels", bytes.Join([][]byte{levels, levels, whole}, nil), 2, format.DeltaByteArray, 25, ""},
		{"numbers", numbers(t, many...), 0, format.DeltaBinaryPacked, 1000, ""},
		{"one number", numbers(t, 5), 0, format.DeltaBinaryPacked, 1, ""},
		{"nulls", levels, 1, format.DeltaByteArray, 9, ""},
		{"2³⁰ numbers", claim(1, 0)[:3], 0, format.DeltaBinaryPacked, 1, "malformed"},
		{"more numbers than values", claim(1<<20, 7), 0, format.DeltaBinaryPacked, 1000, "1048576 differences for 1000 values"},
		{"more lengths than values", claim(1<<20, 7), 0, format.DeltaLengthByteArray, 1000, "1048576 differences for 1000 values"},
		{"more prefixes than values", claim(1<<20, 7), 0, format.DeltaByteArray, 1000, "1048576 differences for 1000 values"},
		{"more suffixes than values", append(claim(3, 0), claim(1<<20, 7)...), 0, format.DeltaByteArray, 1000, "1048576 differences for 1000 values"},
		{"suffixes beyond the page", bomb, 0, format.DeltaByteArray, 1000, "malformed"},
		{"a text of 1 MiB again and again", prefixes, 0, format.DeltaByteArray, 1000, "its values have more than"},
		{"a prefix of nothing", append(numbers(t, 3), numbers(t, 1)...), 0, format.DeltaByteArray, 1, "malformed"},
		{"another number of suffixes", append(numbers(t, 0, 0), numbers(t, 0)...), 0, format.DeltaByteArray, 2, "malformed"},
		{"no groups", []byte{128, 1, 0, 9, 0}, 0, format.DeltaBinaryPacked, 9, "malformed"},
		{"levels beyond the page", levels[:5], 1, format.DeltaByteArray, 9, "malformed"},
	} {
		err := checkDeltas(c.page, c.levels, c.encoding, c.values)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func bytesOf(n, value int) []int32 {
	b := make([]int32, n)
	for i := range b {
		b[i] = int32(value)
	}
	return b
}
