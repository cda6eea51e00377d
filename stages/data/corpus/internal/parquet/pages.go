package parquet

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// Limits on the claims of a page. Common writers stay far below them.
const (
	maxPageHeader = 64 << 10
	maxPacked     = 64 << 20
	maxPage       = 256 << 20
	maxValues     = 16 << 20
)

// chunk is a column of one row group.
type chunk struct {
	disk     io.ReaderAt
	leaf     *parquet.Column
	meta     *format.ColumnMetaData
	unpacked []byte
}

// check checks the claims of all pages, because the library allocates what pages claim. It checks sizes, value counts and
// encodings, and measures each page by decompressing it once. It returns the most bytes that the library holds at once: the
// dictionary and the largest page.
func (c *chunk) check() (held int64, err error) {
	at := c.meta.DataPageOffset
	if d := c.meta.DictionaryPageOffset; d > 0 && d < at {
		at = d
	}
	var page []byte
	dictionary, largest := int64(0), int64(0)
	for left := c.meta.TotalCompressedSize; left > 0; {
		head := make([]byte, min(maxPageHeader, left))
		if _, err := c.disk.ReadAt(head, at); err != nil {
			return 0, err
		}
		var protocol thrift.CompactProtocol
		var h format.PageHeader
		reader := protocol.NewReaderFromBytes(head)
		err := thrift.NewDecoder(reader).Decode(&h)
		used, size, claimed := int64(reader.BytesRead()), int64(h.CompressedPageSize), int64(h.UncompressedPageSize)
		if err == nil && (size < 0 || size > min(left-used, maxPacked) || claimed < 0 || claimed > maxPage) {
			err = fmt.Errorf("has %d bytes, %d decompressed", size, claimed)
		}
		if err == nil {
			page = append(page[:0], make([]byte, size)...)
			if _, err := c.disk.ReadAt(page, at+used); err != nil {
				return 0, err
			}
			err = c.page(&h, page)
		}
		if _, whole := err.(unread); whole {
			return 0, err
		}
		if err != nil {
			return 0, fmt.Errorf("%w: page at byte %d: %w", schemas.ErrDamaged, at, err)
		}
		if h.Type == format.DictionaryPage {
			dictionary += claimed
		} else {
			largest = max(largest, claimed)
		}
		at, left = at+used+size, left-used-size
	}
	return dictionary + largest, nil
}

// unread is an undamaged feature of Parquet that is not supported.
type unread string

func (u unread) Error() string { return string(u) + " is not supported" }

// rewrite is the advice for a file with such a feature.
const rewrite = "write the file again with compression zstd and without this encoding; pyarrow: write_table(table, path, compression='zstd')"

// page checks one page.
func (c *chunk) page(h *format.PageHeader, packed []byte) (err error) {
	var values int32
	var encoding format.Encoding
	lists, size, codec := 0, int(h.UncompressedPageSize), c.meta.Codec // lists of levels before the values in what is packed
	switch h.Type {
	case format.DataPage:
		values, encoding = h.DataPageHeader.V.NumValues, h.DataPageHeader.V.Encoding
		lists = min(c.leaf.MaxRepetitionLevel(), 1) + min(c.leaf.MaxDefinitionLevel(), 1)
	case format.DictionaryPage:
		values, encoding = h.DictionaryPageHeader.V.NumValues, h.DictionaryPageHeader.V.Encoding
	case format.DataPageV2:
		v2 := &h.DataPageHeaderV2.V
		values, encoding = v2.NumValues, v2.Encoding
		levels := int(v2.RepetitionLevelsByteLength) + int(v2.DefinitionLevelsByteLength)
		if levels < 0 || levels > len(packed) || levels > size {
			return fmt.Errorf("levels of %d bytes", levels)
		}
		packed, size = packed[levels:], size-levels
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			codec = format.Uncompressed
		}
	default:
		return fmt.Errorf("a page of type %s", h.Type)
	}
	if values < 0 || values > maxValues {
		return fmt.Errorf("%d values", values)
	}
	if len(packed) > 0 && codec != format.Uncompressed {
		if packed, err = c.unpack(packed, codec, size); err != nil {
			return err
		}
	}
	if len(packed) != size {
		return fmt.Errorf("its header claims %d bytes, it has %d", size, len(packed))
	}
	switch encoding {
	//lint:ignore SA1019 nobody should write PlainDictionary any more, and many files have it
	case format.Plain, format.PlainDictionary, format.RLEDictionary, format.ByteStreamSplit:
		return nil
	case format.DeltaLengthByteArray, format.DeltaBinaryPacked, format.DeltaByteArray:
		return checkDeltas(packed, lists, encoding, int(values))
	case format.RLE:
		if c.leaf.Type().Kind() == parquet.Boolean {
			return nil
		}
	}
	return unread(fmt.Sprintf("the encoding %s", encoding))
}

// unpack decompresses a page of size bytes; if it has more, the result has some other number.
func (c *chunk) unpack(packed []byte, codec format.CompressionCodec, size int) (page []byte, err error) {
	switch codec {
	case format.Snappy:
		if n, err := s2.DecodedLen(packed); err != nil || n != size {
			return nil, cmp.Or(err, fmt.Errorf("its header claims %d bytes, it has %d", size, n))
		}
		c.unpacked, err = s2.Decode(c.unpacked[:cap(c.unpacked)], packed)
		return c.unpacked, err
	}
	in, err := stream(packed, codec)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b := bytes.NewBuffer(c.unpacked[:0])
	_, err = io.Copy(b, io.LimitReader(in, int64(size)+1))
	c.unpacked = b.Bytes()
	return c.unpacked, err
}

// stream returns the decompressed bytes of packed. LZ4_RAW is not among them: the library (v0.32.0) gives what its buffer had before for a
// page that takes less than three times its compressed bytes.
func stream(packed []byte, codec format.CompressionCodec) (io.ReadCloser, error) {
	in := bytes.NewReader(packed)
	switch codec {
	case format.Brotli:
		return io.NopCloser(brotli.NewReader(in)), nil
	case format.Gzip:
		return gzip.NewReader(in)
	case format.Zstd:
		d, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(file.MaxWindow), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}
	return nil, unread(fmt.Sprintf("the compression %s", codec))
}
