package rdf

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"
)

// XML reads RDF/XML and calls each with every triple. It returns the first error of r, or a *SyntaxError, which wraps an error of
// each. XML literals, statements about statements and members of containers are skipped.
func XML(r io.Reader, each func(Triple) error) (err error) {
	x := &document{from: r}
	x.parser = parser{each: each, line: func() int { line, _ := x.in.InputPos(); return line }}
	x.in = xml.NewDecoder(x)
	x.in.Entity = map[string]string{}
	x.in.CharsetReader = decoded
	defer catch(&err)
	x.children(func(e xml.StartElement) { x.node(scope{}, e) }, x.noText)
	return nil
}

// decoded reads the encoding that a document declares. UTF-16 was decoded before, or its declaration would not be readable.
func decoded(label string, in io.Reader) (io.Reader, error) {
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return in, nil
	}
	return charset.NewReaderLabel(label, in)
}

// document is a parser of RDF/XML.
type document struct {
	parser
	in     *xml.Decoder
	from   io.Reader
	open   []int // sizes of the open elements, in bytes
	size   int   // sum of open
	unread int   // bytes since the last token, with each & as long as the longest entity
	equals int   // = since the last token: at most as many attributes
	entity int   // length of the longest entity
}

// Limits of a token, and of the tags around it.
const (
	maxToken      = 16 << 20 // bytes of a tag, or of a text between tags
	maxAttributes = 1 << 18  // of a tag
	maxOpen       = 16 << 20 // bytes of the tags of open elements
)

// Read limits the size of a token, which encoding/xml would hold as a whole.
func (x *document) Read(p []byte) (int, error) {
	if x.unread > maxToken {
		x.fail("a tag or text of more than %d bytes", maxToken)
	}
	if x.equals > maxAttributes {
		x.fail("a tag of more than %d attributes", maxAttributes)
	}
	n, err := x.from.Read(p)
	x.unread += n + bytes.Count(p[:n], []byte{'&'})*x.entity
	x.equals += bytes.Count(p[:n], []byte{'='})
	return n, err
}

