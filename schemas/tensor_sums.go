package schemas

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// Keys in a safetensors header's metadata that hold checksums, CRC-32C in eight hexadecimal digits. Other programs
// ignore them.
const (
	tensorSumsKey = "wrone2set.crc32c"        // of each tensor's bytes, in the order of the data, separated by blanks
	headerSumKey  = "wrone2set.header_crc32c" // of the header and its length, computed with unknownSum in this place
	unknownSum    = "00000000"
	ourKeys       = "wrone2set." // prefix of all our keys
)

// castagnoli is the polynomial of CRC-32C, for which CPUs have an instruction. It detects every burst of damage up to
// 32 bits long and misses other damage once in four billion cases.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumText writes a checksum as files have it.
func sumText(sum uint32) string { return fmt.Sprintf("%08x", sum) }

// sealHeader inserts the header's checksum and prepends its length.
func sealHeader(header []byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	b = append(b, header...)
	copy(b[8+sumPlace(header):], sumText(crc32.Checksum(b, castagnoli)))
	return b
}

// sumPlace returns the offset of the digits of the header's own checksum, or -1. Inside a JSON string the quotes of
// the key would be escaped.
func sumPlace(header []byte) int {
	key := []byte(`"` + headerSumKey + `":"`)
	at := bytes.Index(header, key)
	if at < 0 || at+len(key)+len(unknownSum) > len(header) {
		return -1
	}
	return at + len(key)
}

// checkHeader checks a header against its checksum. A header without any of our keys comes from another program and
// needs none. We write several keys, so that damage to one does not pass for a foreign file.
func checkHeader(header []byte) error {
	at := sumPlace(header)
	if at < 0 {
		if bytes.Contains(header, []byte(ourKeys)) {
			return guard.Damaged("it lacks the checksum of its header")
		}
		return nil
	}
	blank := bytes.Clone(header)
	copy(blank[at:], unknownSum)
	sum := crc32.Checksum(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), castagnoli)
	return compareSum(string(header[at:at+len(unknownSum)]), crc32.Update(sum, castagnoli, blank))
}

func compareSum(written string, sum uint32) error {
	if have := sumText(sum); have != written {
		return guard.Damaged("its checksum is %s, %q was written", have, written)
	}
	return nil
}

// compare checks a tensor's checksum against the written one, if there is one.
func (f *TensorFile) compare(name string, sum uint32) error {
	written, ok := f.sums[name]
	if !ok {
		return nil
	}
	return compareSum(written, sum)
}
