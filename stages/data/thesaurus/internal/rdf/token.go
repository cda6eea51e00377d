package rdf

import (
	"bytes"
	"encoding/xml"
	"io"
)

// Limits of a token, and of the tags around it.
const (
	maxToken      = 16 << 20 // bytes of a tag, or of a text between tags
	maxAttributes = 1 << 18  // of a tag
	maxOpen       = 16 << 20 // bytes of the tags of open elements
)

// reader limits the size of a token, which encoding/xml would hold as a whole.
type reader func(p []byte) (int, error)

func (f reader) Read(p []byte) (int, error) { return f(p) }

func (x *document) from(r io.Reader) io.Reader {
	return reader(func(p []byte) (int, error) {
		if x.unread > maxToken {
			return 0, x.fail("a tag or text of more than %d bytes", maxToken)
		}
		if x.equals > maxAttributes {
			return 0, x.fail("a tag of more than %d attributes", maxAttributes)
		}
		n, err := r.Read(p)
		x.unread += n + bytes.Count(p[:n], []byte{'&'})*x.entity
		x.equals += bytes.Count(p[:n], []byte{'='})
		return n, err
	})
}

// token returns the next token. Every element passes it, those that are skipped, too: it counts how deep they are nested.
func (x *document) token() (xml.Token, error) {
	x.unread, x.equals = 0, 0
	token, err := x.in.Token()
	if err != nil {
		return nil, err
	}
	switch e := token.(type) {
	case xml.StartElement:
		if err := x.begin(e); err != nil {
			return nil, err
		}
	case xml.EndElement:
		last := len(x.open) - 1
		x.size -= x.open[last]
		x.open = x.open[:last]
	}
	return token, nil
}

// begin counts an element that begins. A node and its property are two elements.
func (x *document) begin(e xml.StartElement) error {
	if len(x.open) >= 2*maxDepth {
		return x.fail("elements are nested more than %d deep", 2*maxDepth)
	}
	if len(e.Name.Space) > maxPrefix {
		return x.fail("a namespace of more than %d bytes", maxPrefix)
	}
	size := len(e.Name.Local)
	for _, a := range e.Attr {
		if len(a.Name.Space) > maxPrefix {
			return x.fail("a namespace of more than %d bytes", maxPrefix)
		}
		size += len(a.Name.Local) + len(a.Value)
	}
	if x.size += size; x.size > maxOpen {
		return x.fail("elements with tags of more than %d bytes within each other", maxOpen)
	}
	x.open = append(x.open, size)
	return nil
}

// skip skips the rest of an element.
func (x *document) skip() error {
	for depth := len(x.open); len(x.open) >= depth; {
		if _, err := x.token(); err != nil {
			return err
		}
	}
	return nil
}
