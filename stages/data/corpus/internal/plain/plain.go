// Package plain reads raw text with one document per line.
package plain

import (
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

type plain struct {
	in   *file.Lines
	stem string
}

// New reads the lines of a file, each the raw text of a document without a title. A blank line is a document too, so
// that document numbers equal line numbers.
func New(f *file.File) record.Records {
	return &plain{in: file.NewLines(f), stem: record.Stem(f.Path)}
}

func (p *plain) Close() error { return p.in.Close() }

func (p *plain) Next(u *record.Unparsed) error {
	line, err := p.in.Next()
	*u = record.Unparsed{Row: p.in.Row(), Text: line}
	if skipped, ok := err.(*file.TooLong); ok {
		u.Err = skipped
		return nil
	}
	return err
}

func (p *plain) Parse(u *record.Unparsed) (record.Record, error) {
	r := record.Record{File: p.in.Path(), Row: u.Row, ID: record.RowID(p.stem, u.Row), Missing: record.Missing(true, false, true)}
	if u.Err != nil {
		return r, u.Err
	}
	r.Body = string(u.Text)
	if err := r.Sound(); err != nil {
		r.Body = ""
		return r, err
	}
	return r, nil
}
