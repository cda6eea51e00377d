package rdf

import (
	"net/url"
	"strings"
)

// iri reads <…>, resolved against the base.
func (t *turtle) iri() string {
	if t.peek() != '<' {
		t.fail("want an IRI in <>, found %s", t.some())
	}
	t.next()
	for {
		t.run(&iriBytes)
		switch c := t.next(); {
		case c == '>':
			return t.resolve(t.taken())
		case c == eof:
			t.fail("the file ends within an IRI")
		case c == '\\':
			t.escaped(false)
		case c <= ' ' || c == '<' || c == '"' || c == '{' || c == '}' || c == '|' || c == '^' || c == '`':
			t.fail("%q in the IRI <%s", rune(c), t.term[:min(len(t.term), 80)])
		default:
			t.keep(c)
		}
	}
}

// resolve resolves an IRI, which may be relative, against the base of the file.
func (t *turtle) resolve(iri string) string { return resolved(t.base, iri) }

// resolved resolves iri against a base, if it has no scheme and base is not empty.
func resolved(base, iri string) string {
	if base == "" || absolute(iri) {
		return iri
	}
	b, err := url.Parse(base)
	if err != nil {
		return iri
	}
	r, err := url.Parse(iri)
	if err != nil {
		return iri
	}
	full := b.ResolveReference(r)
	if iri == "" {
		full = b
		full.Fragment = ""
	}
	return full.String()
}

// absolute reports whether an IRI has a scheme.
func absolute(iri string) bool {
	colon := strings.IndexByte(iri, ':')
	return colon > 0 && !strings.ContainsAny(iri[:colon], "/?#")
}

// literal reads a text in quotes, with its language; the datatype is dropped.
func (t *turtle) literal() Term {
	term := Term{Value: t.quoted(), Kind: Literal}
	switch t.peek() {
	case '@':
		t.next()
		if term.Language = t.interned(t.word()); term.Language == "" {
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
	quote, began := t.next(), t.line
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
			if ends++; !long || ends == 3 {
				if long { // the first two quotes are in the term
					t.term = t.term[:len(t.term)-2]
				}
				return t.taken()
			}
			t.keep(c)
			continue
		}
		ends = 0
		switch {
		case c == eof:
			t.fail("the text that begins in line %d does not end", began)
		case c == '\n' && !long:
			t.line = began
			t.fail("a text in single quotes ends with the line; a longer one stands in three")
		case c == '\\':
			t.escaped(true)
		default:
			t.keep(c)
		}
	}
}
