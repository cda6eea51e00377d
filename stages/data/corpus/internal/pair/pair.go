// Package pair reads the text files of One2Set: a source file, with or without a target file.
package pair

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

// New reads the lines of an open source file and, unless target is empty, the target file beside it.
func New(source *file.File, target string, by schemas.Opener) (record.Records, error) {
	p := &textPair{source: file.NewLines(source), stem: record.Stem(source.Path)}
	if target != "" {
		var err error
		if p.target, err = file.OpenLines(target, by, source.Ended); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// textPair reads the line format of One2Set: a file of tokenised sources and, unless the corpus is only labelled, a
// file of targets.
//
// It follows the reader that the authors released. The trimmed source is cut at <eos> into title and body. Each is
// trimmed and split at single blanks, so that two blanks make an empty token. The trimmed target is split at ";", and
// each piece at single blanks without trimming.
type textPair struct {
	source *file.Lines
	target *file.Lines // nil without targets
	stem   string
}

// The marks of the format.
const (
	EndOfTitle   = "<eos>"
	EndOfPresent = "<peos>"
)

func (p *textPair) Close() error {
	err := p.source.Close()
	if p.target != nil {
		err = errors.Join(err, p.target.Close())
	}
	return err
}

func (p *textPair) Next(u *record.Unparsed) error {
	*u = record.Unparsed{}
	var targetErr error
	u.Text, u.Err = p.source.Next()
	u.Row = p.source.Row()
	if p.target != nil {
		u.Target, targetErr = p.target.Next()
		if err := p.level(u.Err, targetErr); err != nil {
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
func (p *textPair) level(sourceErr, targetErr error) error {
	if (sourceErr == io.EOF) == (targetErr == io.EOF) {
		return nil
	}
	for _, s := range []*file.Lines{p.source, p.target} {
		if err := s.Drain(); err != nil {
			return err
		}
	}
	return &schemas.FileError{
		File:   p.target.Path(),
		Err:    fmt.Errorf("has %d lines, its source %s has %d", p.target.Row(), p.source.Path(), p.source.Row()),
		Remedy: "line i of one file must belong to line i of the other",
	}
}

func (p *textPair) Parse(u *record.Unparsed) (record.Record, error) {
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
	switch parts := strings.Split(source, EndOfTitle); len(parts) {
	case 1:
		r.BodyTokens = strings.Split(source, " ")
	case 2:
		r.TitleTokens = strings.Split(trim(parts[0]), " ")
		r.BodyTokens = strings.Split(trim(parts[1]), " ")
	default:
		return r, fmt.Errorf("%s occurs %d times, once is allowed", EndOfTitle, len(parts)-1)
	}
	if p.target != nil {
		r.Target = trim(string(u.Target))
		r.Phrases, r.Bar = targets(r.Target)
	} else {
		r.Missing = []string{"keywords"}
	}
	return r, nil
}

// targets splits a target line at ";" and removes the first <peos>.
func targets(line string) (phrases [][]string, bar int) {
	bar = -1
	for _, piece := range strings.Split(line, ";") {
		if piece == EndOfPresent && bar < 0 {
			bar = len(phrases)
			continue
		}
		phrases = append(phrases, strings.Split(piece, " "))
	}
	return phrases, bar
}

// trim removes white space at both ends as Python's strip does, which includes the four information separators.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f })
}
