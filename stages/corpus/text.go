package corpus

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"wrone2set/schemas"
)

// textPair reads the line format of One2Set: a file of tokenised sources and,
// unless the corpus is only to be labelled, a file of targets beside it.
//
// The rules are those of the authors' released reader: the trimmed source is
// cut at <eos> into title and body, each trimmed and split at single blanks, so
// that two blanks make an empty token; the trimmed target is split at ";" and
// each piece at single blanks without trimming.
type textPair struct {
	source *Lines
	target *Lines // nil without targets
	stem   string
}

const (
	endOfTitle   = "<eos>"
	endOfPresent = "<peos>"
)

func (p *textPair) Close() error {
	err := p.source.Close()
	if p.target != nil {
		err = errors.Join(err, p.target.Close())
	}
	return err
}

func (p *textPair) Next(u *Unparsed) error {
	*u = Unparsed{}
	var targetErr error
	u.Text, u.Err = p.source.Next()
	u.Row = p.source.row
	if p.target != nil {
		u.Target, targetErr = p.target.Next()
		if err := p.level(u.Err, targetErr); err != nil {
			return err
		}
	}
	for _, err := range []error{u.Err, targetErr} {
		if _, skipped := err.(*tooLong); err != nil && !skipped {
			return err
		}
	}
	if u.Err == nil {
		u.Err = targetErr
	}
	return nil
}

// level refuses files of different lengths, once the shorter one has ended.
func (p *textPair) level(sourceErr, targetErr error) error {
	if (sourceErr == io.EOF) == (targetErr == io.EOF) {
		return nil
	}
	for _, s := range []*Lines{p.source, p.target} {
		if err := s.drain(); err != nil {
			return err
		}
	}
	return &schemas.FileError{
		File:   p.target.Path(),
		Err:    fmt.Errorf("has %d lines, its source %s has %d", p.target.row, p.source.Path(), p.source.row),
		Remedy: "line i of one file must belong to line i of the other",
	}
}

func (p *textPair) Parse(u *Unparsed) (Record, error) {
	r := Record{File: p.source.Path(), Row: u.Row, ID: rowID(p.stem, u.Row), Tokenized: true, Bar: -1}
	if u.Err != nil {
		return r, u.Err
	}
	if !utf8.Valid(u.Text) {
		return r, errUTF8
	}
	if !utf8.Valid(u.Target) {
		return r, fmt.Errorf("the target line is %w", errUTF8)
	}
	source := trim(string(u.Text))
	r.Blank = source == ""
	switch parts := strings.Split(source, endOfTitle); len(parts) {
	case 1:
		r.BodyTokens = strings.Split(source, " ")
	case 2:
		r.TitleTokens = strings.Split(trim(parts[0]), " ")
		r.BodyTokens = strings.Split(trim(parts[1]), " ")
	default:
		return r, fmt.Errorf("%s occurs %d times, once is allowed", endOfTitle, len(parts)-1)
	}
	if p.target != nil {
		r.Target = trim(string(u.Target))
		r.Phrases, r.Bar = targets(r.Target)
	} else {
		r.Missing = []string{"keywords"}
	}
	return r, nil
}

// targets splits a target line at ";" and takes the first <peos> out.
func targets(line string) (phrases [][]string, bar int) {
	bar = -1
	for _, piece := range strings.Split(line, ";") {
		if piece == endOfPresent && bar < 0 {
			bar = len(phrases)
			continue
		}
		phrases = append(phrases, strings.Split(piece, " "))
	}
	return phrases, bar
}

// trim removes white space at both ends as Python's strip does: the four
// information separators count.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f })
}
