// Package spill stores the documents of a set on disk between the two passes over them. The first pass counts the words. The
// second turns them into ids, which requires the whole vocabulary.
//
// The file belongs to package scratch and takes about as much space as the text.
package spill

import (
	"bufio"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

// Item is what an example is made of.
type Item struct {
	ID      string
	Source  []string   // title and body
	Targets [][]string // keyphrases, <peos> between present and absent ones
}

// stored is an Item in the file: lists of words as texts, since a value for each word takes time. A NUL, which no corpus has in its
// texts, ends each word.
type stored struct {
	ID, Source string
	Targets    []string
}

func joined(words []string) string {
	return strings.Join(append(words[:len(words):len(words)], ""), "\x00")
}

func parted(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s[:len(s)-1], "\x00")
}

// File holds items in the order in which they were added. It is not safe for concurrent use.
type File struct {
	disk    *os.File
	buffer  *bufio.Writer
	encoder *gob.Encoder
	decoder *gob.Decoder // nil before the first Next
	items   int64
}

// New makes an empty spill.
func New() (*File, error) {
	f, err := scratch.New()
	if err != nil {
		return nil, err
	}
	buffer := bufio.NewWriterSize(f, 1<<20)
	return &File{disk: f, buffer: buffer, encoder: gob.NewEncoder(buffer)}, nil
}

// Len returns the number of items added.
func (f *File) Len() int64 { return f.items }

// Add appends an item. It must not be called after Next.
func (f *File) Add(x *Item) error {
	f.items++
	s := stored{ID: x.ID, Source: joined(x.Source)}
	for _, t := range x.Targets {
		s.Targets = append(s.Targets, joined(t))
	}
	return written(f.encoder.Encode(&s))
}

func written(err error) error {
	if err != nil {
		return fmt.Errorf("spill: %w; point TMPDIR to a folder with more room", err)
	}
	return nil
}

// Next returns the next of the items that were added, and io.EOF after the last.
func (f *File) Next() (x Item, err error) {
	if f.decoder == nil {
		if err := written(f.buffer.Flush()); err != nil {
			return x, err
		}
		if _, err := f.disk.Seek(0, io.SeekStart); err != nil {
			return x, err
		}
		f.decoder = gob.NewDecoder(bufio.NewReaderSize(f.disk, 1<<20))
	}
	var s stored
	if err = f.decoder.Decode(&s); err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("spill: %w", err)
	}
	x.ID, x.Source = s.ID, parted(s.Source)
	for _, t := range s.Targets {
		x.Targets = append(x.Targets, parted(t))
	}
	return x, err
}

// Close drops the file.
func (f *File) Close() error { return f.disk.Close() }
