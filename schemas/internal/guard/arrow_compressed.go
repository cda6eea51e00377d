package guard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

const (
	bufferSize    = 16 // bytes of a buffer's entry in a batch: offset and length
	lengthSize    = 8  // bytes before a compressed buffer: its length when decompressed
	notCompressed = -1 // such a length says that the buffer is as it was

	codecKind, codecZstd = 0, 1 // slot of the compression's table; its default is LZ4

	// The most bytes that a compressed byte can become. Nothing is allocated for a length that claims more.
	mostByLZ4  = 256
	mostByZstd = 1 << 16
)

// decompress returns the body of a batch with its buffers decompressed, and changes the message so that it describes them. Arrow's
// reader would allocate what a length or a window claims. Here a batch takes at most longestBody bytes, and a buffer is its own window.
// Other bodies stay as they are. decompress panics where buffers lie outside the body.
func (f flatbuffer) decompress(body []byte) ([]byte, error) {
	batch := f.batch()
	if batch == 0 || f.field(batch, batchCompression) == 0 {
		return body, nil
	}
	compression := f.follow(f.field(batch, batchCompression))
	read, most := readLZ4, mostByLZ4
	if at := f.field(compression, codecKind); at != 0 && f[at] == codecZstd {
		read, most = readZstd, mostByZstd
	}
	at, n := f.vector(batch, batchBuffers, len(f)/bufferSize)
	packed, lengths, whole := make([][]byte, n), make([]int, n), 0
	for i := range n {
		entry := f[at+bufferSize*i:]
		from, length := binary.LittleEndian.Uint64(entry), binary.LittleEndian.Uint64(entry[8:])
		if length == 0 {
			continue
		}
		packed[i] = body[from:][:length]
		lengths[i] = int(int64(binary.LittleEndian.Uint64(packed[i])))
		packed[i] = packed[i][lengthSize:]
		if lengths[i] < notCompressed || lengths[i]/most > len(packed[i]) {
			return nil, Damaged("%d compressed bytes claim to be %d", len(packed[i]), lengths[i])
		}
		if whole += max(lengths[i], len(packed[i])); whole > longestBody {
			return nil, Damaged("a batch of more than %d bytes when decompressed: write smaller batches", longestBody)
		}
	}
	content := make([]byte, 0, whole)
	for i, length := range lengths {
		begin := len(content)
		if length == notCompressed {
			content = append(content, packed[i]...)
		} else if content = content[:begin+length]; length > 0 {
			if err := read(content[begin:], packed[i]); err != nil {
				return nil, DamagedBy(fmt.Errorf("compressed bytes: %w", err))
			}
		}
		binary.LittleEndian.PutUint64(f[at+bufferSize*i:], uint64(begin))
		binary.LittleEndian.PutUint64(f[at+bufferSize*i+8:], uint64(len(content)-begin))
	}
	f.drop(batch, batchCompression)
	return content, nil
}

// readLZ4 decompresses a frame of LZ4 into to, which it fills.
func readLZ4(to, from []byte) error {
	_, err := io.ReadFull(lz4.NewReader(bytes.NewReader(from)), to)
	return err
}

// readZstd decompresses frames of zstd into to, which they fill.
func readZstd(to, from []byte) error {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		return err
	}
	defer d.Close()
	got, err := d.DecodeAll(from, to[:0:len(to)])
	if err == nil && len(got) < len(to) {
		err = errors.New("too few")
	}
	return err
}
