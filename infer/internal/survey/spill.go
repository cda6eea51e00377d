package survey

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// entry is what the second pass needs of a document.
type entry struct {
	labels []spilled
	values [][]int32 // by column: numbers of the values
	year   int       // 0: not known
}

// spilled is a label of an entry.
type spilled struct {
	key   uint64
	score float32
	text  []byte // valid until the next entry is read
}

// spill is a temporary file of entries, about 40 bytes a label.
type spill struct {
	file *os.File
	w    *bufio.Writer
	r    *bufio.Reader
	n    int64 // entries
	buf  []byte
}

func newSpill() (*spill, error) {
	f, err := scratch.New()
	if err != nil {
		return nil, err
	}
	return &spill{file: f, w: bufio.NewWriterSize(f, 1<<16)}, nil
}

// longestText is the largest number of bytes of a label's text that is kept.
const longestText = 1 << 10

func (s *spill) add(e *entry) error {
	b := binary.AppendUvarint(s.buf[:0], uint64(len(e.labels)))
	for _, l := range e.labels {
		b = binary.LittleEndian.AppendUint64(b, l.key)
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(l.score))
		text := l.text[:min(len(l.text), longestText)]
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	for _, ids := range e.values {
		b = binary.AppendUvarint(b, uint64(len(ids)))
		for _, id := range ids {
			b = binary.AppendUvarint(b, uint64(id))
		}
	}
	s.buf = binary.AppendUvarint(b, uint64(e.year))
	s.n++
	_, err := s.w.Write(s.buf)
	return room(err)
}

// room adds a remedy to an error of writing.
func room(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("temporary file: %w; point TMPDIR to a folder with room", err)
}

// each reads all entries. values is the number of columns.
func (s *spill) each(values int, do func(*entry) error) error {
	if err := room(s.w.Flush()); err != nil {
		return err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("temporary file: %w", err)
	}
	s.r = bufio.NewReaderSize(s.file, 1<<16)
	e := &entry{values: make([][]int32, values)}
	for range s.n {
		if err := s.read(e); err != nil {
			return fmt.Errorf("temporary file: %w", err)
		}
		if err := do(e); err != nil {
			return err
		}
	}
	return nil
}

// read reads the next entry into e.
func (s *spill) read(e *entry) (err error) {
	number := func() (n uint64) {
		if err == nil {
			n, err = binary.ReadUvarint(s.r)
		}
		return n
	}
	n := int(number())
	for len(e.labels) < n {
		e.labels = append(e.labels, spilled{})
	}
	e.labels = e.labels[:n]
	for i := range e.labels {
		var head [12]byte
		if err == nil {
			_, err = io.ReadFull(s.r, head[:])
		}
		l := &e.labels[i]
		l.key, l.score = binary.LittleEndian.Uint64(head[:]), math.Float32frombits(binary.LittleEndian.Uint32(head[8:]))
		length := int(number())
		if cap(l.text) < length {
			l.text = make([]byte, length, 2*length)
		}
		if l.text = l.text[:length]; err == nil {
			_, err = io.ReadFull(s.r, l.text)
		}
	}
	for c := range e.values {
		e.values[c] = e.values[c][:0]
		for range number() {
			e.values[c] = append(e.values[c], int32(number()))
		}
	}
	e.year = int(number())
	return err
}

func (s *spill) close() error { return s.file.Close() }
