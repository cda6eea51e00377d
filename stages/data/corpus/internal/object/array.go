package object

import (
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// array reads the objects of one JSON array, or objects one behind another. encoding/json would end at the first bad element, and hold one
// of any size.
type array struct {
	parser
	bare    bool // objects without an array
	in      *file.File
	element int64 // number of the last element, from 1
	text    []byte
	err     error // the first one; io.EOF after the array
}

// NewArray reads the objects of one JSON array, or objects one behind another, on any lines, with or without commas between them.
func NewArray(f *file.File, c *record.Names) record.Records {
	return &array{parser: parserOf(f, c), in: f}
}

func (a *array) Close() error { return a.in.Close() }

// Next cuts out an element by its brackets and quotes alone. Parse checks the content.
func (a *array) Next(u *record.Unparsed) error {
	size := a.next()
	var broken *schemas.FileError
	switch {
	case a.err == io.ErrUnexpectedEOF && a.bare:
		a.fail("the file ends within an object", "copy or download it again")
	case a.err == io.ErrUnexpectedEOF:
		a.fail("the file ends within the array", "copy or download it again")
	case errors.As(a.err, &broken):
		broken.Place = fmt.Sprintf("after element %d", a.element)
	case a.err == nil && size == 0:
		a.fail("an element is missing", "write the file again")
	}
	if a.err != nil {
		return a.err
	}
	a.element++
	*u = record.Unparsed{Row: a.element, Text: a.text}
	if size > file.MaxLine {
		*u = record.Unparsed{Row: a.element, Err: fmt.Errorf("the element has %d bytes, more than the limit of %d", size, file.MaxLine)}
	}
	return nil
}

func (a *array) fail(what, remedy string) {
	a.err = &schemas.FileError{File: a.in.Path, Place: fmt.Sprintf("after element %d", a.element), Err: errors.New(what), Remedy: remedy}
}

// next reads the next element into text and returns its size in bytes.
func (a *array) next() int64 {
	b := a.sign()
	if a.bare && b == ',' {
		b = a.sign()
	}
	switch first := a.element == 0; {
	case a.bare && a.err == io.ErrUnexpectedEOF:
		a.err = io.EOF
	case a.err != nil:
	case first && b == '{':
		a.bare = true
	case a.bare:
	case first && b != '[':
		a.fail("is not a JSON array", "write [ before its objects, or one object per line")
	case !first && b == ']':
		a.end()
	case !first && b != ',':
		a.fail("a comma or the closing bracket is missing", "write the file again")
	default:
		if b = a.sign(); b == ']' { // of no element, or behind a comma that is too many
			a.end()
		}
	}
	return a.cut(b)
}

// end reads to the end of the file, where only blanks may follow the array.
func (a *array) end() {
	if a.sign(); a.err == nil {
		a.fail("something follows the array", "write one array, or one object per line")
	} else if a.err == io.ErrUnexpectedEOF {
		a.err = io.EOF
	}
}

// sign returns the next byte that is not a blank.
func (a *array) sign() byte {
	for {
		if b := a.byte(); a.err != nil || !blank(b) {
			return b
		}
	}
}

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }

// byte reads a byte. The end of the file is an error here, since the array has not ended.
func (a *array) byte() (b byte) {
	if a.err == nil {
		if b, a.err = a.in.Text.ReadByte(); a.err == io.EOF {
			a.err = io.ErrUnexpectedEOF
		}
	}
	return b
}

// cut copies the element that begins with b into text and returns its size in bytes. Beyond the limit it only counts.
// An object, list or string ends with its closing mark; any other value ends before a comma, a bracket or a blank.
func (a *array) cut(b byte) (size int64) {
	a.text = a.text[:0]
	depth, quoted, escaped := 0, false, false
	for ; a.err == nil; b = a.byte() {
		ends := false
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = b == '\\', b != '"'
			ends = !quoted && depth == 0
		case b == '"':
			quoted = true
		case b == '{' || b == '[':
			depth++
		case depth == 0 && (b == ',' || b == ']' || blank(b)):
			a.err = a.in.Text.UnreadByte()
			return size
		case b == '}' || b == ']':
			depth--
			ends = depth <= 0
		}
		if size++; size <= file.MaxLine {
			a.text = append(a.text, b)
		}
		if ends {
			return size
		}
	}
	return size
}
