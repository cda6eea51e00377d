package rdf

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// XML reads RDF/XML and calls each with every triple. It returns the first error of r, of each, or a *SyntaxError. XML
// literals and statements about statements are skipped.
func XML(r io.Reader, each func(Triple) error) error {
	x := &document{each: each}
	x.in = xml.NewDecoder(x.from(r))
	x.in.Entity = map[string]string{}
	err := x.nodes(scope{}, nil)
	var bad *xml.SyntaxError
	if errors.As(err, &bad) {
		return &SyntaxError{bad.Line, bad.Msg}
	}
	return err
}

// document is a parser of RDF/XML.
type document struct {
	in     *xml.Decoder
	each   func(Triple) error
	blanks int
	depth  int
	unread int // bytes since the last token
}

// maxToken is the largest size of a tag, or of a text between tags, in bytes.
const maxToken = 16 << 20

// reader limits the size of a token, which encoding/xml would hold as a whole.
type reader func(p []byte) (int, error)

func (f reader) Read(p []byte) (int, error) { return f(p) }

func (x *document) from(r io.Reader) io.Reader {
	return reader(func(p []byte) (int, error) {
		if x.unread > maxToken {
			return 0, x.fail("a tag or text of more than %d bytes", maxToken)
		}
		n, err := r.Read(p)
		x.unread += n
		return n, err
	})
}

// token returns the next token.
func (x *document) token() (xml.Token, error) {
	x.unread = 0
	return x.in.Token()
}

// skip skips the rest of an element.
func (x *document) skip() error {
	for depth := 0; ; {
		token, err := x.token()
		if err != nil {
			return err
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			if depth--; depth < 0 {
				return nil
			}
		}
	}
}

// scope holds the attributes that elements inherit.
type scope struct{ base, language string }

// attributes of XML itself.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// within returns the scope inside an element.
func (s scope) within(e xml.StartElement) scope {
	for _, a := range e.Attr {
		if a.Name.Space == xmlNamespace || a.Name.Space == "xml" {
			switch a.Name.Local {
			case "base":
				s.base = a.Value
			case "lang":
				s.language = a.Value
			}
		}
	}
	return s
}

func (x *document) fail(format string, args ...any) error {
	line, _ := x.in.InputPos()
	return &SyntaxError{line, fmt.Sprintf(format, args...)}
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
			x.entities(string(e))
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if e.Name.Space == namespace && e.Name.Local == "RDF" {
				if err := x.nodes(s.within(e), func(Term) error { return nil }); err != nil {
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

func (x *document) entities(doctype string) {
	for _, m := range entity.FindAllStringSubmatch(doctype, maxPrefixes) {
		x.in.Entity[m[1]] = m[2] + m[3]
	}
}

// node reads a node element and the properties within it.
func (x *document) node(s scope, e xml.StartElement) (Term, error) {
	if x.depth++; x.depth > maxDepth {
		return Term{}, x.fail("elements are nested more than %d deep", maxDepth)
	}
	defer func() { x.depth-- }()
	s = s.within(e)
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
			return Term{Value: resolved(s.base, a.Value)}, true
		case "ID":
			return Term{Value: resolved(s.base, "#"+a.Value)}, true
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
			object = Term{Value: resolved(s.base, a.Value)}
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
			if err := x.property(s.within(e), node, predicate, e); err != nil {
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
