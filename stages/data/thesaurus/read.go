package thesaurus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

// Read reads a thesaurus from r, plain, gzip or zstd, and detects its format. Labels without a language get that of o. Bad content
// is a *schemas.FileError with path and line.
func Read(path string, r io.Reader, o Options) (*Thesaurus, error) {
	plain, err := decompressed(r)
	if err != nil {
		return nil, fileError(path, err, mend)
	}
	b := &builder{untagged: o.Untagged}
	in := bufio.NewReaderSize(plain, headBytes)
	if mark, _ := in.Peek(len(byteOrder)); string(mark) == byteOrder {
		in.Discard(len(byteOrder)) // never fails for what was peeked
	}
	switch head, err := in.Peek(headBytes); {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, fileError(path, err, mend)
	case isUTF16(head):
		return nil, &schemas.FileError{File: path, Err: errors.New("is in UTF-16"), Remedy: "save it in UTF-8"}
	case isXML(head):
		err = rdf.XML(in, b.triple)
		if err != nil {
			return nil, fileError(path, err, mend)
		}
	case isList(head):
		if err := readList(in, b); err != nil {
			return nil, fileError(path, err, mend)
		}
	default:
		remedy := formats
		err := rdf.Turtle(in, func(t rdf.Triple) error {
			remedy = mend
			return b.triple(t)
		})
		if err != nil {
			return nil, fileError(path, err, remedy)
		}
	}
	t := b.thesaurus()
	if t.uris.len() == 0 {
		return nil, &schemas.FileError{File: path, Err: errors.New("holds no concept with a label"),
			Remedy: formats}
	}
	return t, nil
}

// Remedies of a broken statement, of a file that has none, and of one that is too large.
const (
	smaller = "leave out labels in languages of no document, or concepts of no use"
	mend    = "mend that statement"
	formats = "give SKOS with skos:prefLabel as Turtle, N-Triples or RDF/XML, or lines of <URI>, a tab and a label"
)

// headBytes is the number of bytes that detect the format.
const headBytes = 1 << 16

// fileError names the file. An error of syntax has the line and the remedy.
func fileError(path string, err error, remedy string) error {
	var bad *rdf.SyntaxError
	if errors.As(err, &bad) {
		if errors.Is(err, errFull) {
			remedy = smaller
		}
		return &schemas.FileError{File: path, Place: fmt.Sprintf("line %d", bad.Line), Err: errors.New(bad.Msg), Remedy: remedy}
	}
	if errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, zstd.ErrMagicMismatch) {
		err = fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	return &schemas.FileError{File: path, Err: err, Remedy: "copy it again from where it is whole"}
}

// decompressed returns the content of r, without gzip or zstd.
func decompressed(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	switch magic, _ := in.Peek(4); {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		return gzip.NewReader(in)
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
	return in, nil
}

// byteOrder is the mark that some editors write at the beginning of UTF-8.
const byteOrder = "\ufeff"

// isUTF16 reports whether a file begins with the byte order mark of UTF-16, or with a letter or tag in it.
func isUTF16(head []byte) bool {
	return len(head) > 1 && (head[0] == 0xff && head[1] == 0xfe || head[0] == 0xfe && head[1] == 0xff || head[0] == 0 || head[1] == 0)
}

// isXML reports whether a file is RDF/XML: Turtle cannot begin like a tag, since an IRI has no blank or question mark.
func isXML(head []byte) bool { return xmlStart.Match(head) }

var xmlStart = regexp.MustCompile(`^\s*<(\?xml|!DOCTYPE|!--|[A-Za-z][\w.-]*:[A-Za-z][\w.-]*\s|[A-Za-z][\w.-]*\s+xmlns)`)

// isList reports whether a file is a list of labels: its first line that is not blank has a URI and a tab, and is not a statement.
func isList(head []byte) bool {
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		uri, label, ok := bytes.Cut(line, []byte("\t"))
		return ok && isURI(bytes.TrimSpace(uri)) && len(label) > 0 && label[0] != '<'
	}
	return false
}

// isURI reports whether a cell is a URI, with or without <>: a scheme (RFC 3986, section 3.1), a colon, and no blanks.
func isURI(cell []byte) bool {
	if bytes.HasPrefix(cell, []byte("<")) && bytes.HasSuffix(cell, []byte(">")) {
		cell = cell[1 : len(cell)-1]
	}
	colon := bytes.IndexByte(cell, ':')
	for i, c := range cell {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		switch {
		case c == '<' || c == '>' || c <= ' ':
			return false
		case i < colon && !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '.' || c == '-')):
			return false
		}
	}
	return colon > 0
}

// readList reads lines of <URI>, a tab, a label and, if there is a second tab, a notation, as Annif does. A URI may have
// several lines: the first label is the preferred one.
func readList(in *bufio.Reader, b *builder) error {
	s := bufio.NewScanner(in)
	s.Buffer(nil, 1<<20)
	line := 0
	for s.Scan() {
		line++
		text := bytes.TrimRight(s.Bytes(), "\r")
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		cell, rest, ok := bytes.Cut(text, []byte("\t"))
		uri := bytes.TrimSpace(cell)
		if !ok || !isURI(uri) {
			return &rdf.SyntaxError{Line: line, Msg: fmt.Sprintf("%.80q is not <URI>, a tab and a label", text)}
		}
		if !utf8.Valid(text) {
			return &rdf.SyntaxError{Line: line, Msg: fmt.Sprintf("%.80q is not UTF-8", text)}
		}
		label, rest, _ := bytes.Cut(rest, []byte("\t"))
		notation, _, _ := bytes.Cut(rest, []byte("\t"))
		if err := b.line(string(bytes.Trim(uri, "<>")), string(label), string(bytes.TrimSpace(notation))); err != nil {
			return &rdf.SyntaxError{Line: line, Msg: err.Error(), Err: err}
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return &rdf.SyntaxError{Line: line + 1, Msg: "a line of more than a mebibyte"}
	}
	return s.Err()
}

// line adds a line of a list.
func (b *builder) line(uri, label, notation string) error {
	c, err := b.concept(uri)
	if err != nil {
		return err
	}
	kind := Preferred
	if b.state[c]&named != 0 {
		kind = Alternative
	}
	if err := b.label(c, label, "", kind); err != nil {
		return err
	}
	return b.notation(c, notation)
}
