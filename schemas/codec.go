package schemas

import (
	kzstd "github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// pageWindow limits how far back the compression of a page looks. Nearly every page is shorter, so no byte depends on
// it. It bounds the memory of an encoder to 1 MiB instead of 8.
const pageWindow = 512 << 10

// pageCodec is the library's codec with an encoder that it keeps from page to page. The library's pool loses encoders
// whenever the garbage collector runs.
type pageCodec struct {
	*zstd.Codec
	encoder *kzstd.Encoder
}

func newPageCodec() pageCodec {
	encoder, err := kzstd.NewWriter(nil, kzstd.WithEncoderConcurrency(1), kzstd.WithEncoderLevel(kzstd.SpeedFastest),
		kzstd.WithWindowSize(pageWindow), kzstd.WithZeroFrames(true), kzstd.WithEncoderCRC(false))
	if err != nil {
		panic(err) // an invalid option is our mistake
	}
	return pageCodec{&zstd.Codec{Level: zstd.SpeedFastest}, encoder}
}

// Encode compresses src, into dst if it fits there.
func (c pageCodec) Encode(dst, src []byte) ([]byte, error) {
	return c.encoder.EncodeAll(src, dst[:0]), nil
}
