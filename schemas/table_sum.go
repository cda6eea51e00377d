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

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// Parquet has checksums of pages but none of the metadata. A file whose damaged schema has lost its name would pass
// for a foreign file. The metadata therefore carries a checksum of itself.
const (
	metaSumKey = ourKeys + "crc32c" // CRC-32C of our other keys and their values, in eight hexadecimal digits
	creator    = "wrone2set"        // creator in the footer
)

// metaSum returns the checksum of our keys and their values, in the order of the keys. Programs that rewrite a file
// may add keys.
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

// ours reports whether one of our stages wrote the file. It searches the bytes of the footer for one of our keys,
// since damage may keep the library from finding it.
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
