package object

import (
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// array reads the objects of one JSON array, or objects one behind another, or those of the list that each of these has at a place.
// encoding/json would end at the first bad element, and hold one of any size.
type array struct {
	parser
	in      *file.File
	at      Place
	around  list // the objects of the file
	inner   list // those at the place
	within  bool // inner is being read
	aside   aside
	element int64 // number of the last element, from 1
	text    []byte
	err     error // the first one; io.EOF after the array
}

// list is an array that is being read, or objects without one, or a single object.
type list struct{ begun, bare, one bool }

// NewArray reads the objects of one JSON array, or objects one behind another, on any lines, with or without commas between them.
// The documents are these objects, or stand within each at a place. At the end say, which may be nil, is told what stands beside them.
func NewArray(f *file.File, c *record.Names, at Place, say func(line string)) record.Records {
	return &array{parser: parserOf(f, c), in: f, at: at, aside: aside{say: say}}
}

func (a *array) Close() error { return a.in.Close() }

// Next cuts out an element by its brackets and quotes alone. Parse checks the content.
func (a *array) Next(u *record.Unparsed) error {
	size := a.next()
	var broken *schemas.FileError
	switch {
	case a.err == io.ErrUnexpectedEOF && a.around.bare && !a.within:
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

// next reads the next document into text and returns its size in bytes.
func (a *array) next() int64 {
	for {
		if a.within {
			if b, more := a.item(&a.inner); more || a.err != nil {
				return a.cut(b)
			}
			a.leave()
		}
		b, more := a.item(&a.around)
		switch {
		case a.err == nil && !more:
			if a.end(); a.err == io.EOF {
				a.sayAside()
			}
		case a.err == nil && !a.at.Zero():
			a.enter(b)
			continue
		case a.err == io.EOF:
			a.sayAside()
		}
		return a.cut(b)
	}
}

// item reads on to the next item of a list and returns its first byte. more is false behind the last one.
func (a *array) item(l *list) (b byte, more bool) {
	if l.one {
		return '{', a.start(l)
	}
	b = a.sign()
	if l.bare && b == ',' {
		b = a.sign()
	}
	switch first := a.start(l); {
	case l.bare && a.err == io.ErrUnexpectedEOF:
		a.err = io.EOF
	case a.err != nil:
	case first && b == '{':
		l.bare = true
	case l.bare:
	case first && b != '[':
		a.fail("is not a JSON array", "write [ before its objects, or one object per line")
	case !first && b == ']':
		return b, false
	case !first && b != ',':
		a.fail("a comma or the closing bracket is missing", "write the file again")
	default:
		b = a.sign() // a bracket if there is no element, or behind a comma that is too many
		return b, b != ']'
	}
	return b, true
}

// start reports whether a list has not begun, and begins it.
func (a *array) start(l *list) (first bool) {
	first, l.begun = !l.begun, true
	return first
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
		case depth == 0 && (b == ',' || b == ']' || b == '}' || blank(b)):
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
