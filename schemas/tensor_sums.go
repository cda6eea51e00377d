package schemas

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"strings"

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

// tensorSums returns the checksums of tensors in the form that they have in the file.
func tensorSums(ts []Tensor) string {
	sums := make([]string, len(ts))
	for i, t := range ts {
		if dtype, _ := kindOf(t.Data); dtype == "" {
			continue // the caller refuses it by name
		}
		h := crc32.New(castagnoli)
		writeNumbers(h, t.Data) // a hash never fails
		sums[i] = fmt.Sprintf("%08x", h.Sum32())
	}
	return strings.Join(sums, " ")
}

// sealHeader inserts the header's checksum and prepends its length.
func sealHeader(header []byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	b = append(b, header...)
	copy(b[8+sumPlace(header):], fmt.Sprintf("%08x", crc32.Checksum(b, castagnoli)))
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

// checkHeader checks a header against its checksum, if it has one.
func checkHeader(header []byte) error {
	at := sumPlace(header)
	if at < 0 {
		return nil
	}
	written := string(header[at : at+len(unknownSum)])
	blank := bytes.Clone(header)
	copy(blank[at:], unknownSum)
	sum := crc32.Checksum(binary.LittleEndian.AppendUint64(nil, uint64(len(header))), castagnoli)
	return compareSum(written, crc32.Update(sum, castagnoli, blank))
}

func compareSum(written string, sum uint32) error {
	if have := fmt.Sprintf("%08x", sum); have != written {
		return guard.Damaged("its checksum is %s, %q was written", have, written)
	}
	return nil
}

// readSums reads the checksums of the tensors. A file without any of our keys comes from another program and needs
// none. We write several keys, so that damage to one does not pass for a foreign file.
func (f *TensorFile) readSums(header []byte) error {
	if !bytes.Contains(header, []byte(ourKeys)) {
		return nil
	}
	if sumPlace(header) < 0 {
		return guard.Damaged("it lacks the checksum of its header")
	}
	sums := strings.Fields(f.meta[tensorSumsKey])
	if len(sums) != len(f.names) {
		return guard.Damaged("%d checksums for %d tensors", len(sums), len(f.names))
	}
	f.sums = make(map[string]uint32, len(sums))
	for i, name := range f.names {
		sum, err := strconv.ParseUint(sums[i], 16, 32)
		if err != nil {
			return guard.Damaged("the checksum of tensor %s is %q", name, sums[i])
		}
		f.sums[name] = uint32(sum)
	}
	return nil
}

// compare checks a tensor's checksum against the written one, if there is one.
func (f *TensorFile) compare(name string, sum uint32) error {
	if f.sums == nil {
		return nil
	}
	if err := compareSum(fmt.Sprintf("%08x", f.sums[name]), sum); err != nil {
		return f.fail("tensor "+name, err)
	}
	return nil
}

// Verify reads every tensor, one block at a time, and checks it. A foreign file has no checksums and is only read.
func (f *TensorFile) Verify() error {
	block := make([]byte, 256<<10)
	for _, name := range f.names {
		e := f.entries[name]
		h := crc32.New(castagnoli)
		if _, err := io.CopyBuffer(h, io.NewSectionReader(f.disk, f.data+e.Offsets[0], e.Offsets[1]-e.Offsets[0]), block); err != nil {
			return f.fail("tensor "+name, err)
		}
		if err := f.compare(name, h.Sum32()); err != nil {
			return err
		}
	}
	return nil
}
