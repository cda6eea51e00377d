package object

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

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
	aside   aside
	element int64 // number of the last element, from 1
	text    []byte
	err     error // the first one; io.EOF after the array
	next    func() (size int64, more bool)
	stop    func()
}

// NewArray reads the objects of one JSON array, or objects one behind another, on any lines, with or without commas between them.
// The documents are these objects, or stand within each at a place. At the end say, which may be nil, is told what stands beside them.
func NewArray(f *file.File, c *record.Names, at Place, say func(line string)) record.Records {
	a := &array{parser: parserOf(f, c), in: f, at: at, aside: aside{say: say}}
	a.next, a.stop = iter.Pull(a.documents)
	return a
}

func (a *array) Close() error {
	a.stop()
	return a.in.Close()
}

// Next cuts out an element by its brackets and quotes alone. Parse checks the content.
func (a *array) Next(u *record.Unparsed) error {
	size, more := a.next()
	if !more {
		return a.err
	}
	*u = record.Unparsed{Row: a.element, Text: a.text}
	if size > file.MaxLine {
		*u = record.Unparsed{Row: a.element, Err: fmt.Errorf("the element has %d bytes, more than the limit of %d", size, file.MaxLine)}
	}
	return nil
}

func (a *array) fail(what, remedy string) {
	a.err = &schemas.FileError{File: a.in.Path, Place: fmt.Sprintf("after element %d", a.element), Err: errors.New(what), Remedy: remedy}
}

// documents yields the size in bytes of each document, which text holds. At the end err says why no other follows.
func (a *array) documents(yield func(size int64) bool) {
	document := func(b byte) {
		size := a.cut(b)
		switch {
		case a.err == nil && size == 0:
			a.fail("an element is missing", "write the file again")
		case a.err == nil:
			if a.element++; !yield(size) {
				a.err = os.ErrClosed
			}
		}
	}
	object := document
	if !a.at.Zero() {
		object = func(b byte) { a.within(b, 0, document) }
	}
	switch b := a.sign(); {
	case a.err == nil && b == '{':
		a.objects(b, object)
	case a.err == nil && b != '[':
		a.fail("is not a JSON array", "write [ before its objects, or one object per line")
	default:
		if a.items(object); a.err == nil {
			a.end()
		}
	}
	var broken *schemas.FileError
	if errors.As(a.err, &broken) {
		broken.Place = fmt.Sprintf("after element %d", a.element)
	}
	if a.err == io.EOF {
		a.aside.tell(a.in.Path)
	}
}

// objects calls f with the first byte of each object to the end of the file: b is that of the first.
func (a *array) objects(b byte, f func(b byte)) {
	for a.err == nil {
		if f(b); a.err == io.ErrUnexpectedEOF {
			a.fail("the file ends within an object", "copy or download it again")
		}
		if b = a.sign(); b == ',' {
			b = a.sign()
		}
		if a.err == io.ErrUnexpectedEOF {
			a.err = io.EOF
		}
	}
}

// items calls f with the first byte of each item of an array of which the bracket is read. A comma behind the last one is passed over.
func (a *array) items(f func(b byte)) {
	for b := a.sign(); a.err == nil && b != ']'; {
		if f(b); a.err != nil {
			break
		}
		if b = a.sign(); b == ',' {
			b = a.sign()
		} else if a.err == nil && b != ']' {
			a.fail("a comma or the closing bracket is missing", "write the file again")
		}
	}
	if a.err == io.ErrUnexpectedEOF {
		a.fail("the file ends within the array", "copy or download it again")
	}
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
