package reference

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Records reads the entries of a file as records.
type Records struct {
	file    *file.File
	in      *Reader
	format  Format
	names   *record.Names
	columns []record.Column
	full    bool
}

// New reads the entries of a file. fields are the names of the fields of its first entries; see Sample. With full, the full text is
// part of the text.
func New(f *file.File, format Format, fields []string, c *record.Names, full bool) *Records {
	return &Records{f, NewReader(f.Text, format, file.MaxLine), format, c, record.TextColumns(fields), full}
}

// Close closes the file.
func (r *Records) Close() error { return r.file.Close() }

// Columns returns the columns of records that keep their entry: the fields of the first entries.
func (r *Records) Columns() []record.Column { return r.columns }

// Next cuts out the next entry. A file that ends within one is a *schemas.FileError.
func (r *Records) Next(u *record.Unparsed) (err error) {
	var known *schemas.FileError
	if *u, err = r.in.Next(); err == nil || err == io.EOF || errors.As(err, &known) {
		return err
	}
	return &schemas.FileError{File: r.file.Path, Row: u.Row, Err: err, Remedy: "copy or download it again"}
}

// Parse makes a record of an entry. Columns that the user names are names of fields.
func (r *Records) Parse(u *record.Unparsed) (record.Record, error) {
	rec := record.Record{File: r.file.Path, Row: u.Row}
	if u.Err != nil {
		return rec, u.Err
	}
	fields, err := r.format.Fields(u.Text)
	if err != nil {
		return rec, err
	}
	p := r.parts(fields)
	if r.names.Label {
		p.Keywords = nil
	}
	if r.full && p.Body != "" {
		p.Text = strings.TrimSpace(p.Text + "\n" + p.Body)
	}
	rec.ID, rec.Title, rec.Body, rec.Keyphrases = p.ID, p.Title, p.Text, p.Keywords
	rec.Missing = record.Missing(p.Title == "", p.Text == "", p.Keywords == nil)
	if rec.ID == "" {
		rec.ID = record.RowID(record.Stem(r.file.Path), u.Row)
	}
	if r.names.Keep {
		rec.Given = r.given(fields)
		rec.Given.Entry = &record.Entry{Format: string(r.format), Head: r.in.Head(), Text: string(u.Text)}
	}
	if err := rec.Sound(); err != nil {
		return record.Record{File: r.file.Path, Row: u.Row}, err
	}
	return rec, nil
}

// parts finds the parts of an entry: those of the format, or of the fields that the user names.
func (r *Records) parts(fields []Field) Parts {
	p := r.format.Parts(fields)
	if !r.names.Named() {
		return p
	}
	for i, f := range fields {
		n := r.names.Find(f.Name)
		if n < 0 || slices.ContainsFunc(fields[:i], func(g Field) bool { return strings.EqualFold(f.Name, g.Name) }) {
			continue
		}
		all := strings.Join(valuesOf(fields, f.Name), "\n")
		switch part := r.names.Field[n]; {
		case !r.names.Must[part]:
		case part == record.ID:
			p.ID = all
		case part == record.Title:
			p.Title = all
		case part == record.Body:
			p.Text = all
		case part == record.Keyphrases:
			p.Keywords = strings.FieldsFunc(all, func(c rune) bool { return c == '\n' || strings.ContainsRune(r.names.Split, c) })
		}
	}
	return p
}

// given returns the fields of an entry as a row; fields of one name are joined by "; ".
func (r *Records) given(fields []Field) *record.Given {
	g := &record.Given{File: r.file.Path, Columns: r.columns}
	held := 0
	for _, c := range r.columns {
		values := valuesOf(fields, c.Name)
		held += len(values)
		g.Add(strings.Join(values, "; "), record.Text)
	}
	for _, f := range fields {
		if strings.TrimSpace(f.Value) != "" {
			g.Beyond++
		}
	}
	g.Beyond -= held
	return g
}

// Sample returns the names of the fields of the first entries of a file, in the order in which they appear.
func (f Format) Sample(begin []byte) (names []string) {
	in := NewReader(bytes.NewReader(begin), f, file.LookedAt)
	for range 100 {
		e, err := in.Next()
		if err != nil {
			break
		}
		fields, err := f.Fields(e.Text)
		if err != nil {
			continue // the last of them may be cut off
		}
		for _, field := range fields {
			if !slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, field.Name) }) {
				names = append(names, field.Name)
			}
		}
	}
	return names
}
