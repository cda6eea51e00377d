package join

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"wrone2set/schemas"
)

// separator stands between title and body of a source line.
const separator = "<eos>"

// pair reads documents from a source and a target file in step.
type pair struct {
	source, target *lines
	stem           string
	exact          bool
}

// openPair opens both files. exact reads as the authors' evaluation script:
// a source line must hold exactly one <eos>, and an empty target line is one
// target of one empty word. Otherwise a source line without <eos> has no title
// and an empty target line no target.
func openPair(source, target string, exact bool) (*pair, error) {
	p := &pair{exact: exact, stem: stem(source)}
	var err error
	if p.source, err = openLines(source); err != nil {
		return nil, err
	}
	if p.target, err = openLines(target); err != nil {
		p.source.Close()
		return nil, err
	}
	return p, nil
}

// stem is a file's name up to its first dot.
func stem(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return name
}

func (p *pair) Rows() int64 { return -1 }

func (p *pair) Place() (string, int64) { return p.source.path, p.source.row }

func (p *pair) Close() error { return errors.Join(p.source.Close(), p.target.Close()) }

func (p *pair) Next() (schemas.Document, error) {
	source, err := p.source.Next()
	if err != nil && err != io.EOF {
		return schemas.Document{}, err
	}
	target, errTarget := p.target.Next()
	switch {
	case errTarget != nil && errTarget != io.EOF:
		return schemas.Document{}, errTarget
	case err == io.EOF && errTarget == io.EOF:
		return schemas.Document{}, io.EOF
	case err == io.EOF || errTarget == io.EOF:
		return schemas.Document{}, p.uneven()
	}
	d := schemas.Document{ID: fmt.Sprintf("%s-%d", p.stem, p.source.row)}
	if d.Title, d.Body, err = p.parts(source); err != nil {
		return schemas.Document{}, err
	}
	if d.Present = phrases(target); len(d.Present) == 0 && p.exact {
		d.Present = [][]string{{""}}
	}
	return d, nil
}

// parts cuts a source line into the words of title and body.
func (p *pair) parts(line string) (title, body []string, err error) {
	parts := strings.Split(trim(line), separator)
	switch {
	case len(parts) == 2:
		return words(parts[0]), words(parts[1]), nil
	case len(parts) == 1 && !p.exact:
		return nil, words(parts[0]), nil
	}
	e := p.source.fail(fmt.Errorf("%d times %s where title and body meet, one is wanted", len(parts)-1, separator)).(*schemas.FileError)
	if p.exact && len(parts) == 1 {
		e.Remedy = "the released script fails here too; score without the setting released"
	} else {
		e.Remedy = "write each document as title " + separator + " body on one line"
	}
	return nil, nil, e
}

// uneven reports source and target files of different lengths, with both.
func (p *pair) uneven() error {
	for _, l := range []*lines{p.source, p.target} {
		for {
			if _, err := l.Next(); err == io.EOF {
				break
			} else if err != nil {
				return err
			}
		}
	}
	return &schemas.FileError{
		File:   p.target.path,
		Err:    fmt.Errorf("%d lines, but %s has %d", p.target.row, p.source.path, p.source.row),
		Remedy: "give the source and the target file of the same documents",
	}
}

// textPredictions reads "phrase;phrase" lines.
type textPredictions struct{ lines *lines }

func (t textPredictions) Rows() int64 { return -1 }

func (t textPredictions) Place() (string, int64) { return t.lines.path, t.lines.row }

func (t textPredictions) Close() error { return t.lines.Close() }

func (t textPredictions) Next() (schemas.Prediction, error) {
	line, err := t.lines.Next()
	if err != nil {
		return schemas.Prediction{}, err
	}
	var p schemas.Prediction
	for i, w := range phrases(line) {
		p.Phrases = append(p.Phrases, schemas.Phrase{Phrase: strings.Join(w, " "), Tokens: w, Slot: int32(i)})
	}
	return p, nil
}

// phrases cuts a line at its semicolons; a blank line has none. A blank phrase
// between semicolons is one empty word, as in the authors' script.
func phrases(line string) [][]string {
	line = trim(line)
	if line == "" {
		return nil
	}
	out := make([][]string, 0, 1+strings.Count(line, ";"))
	for p := range strings.SplitSeq(line, ";") {
		out = append(out, words(p))
	}
	return out
}

// words cuts at single blanks, so that two blanks in a row give an empty word.
func words(s string) []string { return strings.Split(trim(s), " ") }

// trim removes white space at both ends, as Python's strip does: the four
// information separators count.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f })
}
