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
	b = binary.AppendUvarint(b, uint64(1+len(x.Targets)))
	for i := range 1 + len(x.Targets) {
		words := x.Source
		if i > 0 {
			words = x.Targets[i-1]
		}
		b = binary.AppendUvarint(b, uint64(len(words)))
		for _, w := range words {
			b = binary.AppendUvarint(b, uint64(w))
		}
	}
	f.buf = b
	f.items++
	_, err := f.out.Write(b)
	return written(err)
}

func written(err error) error {
	if err != nil {
		return fmt.Errorf("spill: %w; point TMPDIR to a folder with more room", err)
	}
	return nil
}

// Next returns the next of the items that were added, then io.EOF.
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
	number := func() (n uint64) { // 0 after an error
		if err == nil {
			n, err = binary.ReadUvarint(f.in)
		}
		return n
	}
	id := make([]byte, number())
	if err == nil {
		_, err = io.ReadFull(f.in, id)
	}
	lists := make([][]int32, number())
	for i := range lists {
		lists[i] = make([]int32, number())
		for k := range lists[i] {
			lists[i][k] = int32(number())
		}
	}
	if err != nil {
		return x, fmt.Errorf("spill: %w", err)
	}
	return Item{ID: string(id), Source: lists[0], Targets: lists[1:]}, nil
}

// Close drops the file.
func (f *File) Close() error { return f.disk.Close() }