// children reads the inside of an element, or the document. It calls element at each start tag, which must read up to the end of
// that element, and text with the text between.
func (x *document) children(element func(xml.StartElement), text func(xml.CharData)) {
	for {
		x.unread, x.equals = 0, 0
		token, err := x.in.Token()
		var bad *xml.SyntaxError
		switch {
		case err == io.EOF: // Token has counted the elements: the document ends
			return
		case errors.As(err, &bad):
			x.failAt(bad.Line, "%s", bad.Msg)
		case err != nil && strings.HasPrefix(err.Error(), "xml: "): // of the declaration
			x.fail("%s", strings.TrimPrefix(err.Error(), "xml: "))
		case err != nil:
			x.stop(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			x.begin(e)
			element(e)
		case xml.EndElement:
			last := len(x.open) - 1
			x.size -= x.open[last]
			x.open = x.open[:last]
			return
		case xml.CharData:
			text(e)
		case xml.Directive:
			x.entities(string(e))
		}
	}
}

// begin counts an element that begins. A node and its property are two elements.
func (x *document) begin(e xml.StartElement) {
	if len(x.open) >= 2*maxDepth {
		x.fail("elements are nested more than %d deep", 2*maxDepth)
	}
	x.short("a namespace", e.Name.Space, maxPrefix)
	size := len(e.Name.Local)
	for _, a := range e.Attr {
		x.short("a namespace", a.Name.Space, maxPrefix)
		size += len(a.Name.Local) + len(a.Value)
	}
	if x.size += size; x.size > maxOpen {
		x.fail("elements with tags of more than %d bytes within each other", maxOpen)
	}
	x.open = append(x.open, size)
}

// noText refuses a text that is not blank, where elements are expected.
func (x *document) noText(text xml.CharData) {
	if text = bytes.TrimSpace(text); len(text) > 0 {
		x.fail("text %.40q where elements are expected", text)
	}
}

// skip skips the inside of an element.
func (x *document) skip(xml.StartElement) { x.children(x.skip, func(xml.CharData) {}) }

// entity is a declaration in a DOCTYPE, as many ontologies have for their namespaces.
var entity = regexp.MustCompile(`<!ENTITY\s+([\w.-]+)\s+(?:"([^"&]*)"|'([^'&]*)')\s*>`)

func (x *document) entities(doctype string) {
	for _, m := range entity.FindAllStringSubmatch(doctype, maxPrefixes+1) {
		value := m[2] + m[3]
		x.short("an entity", m[1]+value, maxPrefix)
		if x.in.Entity[m[1]] = value; len(x.in.Entity) > maxPrefixes {
			x.fail("more than %d entities", maxPrefixes)
		}
		x.entity = max(x.entity, len(value))
	}
}

// scope holds the attributes that elements inherit.
type scope struct {
	base     *url.URL
	language string
}

// xmlNamespace is that of attributes of XML itself.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// within returns the scope inside an element.
func (x *document) within(s scope, e xml.StartElement) scope {
	for _, a := range e.Attr {
		switch a.Name {
		case xml.Name{Space: xmlNamespace, Local: "base"}, xml.Name{Space: "xml", Local: "base"}:
			s.base = x.newBase(a.Value)
		case xml.Name{Space: xmlNamespace, Local: "lang"}, xml.Name{Space: "xml", Local: "lang"}:
			s.language = x.short("a language tag", a.Value, maxLanguage)
		}
	}
	return s
}

// node reads a node element and the properties within it. The element RDF holds nodes.
func (x *document) node(s scope, e xml.StartElement) Term {
	s = x.within(s, e)
	if e.Name == (xml.Name{Space: namespace, Local: "RDF"}) {
		x.children(func(e xml.StartElement) { x.node(s, e) }, x.noText)
		return Term{Kind: Blank}
	}
	node, named := x.subject(s, e)
	if !named {
		node = x.blank("")
	}
	if e.Name != (xml.Name{Space: namespace, Local: "Description"}) {
		x.send(node, typeIRI, Term{Value: e.Name.Space + e.Name.Local})
	}
	x.attributes(s, node, e)
	x.properties(s, node)
	return node
}

// subject returns the node that the attributes of an element name; false if none does.
func (x *document) subject(s scope, e xml.StartElement) (Term, bool) {
	for _, a := range e.Attr {
		if a.Name.Space != namespace {
			continue
		}
		switch a.Name.Local {
		case "about", "resource":
			return resolve(s.base, a.Value), true
		case "ID":
			return resolve(s.base, "#"+a.Value), true
		case "nodeID":
			return x.blank(a.Value), true
		}
	}
	return Term{}, false
}

// attributes reads the attributes that are properties with a text as value.
func (x *document) attributes(s scope, node Term, e xml.StartElement) {
	for _, a := range e.Attr {
		switch a.Name.Space {
		case "", "xmlns", "xml", xmlNamespace:
		case namespace:
			if a.Name.Local == "type" {
				x.send(node, typeIRI, resolve(s.base, a.Value))
			}
		default:
			x.send(node, a.Name.Space+a.Name.Local, Term{Value: a.Value, Language: s.language, Kind: Literal})
		}
	}
}

// properties reads property elements until the node ends.
func (x *document) properties(s scope, node Term) {
	x.children(func(e xml.StartElement) { x.property(x.within(s, e), node, e) }, x.noText)
}

// property reads a property element. Its value is a named resource, an element within it, or its text.
func (x *document) property(s scope, node Term, e xml.StartElement) {
	predicate := e.Name.Space + e.Name.Local
	for i, a := range e.Attr {
		switch {
		case a.Name.Space != namespace:
		case a.Name.Local == "ID": // names the statement
			e.Attr[i].Name = xml.Name{}
		case a.Name.Local == "parseType" && a.Value == "Resource":
			object := x.blank("")
			x.send(node, predicate, object)
			x.properties(s, object)
			return
		case a.Name.Local == "parseType" && a.Value == "Collection":
			x.children(func(e xml.StartElement) { x.node(s, e) }, x.noText)
			return
		case a.Name.Local == "parseType": // Literal; unknown values count as Literal (RDF 1.1 XML Syntax, section 7.2.20)
			x.skip(e)
			return
		}
	}
	if object, named := x.subject(s, e); named {
		x.send(node, predicate, object)
		x.attributes(s, object, e)
		x.skip(e)
		return
	}
	var text strings.Builder
	nodes := 0
	x.children(func(e xml.StartElement) {
		x.send(node, predicate, x.node(s, e))
		nodes++
	}, func(part xml.CharData) {
		if text.Len()+len(part) > maxTerm {
			x.fail("a text of more than %d bytes", maxTerm)
		}
		text.Write(part)
	})
	if nodes == 0 {
		x.send(node, predicate, Term{Value: text.String(), Language: s.language, Kind: Literal})
	}
}
