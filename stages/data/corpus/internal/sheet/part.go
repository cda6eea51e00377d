package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"

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
	sheet int // the same within the sheet whose rows are read
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
		return 0, p.large()
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

func (p *part) large() error {
	return damaged("%s: a row or text of more than %d bytes", p.name, maxBytes)
}

// spend counts bytes that a row takes in memory without being read.
func (p *part) spend(n int) error {
	if p.bytes -= n; p.bytes < 0 {
		return p.large()
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

// errStop ends tags.
var errStop = errors.New("stop")

// tags calls f for every tag that begins from here on, however deep, until f returns errStop.
func (p *part) tags(f func(xml.StartElement) error) error {
	for {
		t, err := p.token()
		if s, ok := t.(xml.StartElement); ok && err == nil {
			err = f(s)
		}
		switch err {
		case nil:
		case io.EOF, errStop:
			return nil
		default:
			return err
		}
	}
}

// within reads the rest of a tag that has begun: it calls text for each text directly within it, and tag for each tag, of which it
// skips what tag leaves. Both may be nil.
func (p *part) within(tag func(xml.StartElement) error, text func(xml.CharData)) error {
	for inside := p.depth; p.depth >= inside; {
		t, err := p.token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.CharData:
			if text != nil && p.depth == inside {
				text(t)
			}
		case xml.StartElement:
			if tag == nil || p.depth != inside+1 {
				continue
			}
			if err := tag(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// row reads to the beginning of the next row of the sheet. After the last one it returns io.EOF, and has read the rest of the part,
// where a checksum may show damage.
func (p *part) row() (xml.StartElement, error) {
	for p.depth >= p.sheet {
		t, err := p.token()
		if err != nil {
			return xml.StartElement{}, err
		}
		s, begins := t.(xml.StartElement)
		if !begins {
			continue
		}
		switch s.Name.Local {
		case "row", "table-row":
			p.more()
			return s, nil
		case "table-header-rows", "table-rows", "table-row-group":
		default: // columns, shapes, forms; a sheet within a shape is not part of this one
			if err := p.within(nil, nil); err != nil {
				return s, err
			}
		}
	}
	for rest := make([]byte, 32<<10); ; {
		p.more()
		if _, err := p.Read(rest); err != nil {
			return xml.StartElement{}, err
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
