package rdf

import (
	"encoding/xml"
	"slices"
	"strings"
)

// property reads a property element. Its value is a named resource, an element within it, or its text.
func (x *document) property(s scope, node Term, predicate string, e xml.StartElement) error {
	switch kind := parseType(e); kind {
	case "":
	case "Resource":
		object := x.blank()
		if err := x.each(Triple{node, predicate, object}); err != nil {
			return err
		}
		return x.properties(s, object)
	case "Collection":
		return x.collection(s, node, predicate)
	default: // Literal; unknown values count as Literal (RDF 1.1 XML Syntax, section 7.2.20)
		return x.skip()
	}
	named := slices.DeleteFunc(slices.Clone(e.Attr), func(a xml.Attr) bool { return a.Name.Space == namespace && a.Name.Local == "ID" })
	if object, ok := x.subject(s, named); ok {
		if err := x.each(Triple{node, predicate, object}); err != nil {
			return err
		}
		if err := x.attributes(s, object, e.Attr); err != nil {
			return err
		}
		return x.skip()
	}
	return x.value(s, node, predicate)
}

func parseType(e xml.StartElement) string {
	for _, a := range e.Attr {
		if a.Name.Space == namespace && a.Name.Local == "parseType" {
			return a.Value
		}
	}
	return ""
}

// value reads the text of a property, or the node within it.
func (x *document) value(s scope, node Term, predicate string) error {
	var text strings.Builder
	nodes := 0
	for {
		token, err := x.token()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.CharData:
			if text.Len()+len(e) > maxTerm {
				return x.fail("a text of more than %d bytes", maxTerm)
			}
			text.Write(e)
		case xml.StartElement:
			object, err := x.node(s, e)
			if err == nil {
				err = x.each(Triple{node, predicate, object})
			}
			if err != nil {
				return err
			}
			nodes++
		case xml.EndElement:
			if nodes > 0 {
				return nil
			}
			return x.each(Triple{node, predicate, Term{Value: text.String(), Language: s.language, Kind: Literal}})
		}
	}
}

// collection reads the nodes of a list.
func (x *document) collection(s scope, node Term, predicate string) error {
	last, link := node, predicate
	err := x.nodes(s, func(item Term) error {
		cell := x.blank()
		if err := x.each(Triple{last, link, cell}); err != nil {
			return err
		}
		last, link = cell, restIRI
		return x.each(Triple{cell, firstIRI, item})
	})
	if err != nil {
		return err
	}
	return x.each(Triple{last, link, Term{Value: nilIRI}})
}
