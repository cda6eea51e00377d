// Package spill keeps the kept documents of a set on disk between the two
// passes over them: the first finds the words and their counts, the second
// turns words into ids, for which the whole vocabulary must be known.
//
// The file has no name once it is open and vanishes with the process. It lies
// in the system's temporary folder ($TMPDIR) and takes about as much room as
// the text.
package spill

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Item is what an example is made of.
type Item struct {
	ID      string
	Source  []string   // title and body
	Targets [][]string // keyphrases, <peos> between present and absent ones
}

// File holds items in the order in which they were added. It is not for
// concurrent use.
type File struct {
	disk  *os.File
	out   *bufio.Writer
	in    *bufio.Reader
	buf   []byte
	items int64
}

// New makes an empty spill.
func New() (*File, error) {
	f, err := os.CreateTemp("", "preprocess-*.spill")
	if err != nil {
		return nil, fmt.Errorf("spill: %w; point TMPDIR to a folder with room", err)
	}
	_ = os.Remove(f.Name()) // the open file stays
	return &File{disk: f, out: bufio.NewWriterSize(f, 1<<20)}, nil
}

// Len counts the items that were added.
func (f *File) Len() int64 { return f.items }

// Add appends an item. Adding ends with the first Next.
func (f *File) Add(x *Item) error {
	b := appendString(f.buf[:0], x.ID)
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

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendWords(b []byte, words []string) []byte {
	b = binary.AppendUvarint(b, uint64(len(words)))
	for _, w := range words {
		b = appendString(b, w)
	}
	return b
}

// Next returns the next item, still packed, and io.EOF after the last. The
// string is the caller's.
func (f *File) Next() (string, error) {
	if f.in == nil {
		if err := f.out.Flush(); err != nil {
			return "", fmt.Errorf("spill: %w; point TMPDIR to a folder with more room", err)
		}
		if _, err := f.disk.Seek(0, io.SeekStart); err != nil {
			return "", err
		}
		f.in = bufio.NewReaderSize(f.disk, 1<<20)
	}
	var size [4]byte
	if _, err := io.ReadFull(f.in, size[:]); err != nil {
		return "", err
	}
	n := int(binary.LittleEndian.Uint32(size[:]))
	if cap(f.buf) < n {
		f.buf = make([]byte, n)
	}
	if _, err := io.ReadFull(f.in, f.buf[:n]); err != nil {
		return "", fmt.Errorf("spill: %w", err)
	}
	return string(f.buf[:n]), nil
}

// Unpack takes a packed item apart; its words share memory with it.
func Unpack(packed string) Item {
	p := parser(packed)
	x := Item{ID: p.text(), Source: p.words()}
	x.Targets = make([][]string, p.number())
	for i := range x.Targets {
		x.Targets[i] = p.words()
	}
	return x
}

// parser is what is left of a packed item.
type parser string

func (p *parser) number() int {
	var n, shift uint
	for i := range len(*p) {
		c := (*p)[i]
		n |= uint(c&0x7f) << shift
		if c < 0x80 {
			*p = (*p)[i+1:]
			break
		}
		shift += 7
	}
	return int(n)
}

func (p *parser) text() string {
	n := p.number()
	s := (*p)[:n]
	*p = (*p)[n:]
	return string(s)
}

func (p *parser) words() []string {
	words := make([]string, p.number())
	for i := range words {
		words[i] = p.text()
	}
	return words
}

// Close drops the file.
func (f *File) Close() error { return f.disk.Close() }
