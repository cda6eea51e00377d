package rdf

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// parser is what both formats share. Their parsers are recursive descents of many small functions; a panic unwinds these after
// an error.
type parser struct {
	each  func(Triple) error
	line  func() int // the line that is being read
	nodes int        // blank nodes without a name so far
}

// blank returns a blank node with a name, or a new one for "".
func (p *parser) blank(name string) Term {
	if name == "" {
		p.nodes++
		name = ":" + strconv.Itoa(p.nodes) // no name begins with a colon
	}
	return Term{Value: "_:" + name, Kind: Blank}
}

// stopped is the panic that ends a parser.
type stopped struct{ error }

func (p *parser) stop(err error) { panic(stopped{err}) }

func (p *parser) fail(format string, args ...any) { p.failAt(p.line(), format, args...) }

func (p *parser) failAt(line int, format string, args ...any) {
	p.stop(&SyntaxError{Line: line, Msg: fmt.Sprintf(format, args...)})
}

// catch sets err to the error of a parser that stopped.
func catch(err *error) {
	switch stop := recover().(type) {
	case nil:
	case stopped:
		*err = stop.error
	default:
		panic(stop)
	}
}

// send passes a statement on, unless a list is in it, which has no Value.
func (p *parser) send(subject Term, predicate string, object Term) {
	if list := (Term{Kind: Blank}); subject == list || object == list {
		return
	}
	if err := p.each(Triple{subject.Value, predicate, object}); err != nil {
		p.stop(&SyntaxError{p.line(), err.Error(), err})
	}
}

// short returns a text that many terms can repeat, if it has no more than most bytes.
func (p *parser) short(what, text string, most int) string {
	if len(text) > most {
		p.fail("%s of more than %d bytes", what, most)
	}
	return text
}

// newBase returns what relative IRIs are resolved against; nil for an IRI that is no URL.
func (p *parser) newBase(iri string) *url.URL {
	u, err := url.Parse(p.short("a base", iri, maxPrefix))
	if err != nil || iri == "" {
		return nil
	}
	return u
}

// resolve returns an IRI resolved against a base, if it has no scheme.
func resolve(base *url.URL, iri string) Term {
	colon := strings.IndexByte(iri, ':')
	if base == nil || colon > 0 && !strings.ContainsAny(iri[:colon], "/?#") {
		return Term{Value: iri}
	}
	r, err := url.Parse(iri)
	if err != nil {
		return Term{Value: iri}
	}
	full := base.ResolveReference(r)
	if iri == "" {
		full.Fragment = ""
	}
	return Term{Value: full.String()}
}
