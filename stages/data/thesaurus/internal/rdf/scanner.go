package rdf

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// eof is no byte.
const eof = -1

// scanner reads the terms of Turtle.
type scanner struct {
	in   *bufio.Reader
	line int
	term []byte // the term that is being read
}

// peek returns the next byte without consuming it.
func (s *scanner) peek() int {
	b, err := s.in.Peek(1)
	if len(b) == 0 {
		s.failed(err)
		return eof
	}
	return int(b[0])
}

// next consumes and returns the next byte.
func (s *scanner) next() int {
	b, err := s.in.ReadByte()
	if err != nil {
		s.failed(err)
		return eof
	}
	if b == '\n' {
		s.line++
	}
	return int(b)
}

// skip skips blanks and comments, and returns the byte after them without consuming it.
func (s *scanner) skip() int {
	for {
		switch c := s.peek(); c {
		case ' ', '\t', '\r', '\n':
			s.next()
		case '#':
			for c != '\n' && c != eof {
				c = s.next()
			}
		default:
			return c
		}
	}
}

// some returns the next bytes, for errors.
func (s *scanner) some() string {
	b, _ := s.in.Peek(20)
	if len(b) == 0 {
		return "the end of the file"
	}
	return strconv.Quote(string(b))
}

// keep adds a byte to the term.
func (s *scanner) keep(c int) {
	if len(s.term) >= maxTerm {
		s.fail("a term of more than %d bytes", maxTerm)
	}
	s.term = append(s.term, byte(c))
}

// plain is a set of bytes that a scan can copy at once, since none of them ends a line or the term.
type plain [256]bool

// run appends the plain bytes at the start of the buffer to the term.
func (s *scanner) run(p *plain) {
	b, _ := s.in.Peek(s.in.Buffered())
	n := 0
	for n < len(b) && p[b[n]] {
		n++
	}
	if len(s.term)+n > maxTerm {
		s.fail("a term of more than %d bytes", maxTerm)
	}
	s.term = append(s.term, b[:n]...)
	s.in.Discard(n) // never fails for buffered bytes
}

// taken returns the term and empties it.
func (s *scanner) taken() string {
	if !utf8.Valid(s.term) {
		s.fail("%q is not UTF-8", s.term[:min(len(s.term), 40)])
	}
	t := string(s.term)
	s.term = s.term[:0]
	return t
}

// nameByte reports whether c can stand in a prefix or a local name: letters, digits, _, - and all that is not ASCII.
func nameByte(c int) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c >= utf8.RuneSelf
}

// Plain bytes of names, IRIs and texts.
var (
	nameBytes = plainBytes(nameByte)
	iriBytes  = plainBytes(func(c int) bool { return c > ' ' && !strings.ContainsRune("<>\"{}|^`\\", rune(c)) })
	textBytes = plainBytes(func(c int) bool { return c != '\n' && c != '"' && c != '\'' && c != '\\' })
)

func plainBytes(is func(c int) bool) (p plain) {
	for c := range p {
		p[c] = is(c)
	}
	return p
}

// word reads a prefix or keyword, which may be empty. It may hold full stops, but not end in one.
func (s *scanner) word() string {
	s.name(false)
	return s.taken()
}

// local reads a local name or the label of a blank node.
func (s *scanner) local() string {
	s.name(true)
	return s.taken()
}

// name reads a name, with colons, %hh and escapes if it is a local one.
func (s *scanner) name(local bool) {
	for {
		s.run(&nameBytes)
		switch c := s.peek(); {
		case nameByte(c), local && (c == ':' || c == '%'):
			s.keep(s.next())
		case local && c == '\\':
			s.next()
			s.keep(s.next())
		case c == '.':
			if b, _ := s.in.Peek(2); len(b) < 2 || !nameByte(int(b[1])) && !(local && (b[1] == ':' || b[1] == '%' || b[1] == '\\' || b[1] == '.')) {
				return
			}
			s.keep(s.next())
		default:
			return
		}
	}
}

// number reads an integer, decimal or double, unchanged.
func (s *scanner) number() string {
	digits := 0
	for {
		c := s.peek()
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '+' || c == '-' || c == 'e' || c == 'E':
		case c == '.':
			if b, _ := s.in.Peek(2); len(b) < 2 || (b[1] < '0' || b[1] > '9') && b[1] != 'e' && b[1] != 'E' {
				c = eof
			}
		default:
			c = eof
		}
		if c == eof {
			break
		}
		s.keep(s.next())
	}
	if _, err := strconv.ParseFloat(string(s.term), 64); digits == 0 || err != nil {
		s.fail("%.80q is not a number", string(s.term)+s.peeked())
	}
	return s.taken()
}

func (s *scanner) peeked() string {
	if c := s.peek(); c != eof {
		return fmt.Sprintf("%c", c)
	}
	return ""
}

// escaped reads an escape after its backslash, in an IRI or, with characters, in a text.
func (s *scanner) escaped(characters bool) {
	c := s.next()
	const from, to = `tbnrf"'\`, "\t\b\n\r\f\"'\\"
	for i := range len(from) {
		if characters && c == int(from[i]) {
			s.keep(int(to[i]))
			return
		}
	}
	digits := 4
	if c == 'U' {
		digits = 8
	} else if c != 'u' {
		s.fail(`\%c is not an escape`, max(c, 0))
	}
	var hex []byte
	for range digits {
		hex = append(hex, byte(max(s.next(), 0)))
	}
	n, err := strconv.ParseUint(string(hex), 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		s.fail(`\%c%q is not a character`, c, hex)
	}
	for _, b := range utf8.AppendRune(nil, rune(n)) {
		s.keep(int(b))
	}
}
