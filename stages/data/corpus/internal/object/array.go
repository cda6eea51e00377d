package object

import (
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// NewArray reads the objects of one JSON array.
func NewArray(f *file.File, c *record.Names) record.Records {
	return &array{in: f, parser: parserOf(f, c, plainParts)}
}

// array reads the objects of one JSON array. encoding/json would end at the first bad element, and hold one of any size.
type array struct {
	parser
	in      *file.File
	element int64 // number of the last element, from 1
	text    []byte
	ended   bool
}

func (a *array) Close() error { return a.in.Close() }

// Next cuts out an element by its brackets and quotes alone. Parse checks the content.
func (a *array) Next(u *record.Unparsed) error {
	err := a.next(u)
	var broken *schemas.FileError
	switch {
	case err == io.EOF:
		return err
	case errors.As(err, &broken):
		broken.Place = fmt.Sprintf("after element %d", a.element)
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return a.fail("the file ends within the array", "copy or download it again")
	}
	return err
}

func (a *array) fail(what, remedy string) error {
	return &schemas.FileError{File: a.in.Path, Place: fmt.Sprintf("after element %d", a.element), Err: errors.New(what), Remedy: remedy}
}

func (a *array) next(u *record.Unparsed) error {
	if a.ended {
		return io.EOF
	}
	b, err := a.skipBlanks()
	if err != nil {
		return err
	}
	switch {
	case a.element == 0 && b == '[':
		if b, err = a.skipBlanks(); err == nil && b == ']' {
			return a.end()
		}
	case a.element > 0 && b == ',':
		b, err = a.skipBlanks()
	case a.element > 0 && b == ']':
		return a.end()
	case a.element > 0:
		return a.fail("a comma or the closing bracket is missing", "write the file again")
	default:
		return a.fail("is not a JSON array", "write [ before its objects, or one object per line")
	}
	if err != nil {
		return err
	}
	size, err := a.cut(b)
	if err != nil {
		return err
	}
	if size == 0 {
		return a.fail("an element is missing", "write the file again")
	}
	a.element++
	*u = record.Unparsed{Row: a.element, Text: a.text}
	if size > file.MaxLine {
		*u = record.Unparsed{Row: a.element, Err: fmt.Errorf("the element has %d bytes, more than the limit of %d", size, file.MaxLine)}
	}
	return nil
}

// end returns io.EOF if only blanks follow the array.
func (a *array) end() error {
	if _, err := a.skipBlanks(); err == nil {
		return a.fail("something follows the array", "write one array, or one object per line")
	} else if !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	a.ended = true
	return io.EOF
}

// skipBlanks returns the next byte that is not a blank.
func (a *array) skipBlanks() (byte, error) {
	for {
		b, err := a.byte()
		if err != nil || b != ' ' && b != '\t' && b != '\n' && b != '\r' {
			return b, err
		}
	}
}

// byte reads a byte. The end of the file is an error here, since the array has not ended.
func (a *array) byte() (byte, error) {
	b, err := a.in.Text.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

// cut copies the element that begins with b into text and returns its size in bytes. Beyond the limit it only counts.
// An object, list or string ends with its closing mark; any other value ends before a comma, a bracket or a blank.
func (a *array) cut(b byte) (size int64, err error) {
	a.text = a.text[:0]
	depth, quoted, escaped := 0, false, false
	for {
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
		case depth == 0 && (b == ',' || b == ']' || b == ' ' || b == '\t' || b == '\n' || b == '\r'):
			return size, a.in.Text.UnreadByte()
		case b == '}' || b == ']':
			depth--
			ends = depth <= 0
		}
		if size++; size <= file.MaxLine {
			a.text = append(a.text, b)
		}
		if ends {
			return size, nil
		}
		if b, err = a.byte(); err != nil {
			return size, err
		}
	}
}
