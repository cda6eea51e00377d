package file

import (
	"bufio"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

const (
	readAhead   = 1 << 20 // more than any reader of Text holds read and unused
	frameApart  = 4 << 10 // frames that begin closer together than this share the first one's place
	frameHeader = 18      // longest frame header in bytes
)

// unzstd reads the frames of a zstd file one after the other and records where they begin, because reading can start
// there. The decoder sees one frame at a time.
type unzstd struct {
	in      *bufio.Reader
	decoder *zstd.Decoder
	at      int64   // offset in the file of the next byte that in gives
	text    int64   // bytes of text so far
	starts  []Place // frames from the one that contains the byte readAhead before text
	several bool    // more than one frame has text

	left   int64 // bytes of the frame up to its next block or its end
	blocks bool  // another block follows
	sum    int64 // bytes of the checksum after the last block
}

func newUnzstd(r io.Reader) (*unzstd, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(MaxWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	u := &unzstd{in: bufio.NewReaderSize(r, textBuffer), decoder: decoder}
	if err := u.frame(); err != io.EOF {
		return u, err
	}
	return u, decoder.Reset(u.in) // all frames are empty
}

// restart continues at a frame, where r stands.
func (u *unzstd) restart(r io.Reader, to Place) error {
	u.in.Reset(r)
	u.at, u.text, u.starts = to.Frame, to.Before, nil
	return u.frame()
}

// holding returns the start of the frame that contains a byte of text: its offset in the file and the bytes of text
// before it.
func (u *unzstd) holding(text int64) (frame, before int64) {
	for _, s := range u.starts {
		if s.Before <= text {
			frame, before = s.Frame, s.Before
		}
	}
	return frame, before
}

// frame starts the next frame that has text, or returns io.EOF.
func (u *unzstd) frame() error {
	for {
		begin, err := u.in.Peek(frameHeader)
		if err != nil && (err != io.EOF || len(begin) == 0) {
			return err
		}
		var h zstd.Header
		if h.Decode(begin) != nil {
			u.left, u.blocks, u.sum = math.MaxInt64, false, 0 // let the decoder report the damage
			break
		}
		if !h.Skippable {
			u.left, u.blocks, u.sum = int64(h.HeaderSize), true, 0
			if h.HasCheckSum {
				u.sum = 4
			}
			break
		}
		if err := u.skip(int64(h.HeaderSize) + int64(h.SkippableSize)); err != nil {
			return err
		}
	}
	if n := len(u.starts); n == 0 || u.text-u.starts[n-1].Before >= frameApart {
		u.starts = append(u.starts, Place{Frame: u.at, Before: u.text})
		u.several = u.several || u.text > 0
	}
	for len(u.starts) > 1 && u.starts[1].Before <= u.text-readAhead {
		u.starts = u.starts[1:]
	}
	return u.decoder.Reset((*oneFrame)(u))
}

// skip discards n bytes of the file.
func (u *unzstd) skip(n int64) error {
	for n > 0 {
		m, err := u.in.Discard(int(min(n, 1<<30)))
		u.at, n = u.at+int64(m), n-int64(m)
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (u *unzstd) Read(p []byte) (n int, err error) {
	for n == 0 && err == nil && len(p) > 0 {
		if n, err = u.decoder.Read(p); err == io.EOF {
			err = u.frame()
		}
	}
	u.text += int64(n)
	return n, err
}

// oneFrame gives the decoder the bytes of one frame and then io.EOF.
type oneFrame unzstd

func (o *oneFrame) Read(p []byte) (int, error) {
	if o.left == 0 && o.blocks {
		head, err := o.in.Peek(3)
		if len(head) < 3 {
			return 0, err
		}
		bits := int64(head[0]) | int64(head[1])<<8 | int64(head[2])<<16
		o.left = 3 + bits>>3
		if bits>>1&3 == 1 { // a run-length block: one byte, repeated
			o.left = 4
		}
		if o.blocks = bits&1 == 0; !o.blocks {
			o.left += o.sum
		}
	}
	if o.left == 0 {
		return 0, io.EOF
	}
	n, err := o.in.Read(p[:min(int64(len(p)), o.left)])
	o.at, o.left = o.at+int64(n), o.left-int64(n)
	return n, err
}
