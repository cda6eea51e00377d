package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// Limits on the bytes and attributes that are read between two calls of more. The XML reader holds a whole text in memory,
// and 64 bytes for each attribute of a tag, so only such limits bound its memory.
const (
	maxBytes      = file.MaxLine
	maxAttributes = 1 << 20
	maxNames      = 4 << 20 // bytes of the names of sheets, and of styles that hide sheets
)

// part is a part of an archive, read as XML tag by tag. Names are compared without their prefix.
type part struct {
	*xml.Decoder
	name  string
	from  io.ReadCloser
	ended func() error
	bytes int // left until the next call of more
	signs int // the same of '=', one per attribute
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

// named counts the bytes of names that are kept while a part is read.
type named int

func (n *named) add(p *part, name string) error {
	if *n += named(len(name)); *n > maxNames {
		return damaged("%s: names of more than %d bytes", p.name, maxNames)
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

// token returns the next tag or text, nil after the last one. A text is valid until the next call.
func (p *part) token() (xml.Token, error) {
	t, err := p.RawToken() // unlike Token it does not keep the open tags, which a file could nest without end
	var syntax *xml.SyntaxError
	switch {
	case err == io.EOF:
		return nil, nil
	case errors.As(err, &syntax):
		return nil, damaged("%s: line %d: %s", p.name, syntax.Line, syntax.Msg)
	}
	return t, err
}

// must is token, but the end of the part is an error.
func (p *part) must() (xml.Token, error) {
	t, err := p.token()
	if t == nil && err == nil {
		err = damaged("%s: it ends in the middle", p.name)
	}
	return t, err
}

// tags calls f for every tag that begins, in order.
func (p *part) tags(f func(xml.StartElement) error) error {
	for {
		t, err := p.token()
		if t == nil || err != nil {
			return err
		}
		if s, ok := t.(xml.StartElement); ok {
			if err := f(s); err != nil {
				return err
			}
		}
	}
}

// skip reads to the end of a tag that has begun.
func (p *part) skip() error {
	for depth := 1; depth > 0; {
		t, err := p.must()
		if err != nil {
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	return nil
}

// text appends the text of a tag that has begun, up to its end, without that of tags inside.
func (p *part) text(to *strings.Builder) error {
	for {
		t, err := p.must()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.CharData:
			to.Write(t)
		case xml.StartElement:
			if err := p.skip(); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
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
