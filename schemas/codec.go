package schemas

import (
	kzstd "github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// pageWindow is how far back a page's compression looks. Nearly every page is
// shorter, so that no byte depends on it; it bounds the memory that an encoder
// takes to 1 MiB, where it would be 8.
const pageWindow = 512 << 10

// pageCodec is the library's codec with an encoder of its own, which stays from
// page to page: the library's pool loses them whenever the garbage collector
// runs.
type pageCodec struct {
	*zstd.Codec
	encoder *kzstd.Encoder
}

func newPageCodec() pageCodec {
	encoder, err := kzstd.NewWriter(nil, kzstd.WithEncoderConcurrency(1), kzstd.WithEncoderLevel(kzstd.SpeedFastest),
		kzstd.WithWindowSize(pageWindow), kzstd.WithZeroFrames(true), kzstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // an option that does not exist
	}
	return pageCodec{&zstd.Codec{Level: zstd.SpeedFastest}, encoder}
}

// Encode returns src compressed, in dst if it has room.
func (c pageCodec) Encode(dst, src []byte) ([]byte, error) {
	return c.encoder.EncodeAll(src, dst[:0]), nil
}
