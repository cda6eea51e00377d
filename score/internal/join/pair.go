package join

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// pair reads documents from a source and a target file in step.
type pair struct {
	lines    corpus.Records
	released bool
	source   string
	row      int64
}

// openPair opens both files. If from.Released, it reads as the authors' evaluation script does: a source line must hold
// exactly one <eos>, an empty target line is one target of one empty word, and <peos> is a target like any other.
// Otherwise a source line without <eos> has no title, an empty target line has no targets, and <peos> is not a
// target.
func openPair(from Paths) (*pair, error) {
	source, target := from.Documents[0], from.Documents[1]
	lines, err := corpus.Open(source, target, corpus.Options{By: from.By, Ended: from.Ended})
	if err != nil {
		return nil, err
	}
	return &pair{lines: lines, released: from.Released, source: source}, nil
}

func (p *pair) Rows() int64 { return -1 }

func (p *pair) Place() (string, int64) { return p.source, p.row }

func (p *pair) Close() error { return p.lines.Close() }

func (p *pair) Next() (schemas.Document, error) {
	var u corpus.Unparsed
	if err := p.lines.Next(&u); err != nil {
		return schemas.Document{}, err
	}
	p.row = u.Row
	r, err := p.lines.Parse(&u)
	if err != nil {
		return schemas.Document{}, p.bad(err, "write each document as title <eos> body on one line")
	}
	if p.released && r.TitleTokens == nil {
		return schemas.Document{}, p.bad(errors.New("the line has no <eos> between title and body"),
			"score without the setting released; the authors' script fails here, too")
	}
	if err := tooMany(1 + strings.Count(r.Target, ";")); err != nil {
		return schemas.Document{}, p.bad(err, "correct the target's line")
	}
	d := schemas.Document{ID: r.ID, Title: r.TitleTokens, Body: r.BodyTokens, Present: phrases(r.Target)}
	if !p.released {
		d.Present = slices.DeleteFunc(d.Present, func(words []string) bool { return len(words) == 1 && words[0] == text.Specials[text.Peos] })
	} else if len(d.Present) == 0 {
		d.Present = [][]string{{""}}
	}
	return d, nil
}

// bad makes err an error about the last row. A bad row ends the reading: leaving one out would change the scores.
func (p *pair) bad(err error, remedy string) error {
	return &schemas.FileError{File: p.source, Place: fmt.Sprintf("row %d", p.row), Err: err, Remedy: remedy}
}
