package schemas

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"slices"
	"strings"

	"wrone2set/schemas/internal/guard"
)

// Parquet has checksums of pages and none of the metadata, and a file whose schema has lost its name would pass for one
// of anyone's. So the metadata carries a checksum of itself.
const (
	metaSumKey = ourKeys + "crc32c" // CRC-32C of all other keys of ours and their values, in eight hexadecimal digits
	creator    = "wrone2set"        // what the footer says wrote the file
)

// metaSum is the checksum of the keys that begin like ours, and their values, in the order of the keys. Who rewrites a
// file may add keys.
func metaSum(meta map[string]string) string {
	h := crc32.New(castagnoli)
	for _, k := range slices.Sorted(maps.Keys(meta)) {
		if k != metaSumKey && strings.HasPrefix(k, ourKeys) {
			fmt.Fprintf(h, "%q %q\n", k, meta[k]) // a hash never fails
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}

// checkSum compares the metadata with its checksum.
func (r *TableReader[R]) checkSum() error {
	meta := map[string]string{}
	for _, kv := range r.file.Metadata().KeyValueMetadata {
		meta[kv.Key] = kv.Value
	}
	if sum, written := metaSum(meta), meta[metaSumKey]; sum != written {
		return guard.Damaged("the checksum of its metadata is %s, %q was written", sum, written)
	}
	return nil
}

// ours says whether a stage of ours wrote the file: whether the bytes of its footer have a key of ours anywhere, since
// damage may keep the library from finding them.
func (r *TableReader[R]) ours() (bool, error) {
	size := r.file.Size()
	var tail [8]byte
	if _, err := r.disk.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return false, err
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	footer, err := io.ReadAll(io.NewSectionReader(r.disk, size-int64(len(tail))-length, length))
	return bytes.Contains(footer, []byte(ourKeys)), err
}
