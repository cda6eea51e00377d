package rdf

import (
	"bufio"
	"io"
	"net/url"
	"strings"
)

// Turtle reads Turtle or N-Triples and calls each with every triple. It returns the first error of r, or a *SyntaxError, which
// wraps an error of each.
func Turtle(r io.Reader, each func(Triple) error) (err error) {
	t := &turtle{prefixes: map[string]string{}}
	t.scanner = scanner{parser: parser{each: each, line: func() int { return t.at }}, in: bufio.NewReaderSize(r, 1<<16), at: 1}
	defer catch(&err)
	for t.skip() != eof {
		t.statement()
	}
	return nil
}

// turtle is a parser of Turtle.
type turtle struct {
	scanner
	base     *url.URL
	prefixes map[string]string
	depth    int
}

// statement reads a directive or the triples of a subject.
func (t *turtle) statement() {
	switch t.skip() {
	case '@':
		t.next()
		t.directive(t.word(), true)
		return
	case '[':
		if subject := t.nested(); t.skip() != '.' {
			t.predicates(subject)
		}
	case '(':
		t.predicates(t.nested())
	case '<':
		t.predicates(t.iri())
	default:
		name := t.word()
		if t.peek() != ':' {
			t.directive(name, false)
			return
		}
		t.predicates(t.named(name))
	}
	t.expect('.')
}

// directive reads the rest of @prefix or @base, or of SPARQL's PREFIX or BASE, which have no full stop.
func (t *turtle) directive(name string, stop bool) {
	switch lower := strings.ToLower(name); {
	case lower == "prefix" && (!stop || name == lower):
		t.skip()
		prefix := t.short("a prefix", t.word(), maxPrefix)
		t.expect(':')
		t.skip()
		if t.prefixes[prefix] = t.short("a prefix", t.iri().Value, maxPrefix); len(t.prefixes) > maxPrefixes {
			t.fail("more than %d prefixes", maxPrefixes)
		}
	case lower == "base" && (!stop || name == lower):
		t.skip()
		t.base = t.newBase(t.iri().Value)
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
			t.send(subject, predicate, t.object())
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
		return t.iri().Value
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
		return t.iri()
	case c == '[' || c == '(':
		return t.nested()
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
		t.fail("%s is not a term: want an IRI in <>, a prefixed name or a literal", t.some(prefix))
	}
	t.next()
	local := t.local()
	if prefix == "_" {
		if local == "" {
			t.fail("a blank node has no label")
		}
		return t.blank(local)
	}
	namespace, ok := t.prefixes[prefix]
	if !ok {
		t.fail("prefix %.80q is not declared", prefix)
	}
	return resolve(t.base, namespace+local)
}

// nested reads a blank node in brackets, [ … ] with its predicates, or the list ( … ), which has no Value.
func (t *turtle) nested() Term {
	if t.depth++; t.depth > maxDepth {
		t.fail("brackets are nested more than %d deep", maxDepth)
	}
	end, node := ')', Term{Kind: Blank}
	if t.next() == '[' {
		node = t.blank("")
		if end = ']'; t.skip() != ']' {
			t.predicates(node)
		}
	} else {
		for t.skip() != ')' {
			t.object()
		}
	}
	t.expect(int(end))
	t.depth--
	return node
}

// iri reads <…>, resolved against the base.
func (t *turtle) iri() Term {
	if t.peek() != '<' {
		t.fail("want an IRI in <>, found %s", t.some(""))
	}
	t.next()
	for {
		t.run(&iriBytes)
		switch c := t.next(); {
		case c == '>':
			return resolve(t.base, t.taken())
		case c == eof:
			t.fail("the file ends within an IRI")
		case c == '\\':
			t.escaped(false)
		case !iriBytes[c]:
			t.fail("%q in the IRI <%s", rune(c), t.term[:min(len(t.term), 80)])
		default:
			t.keep(byte(c))
		}
	}
}

// literal reads a text in quotes, with its language; the datatype is dropped.
func (t *turtle) literal() Term {
	term := Term{Value: t.quoted(), Kind: Literal}
	switch t.peek() {
	case '@':
		t.next()
		if term.Language = t.short("a language tag", t.word(), maxLanguage); term.Language == "" {
			t.fail("@ without a language")
		}
	case '^':
		t.next()
		if t.next() != '^' {
			t.fail("want ^^ and the IRI of a datatype")
		}
		if t.skip() == '<' {
			t.iri()
		} else {
			t.named(t.word())
		}
	}
	return term
}

// quoted reads a text in one or three quotes.
func (t *turtle) quoted() string {
	quote, began := t.next(), t.at
	long := false
	if t.peek() == quote {
		if t.next(); t.peek() != quote {
			return ""
		}
		t.next()
		long = true
	}
	for ends := 0; ; {
		if ends == 0 {
			t.run(&textBytes)
		}
		c := t.next()
		if c == quote {
			if ends++; !long {
				return t.taken()
			}
			if ends == 3 {
				t.term = t.term[:len(t.term)-2] // the first two quotes
				return t.taken()
			}
			t.keep(byte(c))
			continue
		}
		ends = 0
		switch {
		case c == eof:
			t.fail("the text that begins in line %d does not end", began)
		case c == '\n' && !long:
			t.failAt(began, "a text in single quotes ends with the line; a longer one stands in three")
		case c == '\\':
			t.escaped(true)
		default:
			t.keep(byte(c))
		}
	}
}
