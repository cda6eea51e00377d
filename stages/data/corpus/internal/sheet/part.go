package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// Limits on what is read between two calls of more. The XML reader holds a whole text in memory, and 64 bytes for each attribute
// of a tag, so only such limits bound its memory.
const (
	maxBytes      = file.MaxLine
	maxAttributes = 1 << 20
	maxDepth      = 1 << 12 // open tags
)

// part is a part of an archive, read as XML tag by tag. Names are compared without their prefix.
type part struct {
	*xml.Decoder
	name  string
	from  io.ReadCloser
	ended func() error
	bytes int // left until the next call of more
	signs int // the same of '=', one per attribute
	depth int // number of open tags
}

func newPart(name string, r io.ReadCloser, ended func() error) *part {
	p := &part{name: name, from: r, ended: ended}
	p.Decoder = xml.NewDecoder(p)
	p.more()
	return p
}

// more resets the limits. Call it at the beginning of each row, text or tag of a list.
func (p *part) more() { p.bytes, p.signs = maxBytes, maxAttributes }

// Read reads the decompressed bytes for the decoder.
func (p *part) Read(b []byte) (int, error) {
	if p.bytes <= 0 || p.signs <= 0 {
		return 0, damaged("%s: a row or text of more than %d bytes", p.name, maxBytes)
	}
	if p.ended != nil {
		if err := p.ended(); err != nil {
			return 0, err
		}
	}
	n, err := p.from.Read(b)
	p.bytes -= n
	p.signs -= bytes.Count(b[:n], []byte{'='})
	if err != nil && err != io.EOF {
		err = damaged("%s: %w", p.name, err)
	}
	return n, err
}

// spend counts bytes that a row takes in memory without being read.
func (p *part) spend(n int) error {
	if p.bytes -= n; p.bytes < 0 {
		return damaged("%s: a row or text of more than %d bytes", p.name, maxBytes)
	}
	return nil
}

// Close closes the part. It finds damage that was read ahead and not yet asked for.
func (p *part) Close() error {
	if err := p.from.Close(); err != nil {
		return damaged("%s: %w", p.name, err)
	}
	return nil
}

// token returns the next tag or text, and io.EOF after the last one. A text is valid until the next call.
func (p *part) token() (xml.Token, error) {
	t, err := p.RawToken() // unlike Token it does not keep the open tags, which a file could nest without end
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return nil, damaged("%s: line %d: %s", p.name, syntax.Line, syntax.Msg)
	}
	switch t.(type) {
	case xml.StartElement:
		p.depth++
	case xml.EndElement:
		p.depth--
	}
	if p.depth > maxDepth {
		return nil, damaged("%s: more than %d tags within each other", p.name, maxDepth)
	}
	if err == io.EOF && p.depth > 0 {
		return nil, damaged("%s: it ends in the middle", p.name)
	}
	return t, err
}

// skip reads to the end of a tag that has begun.
func (p *part) skip() error {
	for outer := p.depth - 1; p.depth > outer; {
		if _, err := p.token(); err != nil {
			return err
		}
	}
	return nil
}

// text appends the text within a tag that has begun: all of a value, and of a rich text that of its runs, without phonetic guides.
func (p *part) text(start xml.StartElement, to *strings.Builder) error {
	value := start.Name.Local == "v"
	for outer := p.depth - 1; p.depth > outer; {
		t, err := p.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.CharData:
			if value {
				to.Write(t)
			}
		case xml.EndElement:
			value = false
		case xml.StartElement:
			value = t.Name.Local == "t"
			if t.Name.Local == "rPh" {
				if err := p.skip(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// tags calls f for every tag that begins, in order.
func (p *part) tags(f func(xml.StartElement) error) error {
	for {
		t, err := p.token()
		if err == io.EOF {
			return nil
		}
		if s, ok := t.(xml.StartElement); ok && err == nil {
			err = f(s)
		}
		if err != nil {
			return err
		}
	}
}

// attribute returns the value of an attribute, "" for none.
func attribute(s xml.StartElement, name string) string {
	for _, a := range s.Attr {
		if a.Name.Local == name && a.Name.Space != "calcext" { // LibreOffice repeats attributes of office: with this prefix
			return a.Value
		}
	}
	return ""
}
