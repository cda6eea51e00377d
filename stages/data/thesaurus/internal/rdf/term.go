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
func (t *turtle) resolve(iri string) string { return t.base.resolved(iri) }

// base is the IRI that relative ones are resolved against, parsed once; nil for none, or for one that is no URL.
type base struct{ *url.URL }

func newBase(iri string) base {
	if iri == "" {
		return base{}
	}
	u, err := url.Parse(iri)
	if err != nil {
		return base{}
	}
	return base{u}
}

// resolved resolves iri against the base, if it has no scheme.
func (b base) resolved(iri string) string {
	if b.URL == nil || absolute(iri) {
		return iri
	}
	r, err := url.Parse(iri)
	if err != nil {
		return iri
	}
	full := b.ResolveReference(r)
	if iri == "" {
		whole := *b.URL
		whole.Fragment = ""
		full = &whole
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
		switch term.Language = t.interned(t.word()); {
		case term.Language == "":
			t.fail("@ without a language")
		case len(term.Language) > maxLanguage:
			t.fail("a language tag of more than %d bytes", maxLanguage)
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
