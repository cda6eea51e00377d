package guard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// Messages reads an Arrow stream of anyone's, message by message, for Arrow's reader: an ipc.MessageReader. The room for
// a message grows with the bytes that come, whatever its lengths claim; Memory is allowed what decoding it may take.
type Messages struct {
	From   io.Reader
	Memory *Memory
	Begun  bool  // a byte of the stream has been read
	Err    error // what Message said last but io.EOF, without what Arrow's reader puts in front of it
}

const (
	longestMeta = 16 << 20 // of a message
	longestBody = 1 << 30
	streamDepth = 32        // of a column of anyone's
	mostColumns = 1 << 16   // with those below others
	continued   = 1<<32 - 1 // the mark in front of a length, since Arrow 0.15
)

// Slots of a message, and what it may be.
const (
	messageKind, messageBody = 1, 3
	schemaMessage            = 1
	batchMessage             = 3
)

// Message returns the next message, io.EOF at the end of the stream, be it marked or not, and an error with ErrDamaged in
// its tree for one that is cut short or is of no use. It panics where offsets point outside of the message.
func (m *Messages) Message() (message *ipc.Message, err error) {
	defer func() {
		if err != nil && err != io.EOF {
			m.Err = err
		}
	}()
	length, err := m.length()
	if err != nil {
		return nil, err
	}
	if length > longestMeta {
		return nil, Damaged("a message with a head of %d bytes: it is no Arrow stream, or one of more than %d", length, longestMeta)
	}
	meta, err := m.take(length)
	if err != nil {
		return nil, err
	}
	body, err := flatbuffer(meta).checkMessage()
	if err != nil {
		return nil, err
	}
	content, err := m.take(body)
	if err != nil {
		return nil, err
	}
	m.Memory.Allow(Batch{meta: 4 * length, body: body}) // heads of many small buffers, each rounded up
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(content)), nil
}

// Retain and Release are for a count of references, of which the messages here have no need.
func (m *Messages) Retain()  {}
func (m *Messages) Release() {}

// length is that of the next message's head.
func (m *Messages) length() (int64, error) {
	var word [4]byte
	for range 2 {
		n, err := io.ReadFull(m.From, word[:])
		m.Begun = m.Begun || n > 0
		if err != nil {
			return 0, cutShort(err, n == 0 && word == [4]byte{})
		}
		length := binary.LittleEndian.Uint32(word[:])
		if length == 0 {
			return 0, io.EOF
		}
		if string(word[:]) == string(ipc.Magic[:4]) {
			return 0, Damaged("it is an Arrow file, and a stream is wanted")
		}
		if length != continued {
			return int64(length), nil
		}
	}
	return 0, Damaged("a message without a length")
}

// take reads so many bytes; the room for them grows as they come.
func (m *Messages) take(n int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(n, 1<<20)))
	if _, err := io.CopyN(&b, m.From, n); err != nil {
		return nil, cutShort(err, false)
	}
	return b.Bytes(), nil
}

// cutShort is the error of a stream that ends within a message; between two it may end.
func cutShort(err error, between bool) error {
	if (err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)) && !between {
		return Damaged("the stream ends within a message")
	}
	return err
}

// checkMessage holds what Arrow's reader would allocate or follow against limits, and returns the length of the body.
func (f flatbuffer) checkMessage() (body int64, err error) {
	root := f.follow(0)
	if at := f.field(root, messageBody); at != 0 {
		body = int64(binary.LittleEndian.Uint64(f[at:]))
	}
	if body < 0 || body > longestBody {
		return 0, Damaged("a batch of %d bytes, %d are allowed: give smaller ones", body, longestBody)
	}
	at := f.field(root, messageKind)
	if at == 0 {
		return 0, Damaged("a message of no kind")
	}
	header := f.follow(f.field(root, messageHeader))
	switch f[at] {
	case schemaMessage:
		left := mostColumns
		f.vector(header, schemaMetadata, len(f)/4)
		return body, f.checkColumns(header, schemaFields, 0, &left)
	case batchMessage:
		if f.field(header, batchCompression) != 0 {
			return 0, Damaged("its batches are compressed: write the stream without compression")
		}
		return body, nil
	}
	return 0, Damaged("it has columns with a dictionary: give their values (pandas' categories as strings)")
}

// checkColumns bounds the number of all columns, and how deep they lie: several may be one and the same.
func (f flatbuffer) checkColumns(table, slot, depth int, left *int) error {
	at, n := f.vector(table, slot, len(f)/4)
	if *left -= n; *left < 0 || depth > streamDepth {
		return Damaged("more than %d columns, or %d within each other", mostColumns, streamDepth)
	}
	for i := range n {
		field := f.follow(at + 4*i)
		f.vector(field, fieldMetadata, len(f)/4)
		if err := f.checkColumns(field, fieldChildren, depth+1, left); err != nil {
			return err
		}
	}
	return nil
}
