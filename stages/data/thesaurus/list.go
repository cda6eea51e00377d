package thesaurus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

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
func (b *builder) readList(in *bufio.Reader) error {
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
	if b.concepts[c].state&named != 0 {
		kind = Alternative
	}
	if err := b.label(c, label, "", kind); err != nil {
		return err
	}
	return b.notation(c, notation)
}
