package object

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

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
	element int64 // number of the last element, from 1
	text    []byte
	key     []byte // in quotes, of a document that stands under its id
	err     error  // the first one; io.EOF after the array
	next    func() (size int64, more bool)
	stop    func()
	beside  int      // number of values beside the lists of documents
	aside   []string // names of the first ones
	say     func(line string)
}

// NewArray reads the objects of one JSON array, or objects one behind another, on any lines, with or without commas between them.
// The documents are these objects, or stand within each at a place. At the end say, which may be nil, is told what stands beside them.
func NewArray(f *file.File, c *record.Names, at Place, say func(line string)) record.Records {
	a := &array{parser: parserOf(f, c), in: f, at: at, say: say}
	a.next, a.stop = iter.Pull(a.documents)
	return a
}

func (a *array) Close() error {
	a.stop()
	return a.in.Close()
}

// Describe says where the documents are.
func (a *array) Describe() string {
	if a.at.Zero() {
		return ""
	}
	return " of the documents at " + a.at.String()
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
			if a.key != nil {
				rest, comma := bytes.TrimLeft(a.text[1:], " \t\r\n"), ","
				if bytes.HasPrefix(rest, []byte("}")) {
					comma = ""
				}
				a.text = slices.Concat([]byte(`{"_id":`), a.key, []byte(comma), rest)
			}
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
		a.err = a.in.Text.UnreadByte()
		a.each(toEnd, object)
	case a.err == nil && b != '[':
		a.fail("is not a JSON array", "write [ before its objects, or one object per line")
	default:
		a.each(']', object)
		if a.err == nil {
			a.each(toEnd, func(byte) { a.fail("something follows the array", "write one array, or one object per line") })
		}
	}
	var broken *schemas.FileError
	if errors.As(a.err, &broken) {
		broken.Place = fmt.Sprintf("after element %d", a.element)
	}
	if a.err == io.EOF && a.beside > 0 && a.say != nil {
		a.say(fmt.Sprintf("%s: not read beside the documents (%d): %s", a.in.Path, a.beside, strings.Join(a.aside, ", ")))
	}
}

// within calls document with the first byte of each document that an object, which begins with b, has at the place, so many keys of
// which are read.
func (a *array) within(b byte, level int, document func(b byte)) {
	found := level == len(a.at.path)
	switch {
	case found && b == '[':
		a.key = nil
		a.each(']', document)
	case found && b == '{' && a.at.keyed:
		a.each('}', func(b byte) {
			key, b := a.member(b)
			if a.key = bytes.Clone(a.text); b == '{' {
				document(b)
			} else if a.cut(b); a.err == nil {
				a.leave(key)
			}
		})
	case found && b == '{':
		document(b)
	case !found && b == '{':
		a.each('}', func(b byte) {
			key, b := a.member(b)
			if !found && key == a.at.path[level] {
				found = true
				a.within(b, level+1, document)
			} else if a.cut(b); a.err == nil {
				a.put(append(a.at.path[:level:level], key))
			}
		})
	default:
		found = false
	}
	if !found && a.err == nil {
		a.fail("has an object without a list of documents at "+a.at.String(), "leave it out, or write the documents of all in one list")
	}
}

// put counts the value at a path, which text holds. It must not have documents, too.
func (a *array) put(path []string) {
	a.leave(path[len(path)-1])
	if v, err := first(a.text); err == nil {
		if other := best(places(v, path, a.names)); len(other) > 0 && other[0].rank >= a.at.rank {
			a.err = ambiguous(a.in.Path, a.at, other[0])
		}
	}
}

// leave counts a value that is not read.
func (a *array) leave(name string) {
	a.beside++
	if !slices.Contains(a.aside, name) && len(a.aside) < 10 {
		a.aside = append(a.aside, name)
	}
}

// toEnd stands for the end of the file, where a mark would close a list.
const toEnd = ' '

// each calls f with the first byte of each item up to a closing mark. Commas stand between the items of an array, and may between others;
// one behind the last is passed over.
func (a *array) each(end byte, f func(b byte)) {
	for b := a.sign(); a.err == nil && b != end; {
		if f(b); a.err == io.ErrUnexpectedEOF && end == toEnd {
			a.fail("the file ends within an object", "copy or download it again")
		}
		if a.err != nil {
			break
		}
		if b = a.sign(); b == ',' {
			b = a.sign()
		} else if a.err == nil && b != end && end == ']' {
			a.fail("a comma or the closing bracket is missing", "write the file again")
		}
	}
	switch {
	case a.err != io.ErrUnexpectedEOF:
	case end == toEnd:
		a.err = io.EOF
	case end == ']':
		a.fail("the file ends within the array", "copy or download it again")
	}
}

// member reads a key, which begins with b, and returns it with the first byte of its value.
func (a *array) member(b byte) (key string, value byte) {
	a.cut(b)
	if a.err == nil && (b != '"' || json.Unmarshal(a.text, &key) != nil) {
		a.fail("a key is missing", "write the file again")
	} else if b = a.sign(); a.err == nil && b != ':' {
		a.fail("a colon is missing", "write the file again")
	}
	return key, a.sign()
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
		if quoted && !escaped { // most of a text, in one step
			held, _ := a.in.Text.Peek(a.in.Text.Buffered())
			if i := bytes.IndexAny(held, `"\`); i >= 0 {
				held = held[:i]
			}
			a.text = append(a.text, held[:max(0, min(int64(len(held)), file.MaxLine-size))]...)
			size += int64(len(held))
			a.in.Text.Discard(len(held))
		}
		if ends {
			return size
		}
	}
	return size
}
