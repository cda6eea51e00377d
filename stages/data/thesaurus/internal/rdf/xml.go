package rdf

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// XML reads RDF/XML and calls each with every triple. It returns the first error of r, or a *SyntaxError, which wraps an error of
// each. XML literals and statements about statements are skipped.
func XML(r io.Reader, each func(Triple) error) error {
	x := &document{}
	x.each = func(t Triple) error {
		err := each(t)
		if err != nil {
			line, _ := x.in.InputPos()
			err = &SyntaxError{line, err.Error(), err}
		}
		return err
	}
	x.in = xml.NewDecoder(x.from(r))
	x.in.Entity = map[string]string{}
	err := x.nodes(scope{}, nil)
	var bad *xml.SyntaxError
	if errors.As(err, &bad) {
		return &SyntaxError{Line: bad.Line, Msg: bad.Msg}
	}
	return err
}

// document is a parser of RDF/XML.
type document struct {
	in     *xml.Decoder
	each   func(Triple) error
	blanks int
	open   []int // sizes of the open elements, in bytes
	size   int   // sum of open
	unread int   // bytes since the last token, with each & as long as the longest entity
	equals int   // = since the last token: at most as many attributes
	entity int   // length of the longest entity
}

// scope holds the attributes that elements inherit.
type scope struct {
	base     base
	language string
}

// xmlNamespace is that of attributes of XML itself.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// within returns the scope inside an element.
func (x *document) within(s scope, e xml.StartElement) (scope, error) {
	for _, a := range e.Attr {
		if a.Name.Space != xmlNamespace && a.Name.Space != "xml" {
			continue
		}
		switch a.Name.Local {
		case "base":
			if len(a.Value) > maxPrefix {
				return s, x.fail("a base of more than %d bytes", maxPrefix)
			}
			s.base = newBase(a.Value)
		case "lang":
			if len(a.Value) > maxLanguage {
				return s, x.fail("a language tag of more than %d bytes", maxLanguage)
			}
			s.language = a.Value
		}
	}
	return s, nil
}

func (x *document) fail(format string, args ...any) error {
	line, _ := x.in.InputPos()
	return &SyntaxError{Line: line, Msg: fmt.Sprintf(format, args...)}
}

// nodes reads node elements until the enclosing element ends, and calls with each node. The document itself holds
// rdf:RDF or one node.
func (x *document) nodes(s scope, found func(Term) error) error {
	for {
		token, err := x.token()
		if err == io.EOF && found == nil {
			return nil
		}
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.Directive:
			if err := x.entities(string(e)); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if e.Name.Space == namespace && e.Name.Local == "RDF" {
				within, err := x.within(s, e)
				if err == nil {
					err = x.nodes(within, func(Term) error { return nil })
				}
				if err != nil {
					return err
				}
				continue
			}
			node, err := x.node(s, e)
			if err != nil {
				return err
			}
			if found != nil {
				if err := found(node); err != nil {
					return err
				}
			}
		case xml.CharData:
			if text := strings.TrimSpace(string(e)); text != "" {
				return x.fail("text %.40q where elements are expected", text)
			}
		}
	}
}

// entity is a declaration in a DOCTYPE, as many ontologies have for their namespaces.
var entity = regexp.MustCompile(`<!ENTITY\s+([\w.-]+)\s+(?:"([^"&]*)"|'([^'&]*)')\s*>`)

func (x *document) entities(doctype string) error {
	for _, m := range entity.FindAllStringSubmatch(doctype, maxPrefixes+1) {
		value := m[2] + m[3]
		if len(m[1])+len(value) > maxPrefix {
			return x.fail("an entity of more than %d bytes", maxPrefix)
		}
		if x.in.Entity[m[1]] = value; len(x.in.Entity) > maxPrefixes {
			return x.fail("more than %d entities", maxPrefixes)
		}
		x.entity = max(x.entity, len(value))
	}
	return nil
}

// node reads a node element and the properties within it.
func (x *document) node(s scope, e xml.StartElement) (Term, error) {
	s, err := x.within(s, e)
	if err != nil {
		return Term{}, err
	}
	node, named := x.subject(s, e.Attr)
	if !named {
		node = x.blank()
	}
	if e.Name.Space != namespace || e.Name.Local != "Description" {
		if err := x.each(Triple{node, typeIRI, Term{Value: e.Name.Space + e.Name.Local}}); err != nil {
			return node, err
		}
	}
	if err := x.attributes(s, node, e.Attr); err != nil {
		return node, err
	}
	return node, x.properties(s, node)
}

// subject returns the node that the attributes name; false if none does.
func (x *document) subject(s scope, attributes []xml.Attr) (Term, bool) {
	for _, a := range attributes {
		if a.Name.Space != namespace {
			continue
		}
		switch a.Name.Local {
		case "about", "resource":
			return Term{Value: s.base.resolved(a.Value)}, true
		case "ID":
			return Term{Value: s.base.resolved("#" + a.Value)}, true
		case "nodeID":
			return Term{Value: a.Value, Kind: Blank}, true
		}
	}
	return Term{}, false
}

// attributes reads the attributes that are properties with a text as value.
func (x *document) attributes(s scope, node Term, all []xml.Attr) error {
	for _, a := range all {
		if a.Name.Space == "" || a.Name.Space == "xmlns" || a.Name.Space == "xml" || a.Name.Space == xmlNamespace {
			continue
		}
		object := Term{Value: a.Value, Language: s.language, Kind: Literal}
		if a.Name.Space == namespace {
			if a.Name.Local != "type" {
				continue
			}
			object = Term{Value: s.base.resolved(a.Value)}
		}
		if err := x.each(Triple{node, a.Name.Space + a.Name.Local, object}); err != nil {
			return err
		}
	}
	return nil
}

// properties reads property elements until the node ends.
func (x *document) properties(s scope, node Term) error {
	items := 0
	for {
		token, err := x.token()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			predicate := e.Name.Space + e.Name.Local
			if predicate == namespace+"li" {
				items++
				predicate = fmt.Sprintf("%s_%d", namespace, items)
			}
			within, err := x.within(s, e)
			if err == nil {
				err = x.property(within, node, predicate, e)
			}
			if err != nil {
				return err
			}
		case xml.CharData:
			if text := strings.TrimSpace(string(e)); text != "" {
				return x.fail("text %.40q where a property is expected", text)
			}
		}
	}
}

func (x *document) blank() Term {
	x.blanks++
	return Term{Value: fmt.Sprintf("[%d]", x.blanks), Kind: Blank}
}
