// Package spill stores the documents of a set on disk between the two passes over them. The first pass numbers and
// counts the words. The second turns numbers into ids, which requires the whole vocabulary.
//
// The file belongs to package scratch and takes about a third of the text's space.
package spill

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// Item is the content of an example: words as numbers from 0.
type Item struct {
	ID      string
	Source  []int32   // title and body
	Targets [][]int32 // keyphrases, <peos> between present and absent ones
}

// File holds items in the order in which they were added. It is not safe for concurrent use.
type File struct {
	disk  *os.File
	out   *bufio.Writer
	in    *bufio.Reader
	buf   []byte
	items int64
}

// New makes an empty spill.
func New() (*File, error) {
	f, err := scratch.New()
	if err != nil {
		return nil, err
	}
	return &File{disk: f, out: bufio.NewWriterSize(f, 1<<20)}, nil
}

// Len returns the number of items added.
func (f *File) Len() int64 { return f.items }

// Add appends an item. It must not be called after Next.
func (f *File) Add(x *Item) error {
	b := append(binary.AppendUvarint(f.buf[:0], uint64(len(x.ID))), x.ID...)
	b = appendWords(b, x.Source)
	b = binary.AppendUvarint(b, uint64(len(x.Targets)))
	for _, t := range x.Targets {
		b = appendWords(b, t)
	}
	f.buf = b
	f.items++
	_, err := f.out.Write(b)
	return written(err)
}

func appendWords(b []byte, words []int32) []byte {
	b = binary.AppendUvarint(b, uint64(len(words)))
	for _, w := range words {
		b = binary.AppendUvarint(b, uint64(w))
	}
	return b
}

func written(err error) error {
	if err != nil {
		return fmt.Errorf("spill: %w; point TMPDIR to a folder with more room", err)
	}
	return nil
}

// Next returns the next of the items that were added.
func (f *File) Next() (x Item, err error) {
	if f.in == nil {
		if err := written(f.out.Flush()); err != nil {
			return x, err
		}
		if _, err := f.disk.Seek(0, io.SeekStart); err != nil {
			return x, err
		}
		f.in = bufio.NewReaderSize(f.disk, 1<<20)
	}
	r := reader{in: f.in}
	id := make([]byte, r.number())
	r.read(id)
	x.ID, x.Source = string(id), r.words()
	x.Targets = make([][]int32, r.number())
	for i := range x.Targets {
		x.Targets[i] = r.words()
	}
	return x, r.err
}

// reader reads the parts of an item. After an error everything is 0.
type reader struct {
	in  *bufio.Reader
	err error
}

func (r *reader) number() int {
	if r.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(r.in)
	if err != nil {
		r.err = fmt.Errorf("spill: %w", err)
	}
	return int(n)
}

func (r *reader) read(b []byte) {
	if _, err := io.ReadFull(r.in, b); err != nil && r.err == nil {
		r.err = fmt.Errorf("spill: %w", err)
	}
}

func (r *reader) words() []int32 {
	words := make([]int32, r.number())
	for i := range words {
		words[i] = int32(r.number())
	}
	return words
}

// Close drops the file.
func (f *File) Close() error { return f.disk.Close() }
