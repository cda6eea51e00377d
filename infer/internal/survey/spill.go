package survey

import (
	"bufio"
	"encoding/gob"
	"fmt"
	"io"
	"os"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// entry is what the second pass needs of a document. Its labels are lists of plain values, since gob reads these fastest.
type entry struct {
	Keys   []uint64 // of the labels
	Scores []float32
	Texts  []string
	Values [][]int32 // by column: numbers of the values
	Year   int       // 0: not known
}

// longestText is the largest number of bytes of a label's text that is kept.
const longestText = 1 << 10

// spill is a temporary file of entries, about 40 bytes a label.
type spill struct {
	file *os.File
	w    *bufio.Writer
	to   *gob.Encoder
	n    int // entries
}

func newSpill() (*spill, error) {
	f, err := scratch.New()
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	return &spill{file: f, w: w, to: gob.NewEncoder(w)}, nil
}

func (s *spill) add(e *entry) error {
	s.n++
	return room(s.to.Encode(e))
}

// room adds a remedy to an error of writing.
func room(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("temporary file: %w; point TMPDIR to a folder with room", err)
}

// each reads all entries.
func (s *spill) each(do func(*entry) error) error {
	if err := room(s.w.Flush()); err != nil {
		return err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("temporary file: %w", err)
	}
	from := gob.NewDecoder(bufio.NewReaderSize(s.file, 1<<16))
	var e entry
	for range s.n {
		// gob leaves out what is zero or empty, and reads the rest into the memory of the entry before.
		e.Keys, e.Scores, e.Texts, e.Year = e.Keys[:0], e.Scores[:0], e.Texts[:0], 0
		if err := from.Decode(&e); err != nil {
			return fmt.Errorf("temporary file: %w", err)
		}
		if err := do(&e); err != nil {
			return err
		}
	}
	return nil
}

func (s *spill) close() error { return s.file.Close() }
