package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
)

// A manifest and a mark carry a checksum: otherwise readers would believe what a damaged one lists and not miss what
// it lost. It is their first line, the CRC-32C of the whole file with unknownSum in its place.
const (
	sumKey     = `"crc32c"`
	beforeSum  = "{\n  " + sumKey + `: "`
	unknownSum = "00000000"
	afterSum   = "\",\n"
)

// addSum inserts the checksum into a JSON object.
func addSum(data []byte) []byte {
	data = bytes.Replace(data, []byte("{\n"), []byte(beforeSum+unknownSum+afterSum), 1)
	copy(data[len(beforeSum):], checksum(data))
	return data
}

// verify compares the checksum. A file without one comes from an earlier version.
func verify(data []byte) error {
	if !bytes.Contains(data, []byte(sumKey)) {
		return nil
	}
	if !bytes.HasPrefix(data, []byte(beforeSum)) || len(data) < len(beforeSum)+len(unknownSum) {
		return errors.New("the file is damaged: it does not begin with its checksum")
	}
	written := string(data[len(beforeSum):][:len(unknownSum)])
	blank := bytes.Clone(data)
	copy(blank[len(beforeSum):], unknownSum)
	if have := checksum(blank); have != written {
		return fmt.Errorf("the file is damaged: its checksum is %s, %q was written", have, written)
	}
	return nil
}

func checksum(data []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
}
