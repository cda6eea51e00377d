// Package text reads text: a document a line, raw or tokenised by One2Set, or a document a file.
package text

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// lines reads a document a line. A blank line is a document too, so that document numbers equal line numbers.
type lines struct {
	source *file.Lines
	target *file.Lines // beside source; nil for none
	stem   string
}

// plain reads raw texts without a title.
type plain struct{ lines }

// tokenised reads the line format of One2Set: a file of tokenised sources and, unless the corpus is only labelled, a
// file of targets.
//
// It follows the reader that the authors released. The trimmed source is cut at <eos> into title and body. Each is
// trimmed and split at single blanks, so that two blanks make an empty token. The trimmed target is split at ";", and
// each piece at single blanks without trimming.
type tokenised struct{ lines }

// The marks of the format.
const (
	EndOfTitle   = "<eos>"
	EndOfPresent = "<peos>"
)

// NewPlain reads the lines of a file, each the raw text of a document.
func NewPlain(f *file.File) record.Records {
	return &plain{lines{source: file.NewLines(f), stem: record.Stem(f.Path)}}
}

// NewTokenised reads the lines of an open source file and, unless target is empty, the target file beside it.
func NewTokenised(source *file.File, target string, by schemas.Opener) (record.Records, error) {
	p := &tokenised{lines{source: file.NewLines(source), stem: record.Stem(source.Path)}}
	if target != "" {
		var err error
		if p.target, err = file.OpenLines(target, by, source.Ended); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (l *lines) Close() error {
	err := l.source.Close()
	if l.target != nil {
		err = errors.Join(err, l.target.Close())
	}
	return err
}

func (l *lines) Next(u *record.Unparsed) error {
	*u = record.Unparsed{}
	var targetErr error
	u.Text, u.Err = l.source.Next()
	u.Row = l.source.Row()
	if l.target != nil {
		u.Target, targetErr = l.target.Next()
		if err := l.level(u.Err, targetErr); err != nil {
			return err
		}
	}
	for _, err := range []error{u.Err, targetErr} {
		if _, skipped := err.(*file.TooLong); err != nil && !skipped {
			return err
		}
	}
	if u.Err == nil {
		u.Err = targetErr
	}
	return nil
}

// level returns an error if one file ends before the other.
func (l *lines) level(sourceErr, targetErr error) error {
	if (sourceErr == io.EOF) == (targetErr == io.EOF) {
		return nil
	}
	for _, s := range []*file.Lines{l.source, l.target} {
		if err := s.Drain(); err != nil {
			return err
		}
	}
	return &schemas.FileError{
		File:   l.target.Path(),
		Err:    fmt.Errorf("has %d lines, its source %s has %d", l.target.Row(), l.source.Path(), l.source.Row()),
		Remedy: "line i of one file must belong to line i of the other",
	}
}

// Parse parses a line. The text of a bad one is left out.
func (p *plain) Parse(u *record.Unparsed) (record.Record, error) {
	r := record.Record{File: p.source.Path(), Row: u.Row, ID: record.RowID(p.stem, u.Row), Missing: record.Missing(true, false, true)}
	body := r
	body.Body = string(u.Text)
	if err := errors.Join(u.Err, body.Sound()); err != nil {
		return r, err
	}
	return body, nil
}

// Parse parses a line and its target.
func (p *tokenised) Parse(u *record.Unparsed) (record.Record, error) {
	r := record.Record{File: p.source.Path(), Row: u.Row, ID: record.RowID(p.stem, u.Row), Tokenized: true, Bar: -1}
	if u.Err != nil {
		return r, u.Err
	}
	if !utf8.Valid(u.Text) {
		return r, record.ErrUTF8
	}
	if !utf8.Valid(u.Target) {
		return r, fmt.Errorf("the target line is %w", record.ErrUTF8)
	}
	if bytes.IndexByte(u.Text, 0) >= 0 || bytes.IndexByte(u.Target, 0) >= 0 {
		return r, record.ErrNUL
	}
	source := trim(string(u.Text))
	r.Blank = source == ""
	title, body, titled := strings.Cut(source, EndOfTitle)
	switch n := strings.Count(source, EndOfTitle); {
	case n > 1:
		return r, fmt.Errorf("%s occurs %d times, once is allowed", EndOfTitle, n)
	case titled:
		r.TitleTokens = strings.Split(trim(title), " ")
		r.BodyTokens = strings.Split(trim(body), " ")
	default:
		r.BodyTokens = strings.Split(source, " ")
	}
	if p.target == nil {
		r.Missing = []string{"keywords"}
		return r, nil
	}
	r.Target = trim(string(u.Target))
	for _, piece := range strings.Split(r.Target, ";") {
		if piece == EndOfPresent && r.Bar < 0 { // only the first one is a mark
			r.Bar = len(r.Phrases)
			continue
		}
		r.Phrases = append(r.Phrases, strings.Split(piece, " "))
	}
	return r, nil
}

// trim removes white space at both ends as Python's strip does, which includes the four information separators.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f })
}
