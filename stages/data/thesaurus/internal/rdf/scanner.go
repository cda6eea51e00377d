package rdf

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// eof is no byte.
const eof = -1

// scanner reads the bytes and names of Turtle.
type scanner struct {
	parser
	in   *bufio.Reader
	at   int    // the line
	term []byte // the term that is being read
}

// peek returns the next byte without consuming it.
func (s *scanner) peek() int {
	b, err := s.in.Peek(1)
	if err != nil && !errors.Is(err, io.EOF) {
		s.stop(err)
	}
	if len(b) == 0 {
		return eof
	}
	return int(b[0])
}

// next consumes and returns the next byte.
func (s *scanner) next() int {
	c := s.peek()
	s.in.Discard(1) // fails at the end alone, which c says
	if c == '\n' {
		s.at++
	}
	return c
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

// expect reads c, after blanks.
func (s *scanner) expect(c int) {
	if s.skip() != c {
		s.fail("want %q, found %s", rune(c), s.some(""))
	}
	s.next()
}

// some returns a word that was read and the next bytes, for errors.
func (s *scanner) some(word string) string {
	b, _ := s.in.Peek(20)
	if len(word)+len(b) == 0 {
		return "the end of the file"
	}
	return strconv.Quote(word[:min(len(word), 60)] + string(b))
}

// keep adds bytes to the term.
func (s *scanner) keep(b ...byte) {
	if len(s.term)+len(b) > maxTerm {
		s.fail("a term of more than %d bytes", maxTerm)
	}
	s.term = append(s.term, b...)
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
	s.keep(b[:n]...)
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

// Plain bytes of names (letters, digits, _, - and all that is not ASCII), of numbers, IRIs and texts.
var (
	nameBytes   = plainBytes(isName)
	numberBytes = plainBytes(func(c byte) bool { return isName(c) || c == '+' })
	iriBytes    = plainBytes(func(c byte) bool { return c > ' ' && strings.IndexByte("<>\"{}|^`\\", c) < 0 })
	textBytes   = plainBytes(func(c byte) bool { return strings.IndexByte("\n\"'\\", c) < 0 })
)

func isName(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c >= utf8.RuneSelf
}

func plainBytes(is func(c byte) bool) (p plain) {
	for c := range p {
		p[c] = is(byte(c))
	}
	return p
}

// word reads a prefix or keyword, which may be empty.
func (s *scanner) word() string { return s.name(&nameBytes, "") }

// local reads a local name or the label of a blank node, with colons, %hh and escapes.
func (s *scanner) local() string { return s.name(&nameBytes, ":%\\") }

// number reads an integer, decimal or double, unchanged.
func (s *scanner) number() string {
	n := s.name(&numberBytes, "")
	if _, err := strconv.ParseFloat(n, 64); err != nil {
		s.fail("%.80q is not a number", n)
	}
	return n
}

// name reads a run of plain and further bytes. It may hold full stops, but not end in one.
func (s *scanner) name(p *plain, further string) string {
	for {
		s.run(p)
		switch c := s.peek(); {
		case c == eof:
			return s.taken()
		case p[c] || strings.IndexByte(further, byte(c)) >= 0:
			if s.next(); c == '\\' {
				c = max(s.next(), 0)
			}
			s.keep(byte(c))
		case c == '.':
			if b, _ := s.in.Peek(2); len(b) < 2 || !p[b[1]] && (further == "" || strings.IndexByte(further+".", b[1]) < 0) {
				return s.taken()
			}
			s.next()
			s.keep('.')
		default:
			return s.taken()
		}
	}
}

// escaped reads an escape after its backslash, in an IRI or, with characters, in a text.
func (s *scanner) escaped(characters bool) {
	c := s.next()
	const from, to = `tbnrf"'\`, "\t\b\n\r\f\"'\\"
	if i := strings.IndexRune(from, rune(c)); i >= 0 && characters {
		s.keep(to[i])
		return
	}
	digits := map[int]int{'u': 4, 'U': 8}[c]
	if digits == 0 {
		s.fail(`\%c is not an escape`, max(c, 0))
	}
	hex := make([]byte, digits)
	for i := range hex {
		hex[i] = byte(max(s.next(), 0))
	}
	n, err := strconv.ParseUint(string(hex), 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		s.fail(`\%c%q is not a character`, c, hex)
	}
	s.keep(utf8.AppendRune(nil, rune(n))...)
}
