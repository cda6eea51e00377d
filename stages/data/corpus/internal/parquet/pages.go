package parquet

import (
	"bytes"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
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

// checkPages checks the claims of all pages of one column in one row group, because the library allocates what pages
// claim. It checks sizes, value counts and encodings, and measures each page by decompressing it once without keeping
// it.
func checkPages(disk io.ReaderAt, c format.ColumnMetaData) error {
	at := c.DataPageOffset
	if d := c.DictionaryPageOffset; d > 0 && d < at {
		at = d
	}
	var page []byte
	for left := c.TotalCompressedSize; left > 0; {
		head := make([]byte, min(maxPageHeader, left))
		if _, err := disk.ReadAt(head, at); err != nil {
			return err
		}
		var protocol thrift.CompactProtocol
		var h format.PageHeader
		reader := protocol.NewReaderFromBytes(head)
		if err := thrift.NewDecoder(reader).Decode(&h); err != nil {
			return fmt.Errorf("%w: page header at byte %d: %w", schemas.ErrDamaged, at, err)
		}
		used, size := int64(reader.BytesRead()), int64(h.CompressedPageSize)
		if size < 0 || size > left-used || size > maxPacked || h.UncompressedPageSize < 0 || h.UncompressedPageSize > maxPage {
			return fmt.Errorf("%w: page at byte %d has %d bytes, %d decompressed", schemas.ErrDamaged, at, size, h.UncompressedPageSize)
		}
		page = append(page[:0], make([]byte, size)...)
		if _, err := disk.ReadAt(page, at+used); err != nil {
			return err
		}
		err := checkPage(&h, page, c.Codec)
		if _, whole := err.(unread); whole {
			return err
		}
		if err != nil {
			return fmt.Errorf("%w: page at byte %d: %w", schemas.ErrDamaged, at, err)
		}
		at, left = at+used+size, left-used-size
	}
	return nil
}

// unread is an undamaged feature of Parquet that is not supported.
type unread string

func (u unread) Error() string {
	return string(u) + " is not supported: compressions are snappy, zstd, gzip, brotli and none; encodings are plain, dictionary, delta length and packed delta"
}

// checkPage checks one page.
func checkPage(h *format.PageHeader, page []byte, codec format.CompressionCodec) error {
	values, encoding, packed, size := int32(0), format.Plain, page, int(h.UncompressedPageSize)
	switch h.Type {
	case format.DataPage:
		values, encoding = h.DataPageHeader.V.NumValues, h.DataPageHeader.V.Encoding
	case format.DictionaryPage:
		values, encoding = h.DictionaryPageHeader.V.NumValues, h.DictionaryPageHeader.V.Encoding
	case format.DataPageV2:
		v2 := &h.DataPageHeaderV2.V
		values, encoding = v2.NumValues, v2.Encoding
		levels := int(v2.RepetitionLevelsByteLength) + int(v2.DefinitionLevelsByteLength)
		if levels < 0 || levels > len(page) || levels > size {
			return fmt.Errorf("levels of %d bytes", levels)
		}
		packed, size = page[levels:], size-levels
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			codec = format.Uncompressed
		}
	default:
		return fmt.Errorf("a page of type %s", h.Type)
	}
	if values < 0 || values > maxValues {
		return fmt.Errorf("%d values", values)
	}
	switch encoding {
	//lint:ignore SA1019 nobody should write PlainDictionary any more, and many files have it
	case format.Plain, format.PlainDictionary, format.RLEDictionary, format.DeltaLengthByteArray, format.DeltaBinaryPacked:
	default:
		return unread(fmt.Sprintf("the encoding %s", encoding))
	}
	n, err := unpackedSize(packed, codec, size)
	if err == nil && n != size {
		err = fmt.Errorf("its header claims %[2]d bytes, it has %[1]d", n, size)
	}
	return err
}

// unpackedSize measures the decompressed size of packed, holding only one window of it. If the size exceeds want, the
// result is some value other than want.
func unpackedSize(packed []byte, codec format.CompressionCodec, want int) (int, error) {
	var in io.Reader
	if len(packed) == 0 {
		return 0, nil
	}
	switch codec {
	case format.Uncompressed:
		return len(packed), nil
	case format.Snappy:
		return s2.DecodedLen(packed)
	case format.Brotli:
		in = brotli.NewReader(bytes.NewReader(packed))
	case format.Gzip:
		unzip, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return 0, err
		}
		in = unzip
	case format.Zstd:
		unzstd, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(file.MaxWindow), zstd.WithDecoderLowmem(true))
		if err != nil {
			return 0, err
		}
		defer unzstd.Close()
		in = unzstd
	default:
		return 0, unread(fmt.Sprintf("the compression %s", codec))
	}
	n, err := io.Copy(io.Discard, io.LimitReader(in, int64(want)+1))
	return int(n), err
}
