// Package spill stores the documents of a set on disk between the two passes over them. The first pass numbers and
// counts the words. The second turns numbers into ids, which requires the whole vocabulary.
//
// The file belongs to package scratch and takes about a third of the text's space.
package spill

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

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
	var size [4]byte
	binary.LittleEndian.PutUint32(size[:], uint32(len(b)))
	f.items++
	_, err1 := f.out.Write(size[:])
	_, err2 := f.out.Write(b)
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("spill: %w; point TMPDIR to a folder with more room", err)
	}
	return nil
}

func appendWords(b []byte, words []int32) []byte {
	b = binary.AppendUvarint(b, uint64(len(words)))
	for _, w := range words {
		b = binary.AppendUvarint(b, uint64(w))
	}
	return b
}

// Next appends the next item, still packed, to packed and returns the result. It returns io.EOF after the last.
func (f *File) Next(packed []byte) ([]byte, error) {
	if f.in == nil {
		if err := f.out.Flush(); err != nil {
			return nil, fmt.Errorf("spill: %w; point TMPDIR to a folder with more room", err)
		}
		if _, err := f.disk.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		f.in = bufio.NewReaderSize(f.disk, 1<<20)
	}
	var size [4]byte
	if _, err := io.ReadFull(f.in, size[:]); err != nil {
		return nil, err
	}
	start, n := len(packed), int(binary.LittleEndian.Uint32(size[:]))
	packed = slices.Grow(packed, n)[:start+n]
	if _, err := io.ReadFull(f.in, packed[start:]); err != nil {
		return nil, fmt.Errorf("spill: %w", err)
	}
	return packed, nil
}

// Unpack decodes the first of the packed items and returns the rest.
func Unpack(packed []byte) (Item, []byte) {
	p := parser(packed)
	n := p.number()
	x := Item{ID: string(p[:n])}
	p = p[n:]
	x.Source = p.words()
	x.Targets = make([][]int32, p.number())
	for i := range x.Targets {
		x.Targets[i] = p.words()
	}
	return x, p
}

// parser is the rest of the packed items.
type parser []byte

func (p *parser) number() int {
	n, size := binary.Uvarint(*p)
	*p = (*p)[size:]
	return int(n)
}

func (p *parser) words() []int32 {
	words := make([]int32, p.number())
	for i := range words {
		words[i] = int32(p.number())
	}
	return words
}

// Close drops the file.
func (f *File) Close() error { return f.disk.Close() }
