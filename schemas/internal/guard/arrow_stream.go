package guard

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// Messages reads a foreign Arrow stream message by message. It is an ipc.MessageReader for Arrow's reader. The buffer
// of a message grows with the bytes that arrive, whatever its lengths claim. Memory gets the allowance for decoding
// the message.
type Messages struct {
	From   io.Reader
	Memory *Memory
	Begun  bool  // a byte of the stream has been read
	Err    error // last error of Message except io.EOF, without the prefix that Arrow's reader adds
}

const (
	longestMeta = 16 << 20 // bytes of a message's head
	longestBody = 1 << 30
	streamDepth = 32        // deepest nesting of a foreign column
	mostColumns = 1 << 16   // most columns, nested ones included
	continued   = 1<<32 - 1 // mark before a length, since Arrow 0.15
)

// Slots and kinds of a message.
const (
	messageKind, messageBody = 1, 3
	schemaMessage            = 1
	batchMessage             = 3
)

// Message returns the next message. It returns io.EOF at the end of the stream, marked or not, and an error that wraps
// ErrDamaged for a truncated or useless message. It panics where offsets point outside the message.
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
		return nil, Damaged("a message with a head of %d bytes: it is not an Arrow stream, or its head exceeds %d", length, longestMeta)
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
	m.Memory.Allow(Batch{meta: 4 * length, body: body}) // heads describe many small buffers, each rounded up
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(content)), nil
}

// Retain and Release do nothing: messages here need no reference count.
func (m *Messages) Retain()  {}
func (m *Messages) Release() {}

// length reads the length of the next message's head.
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
			return 0, Damaged("it is an Arrow file, not a stream")
		}
		if length != continued {
			return int64(length), nil
		}
	}
	return 0, Damaged("a message without a length")
}

// take reads n bytes. Its buffer grows as they arrive.
func (m *Messages) take(n int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(n, 1<<20)))
	if _, err := io.CopyN(&b, m.From, n); err != nil {
		return nil, cutShort(err, false)
	}
	return b.Bytes(), nil
}

// cutShort returns the error of a stream that ends within a message. A stream may end between two messages.
func cutShort(err error, between bool) error {
	if (err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)) && !between {
		return Damaged("the stream ends within a message")
	}
	return err
}

// checkMessage checks what Arrow's reader would allocate or follow against limits, and returns the length of the body.
func (f flatbuffer) checkMessage() (body int64, err error) {
	root := f.follow(0)
	if at := f.field(root, messageBody); at != 0 {
		body = int64(binary.LittleEndian.Uint64(f[at:]))
	}
	if body < 0 || body > longestBody {
		return 0, Damaged("a batch of %d bytes exceeds the limit of %d: write smaller batches", body, longestBody)
	}
	at := f.field(root, messageKind)
	if at == 0 {
		return 0, Damaged("a message of unknown kind")
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
	return 0, Damaged("it has dictionary columns: write them as plain values (categories of pandas as strings)")
}

// checkColumns bounds the number of all columns and their depth, since several may be the same one.
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
