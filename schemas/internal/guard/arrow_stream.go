package guard

import (
	"encoding/binary"
	"errors"
	"io"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"
)

// Stream reads an Arrow stream of anyone, message by message. The buffer of a message grows with the bytes that arrive,
// whatever its lengths claim.
type Stream struct {
	from   io.Reader
	begun  bool // a byte has been read
	memory allowance
	reader *ipc.Reader
	err    error // of the last message, without the prefix that Arrow's reader adds
}

// NewStream reads the schema of a stream. It returns io.EOF if there is not a single byte.
func NewStream(from io.Reader) (s *Stream, err error) {
	s = &Stream{from: from}
	defer s.caught(&err)
	s.reader, err = ipc.NewReaderFromMessageReader(s, ipc.WithAllocator(&s.memory))
	if err != nil && !s.begun && errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	return s, err
}

// Schema returns the columns.
func (s *Stream) Schema() *arrow.Schema { return s.reader.Schema() }

// Next returns the next record batch, which is valid until the next call, and io.EOF after the last. Every other error
// wraps ErrDamaged, or is one of the system.
func (s *Stream) Next() (r arrow.Record, err error) {
	defer s.caught(&err)
	if !s.reader.Next() {
		if err := s.reader.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	return s.reader.Record(), checkRecord(s.reader.Record())
}

// caught turns a panic or an error of the library into an error that wraps ErrDamaged.
func (s *Stream) caught(err *error) {
	if p := recover(); p != nil {
		*err = Caught(p)
	}
	if s.err != nil {
		*err = s.err
	}
	if *err != nil && *err != io.EOF {
		*err = DamagedBy(*err)
	}
}

const (
	longestMeta = 16 << 20 // bytes of a message's head
	longestBody = 1 << 30
	streamDepth = 32        // deepest nesting of a column
	mostColumns = 1 << 16   // most columns, nested ones included
	continued   = 1<<32 - 1 // mark before a length, since Arrow 0.15
)

// Slots of the tables in a message, and kinds of messages.
const (
	messageKind, messageHeader, messageBody = 1, 2, 3
	schemaFields, schemaMetadata            = 1, 2
	fieldChildren, fieldMetadata            = 5, 6
	batchBuffers, batchCompression          = 2, 3
	batchViews                              = 4 // numbers of buffers that columns of views have
	dictionaryBatch                         = 1 // its values, as a batch of one column

	schemaMessage     = 1
	dictionaryMessage = 2
	batchMessage      = 3
)

// Message returns the next message for Arrow's reader. It returns io.EOF at the end of the stream, marked or not. It
// panics where offsets point outside the message.
func (s *Stream) Message() (message *ipc.Message, err error) {
	defer func() {
		if err != nil && err != io.EOF {
			s.err = err
		}
	}()
	length, err := s.length()
	if err != nil {
		return nil, err
	}
	if length > longestMeta {
		return nil, Damaged("a message with a head of %d bytes: it is not an Arrow stream, or its head exceeds %d", length, longestMeta)
	}
	meta, err := s.take(length)
	if err != nil {
		return nil, err
	}
	body, err := flatbuffer(meta).checkMessage()
	if err != nil {
		return nil, err
	}
	content, err := s.take(body)
	if err == nil {
		content, err = flatbuffer(meta).decompress(content)
	}
	if err != nil {
		return nil, err
	}
	// A decoded batch takes up to twice its bytes, since each buffer is rounded up, and heads describe many small ones.
	s.memory.left = int(8*length) + 2*len(content) + 64<<10
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(content)), nil
}

// Retain and Release do nothing: messages here need no reference count.
func (s *Stream) Retain()  {}
func (s *Stream) Release() {}

// length reads the length of the next message's head.
func (s *Stream) length() (int64, error) {
	var word [4]byte
	for range 2 {
		n, err := io.ReadFull(s.from, word[:])
		s.begun = s.begun || n > 0
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

// take reads n bytes. Its buffer doubles as they arrive, and has no more than them.
func (s *Stream) take(n int64) (b []byte, err error) {
	for have := 0; int64(have) < n; have = len(b) {
		b = append(make([]byte, 0, min(n, max(1<<20, 2*int64(have)))), b...)
		b = b[:cap(b)]
		if _, err := io.ReadFull(s.from, b[have:]); err != nil {
			return nil, cutShort(err, false)
		}
	}
	return b, nil
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
	case batchMessage, dictionaryMessage:
		return body, f.checkViews(f.batch())
	}
	return 0, Damaged("a message of unknown kind")
}

// batch returns the position of the batch of a message, 0 if it has none.
func (f flatbuffer) batch() int {
	root := f.follow(0)
	header := f.follow(f.field(root, messageHeader))
	switch f[f.field(root, messageKind)] {
	case batchMessage:
		return header
	case dictionaryMessage:
		return f.follow(f.field(header, dictionaryBatch))
	}
	return 0
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

// checkViews bounds the number of buffers of each column of views.
func (f flatbuffer) checkViews(batch int) error {
	_, most := f.vector(batch, batchBuffers, len(f)/bufferSize)
	at, n := f.vector(batch, batchViews, len(f)/8)
	for i := range n {
		if buffers := binary.LittleEndian.Uint64(f[at+8*i:]); buffers > uint64(most) {
			return Damaged("a column of %d buffers in a batch of %d", buffers, most)
		}
	}
	return nil
}

// allowance is an Arrow allocator that panics instead of exceeding what decoding a message may take.
type allowance struct {
	memory.GoAllocator
	left int
}

func (a *allowance) spend(n int) {
	if n > a.left {
		panic(Damaged("a buffer of %d bytes is larger than its batch", n))
	}
	a.left -= n
}

// Allocate spends n bytes of the allowance.
func (a *allowance) Allocate(n int) []byte {
	a.spend(n)
	return a.GoAllocator.Allocate(n)
}

// Reallocate spends the whole new size.
func (a *allowance) Reallocate(n int, old []byte) []byte {
	a.spend(n)
	return a.GoAllocator.Reallocate(n, old)
}
