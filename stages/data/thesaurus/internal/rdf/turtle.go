package rdf

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Turtle reads Turtle or N-Triples and calls each with every triple. It returns the first error of r, or a *SyntaxError, which
// wraps an error of each.
func Turtle(r io.Reader, each func(Triple) error) (err error) {
	t := &turtle{scanner: scanner{in: bufio.NewReaderSize(r, 1<<16), line: 1}, prefixes: map[string]string{}, each: each, iris: map[string]string{}}
	// The parser is a recursive descent of many small functions. A panic unwinds them after an error.
	defer func() {
		switch stop := recover().(type) {
		case nil:
		case stopped:
			err = stop.error
		default:
			panic(stop)
		}
	}()
	for t.statement() {
	}
	return nil
}

// turtle is a parser of Turtle.
type turtle struct {
	scanner
	base     base
	prefixes map[string]string
	iris     map[string]string // predicates and prefixed names, interned
	blanks   int               // anonymous blank nodes so far
	depth    int
	each     func(Triple) error
}

// statement reads a directive or the triples of a subject; false at the end.
func (t *turtle) statement() bool {
	switch c := t.skip(); {
	case c == eof:
		return false
	case c == '@':
		t.next()
		t.directive(t.word(), true)
		return true
	case c == '[':
		subject := t.blankNode()
		if t.skip() != '.' {
			t.predicates(subject)
		}
	case c == '(':
		t.predicates(t.collection())
	case c == '<':
		t.predicates(Term{Value: t.iri()})
	default:
		name := t.word()
		if t.peek() != ':' {
			t.directive(name, false)
			return true
		}
		t.predicates(t.named(name))
	}
	t.expect('.')
	return true
}

// short returns a prefix, or the IRI of a prefix or base, if it is not too long to be copied into every term.
func (t *turtle) short(s string) string {
	if len(s) > maxPrefix {
		t.fail("a base or prefix of more than %d bytes", maxPrefix)
	}
	return s
}

// directive reads the rest of @prefix or @base, or of SPARQL's PREFIX or BASE, which have no full stop.
func (t *turtle) directive(name string, stop bool) {
	switch lower := strings.ToLower(name); {
	case lower == "prefix" && (!stop || name == lower):
		t.skip()
		prefix := t.short(t.word())
		t.expect(':')
		t.skip()
		if t.prefixes[prefix] = t.short(t.iri()); len(t.prefixes) > maxPrefixes {
			t.fail("more than %d prefixes", maxPrefixes)
		}
	case lower == "base" && (!stop || name == lower):
		t.skip()
		t.base = newBase(t.short(t.iri()))
	default:
		t.fail("%.80q begins no statement: want an IRI in <>, a prefixed name, @prefix or @base", name)
	}
	if stop {
		t.expect('.')
	}
}

// predicates reads predicates with their objects.
func (t *turtle) predicates(subject Term) {
	for {
		predicate := t.predicate()
		for {
			t.send(Triple{subject, predicate, t.object()})
			if t.skip() != ',' {
				break
			}
			t.next()
		}
		if t.skip() != ';' {
			return
		}
		for t.skip() == ';' {
			t.next()
		}
		if c := t.peek(); c == '.' || c == ']' { // a list may end in ;
			return
		}
	}
}

func (t *turtle) predicate() string {
	if t.skip() == '<' {
		return t.interned(t.iri())
	}
	name := t.word()
	if name == "a" && t.peek() != ':' {
		return typeIRI
	}
	term := t.named(name)
	if term.Kind != IRI {
		t.fail("a blank node cannot be a predicate")
	}
	return term.Value
}

func (t *turtle) object() Term {
	switch c := t.skip(); {
	case c == '<':
		return Term{Value: t.iri()}
	case c == '[':
		return t.blankNode()
	case c == '(':
		return t.collection()
	case c == '"' || c == '\'':
		return t.literal()
	case c == '+' || c == '-' || c == '.' || c >= '0' && c <= '9':
		return Term{Value: t.number(), Kind: Literal}
	}
	name := t.word()
	if (name == "true" || name == "false") && t.peek() != ':' {
		return Term{Value: name, Kind: Literal}
	}
	return t.named(name)
}

// named reads the rest of a prefixed name or of the label of a blank node, from its colon on.
func (t *turtle) named(prefix string) Term {
	if t.peek() != ':' {
		t.fail("%.80q is not a term: want an IRI in <>, a prefixed name or a literal", prefix+t.some())
	}
	t.next()
	local := t.local()
	if prefix == "_" {
		if local == "" {
			t.fail("a blank node has no label")
		}
		return Term{Value: local, Kind: Blank}
	}
	namespace, ok := t.prefixes[prefix]
	if !ok {
		t.fail("prefix %.80q is not declared", prefix)
	}
	return Term{Value: t.interned(t.resolve(namespace + local))}
}

// blankNode reads [ … ].
func (t *turtle) blankNode() Term {
	t.next()
	t.deeper()
	node := t.blank()
	if t.skip() != ']' {
		t.predicates(node)
	}
	t.expect(']')
	t.depth--
	return node
}

// collection reads ( … ), whose triples come before those in which it is an object.
func (t *turtle) collection() Term {
	t.next()
	t.deeper()
	head, last := Term{Value: nilIRI}, Term{}
	for t.skip() != ')' {
		node := t.blank()
		if last.Kind == Blank {
			t.send(Triple{last, restIRI, node})
		} else {
			head = node
		}
		t.send(Triple{node, firstIRI, t.object()})
		last = node
	}
	t.next()
	if t.depth--; last.Kind == Blank {
		t.send(Triple{last, restIRI, Term{Value: nilIRI}})
	}
	return head
}

func (t *turtle) deeper() {
	if t.depth++; t.depth > maxDepth {
		t.fail("brackets are nested more than %d deep", maxDepth)
	}
}

// blank returns a new blank node, with a label that no file can contain.
func (t *turtle) blank() Term {
	t.blanks++
	return Term{Value: fmt.Sprintf("[%d]", t.blanks), Kind: Blank}
}

func (t *turtle) send(triple Triple) {
	if err := t.each(triple); err != nil {
		t.stop(&SyntaxError{t.line, err.Error(), err})
	}
}

// interned returns one copy of equal texts: predicates and types repeat in every statement.
func (t *turtle) interned(s string) string {
	if len(s) > maxInterned {
		return s
	}
	if known, ok := t.iris[s]; ok {
		return known
	}
	if len(t.iris) < 1024 {
		t.iris[s] = s
	}
	return s
}

// stopped is the panic that ends a parser.
type stopped struct{ error }

func (s *scanner) stop(err error) { panic(stopped{err}) }

func (s *scanner) fail(format string, args ...any) {
	s.stop(&SyntaxError{Line: s.line, Msg: fmt.Sprintf(format, args...)})
}

// expect reads c, after blanks.
func (s *scanner) expect(c int) {
	if got := s.skip(); got != c {
		s.fail("want %q, found %s", rune(c), s.some())
	}
	s.next()
}

// failed ends the parser with an error of reading.
func (s *scanner) failed(err error) {
	if err != nil && !errors.Is(err, io.EOF) {
		s.stop(err)
	}
}
