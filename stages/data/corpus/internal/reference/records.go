package reference

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// subtitle is the field that goes on with the title.
const subtitle = "subtitle"

// announced matches what arXiv writes before an abstract in its feeds.
var announced = regexp.MustCompile(`\AarXiv:\S+ Announce Type: \S+\s+(?:Abstract: )?`)

// FullText is the field that has the full text, in formats that have one.
const FullText = "body"

// Records reads the entries of a file as records.
type Records struct {
	file    *file.File
	in      *Reader
	format  Format
	how     *record.Names
	names   [record.Fields][]string // of fields, by part, best first
	split   string                  // separates keywords
	lists   bool                    // see format
	defined map[string]string       // by @string
	columns []record.Column
	full    bool
}

// New reads the entries of a file. fields are the names of the fields of its first entries; see Sample. Parts are made of the fields
// that the user names, others of those of the format. With full, the full text is part of the text.
func New(f *file.File, format Format, fields []string, c *record.Names, full bool) *Records {
	r := &Records{file: f, in: NewReader(f.Text, format, file.MaxLine), format: format, how: c, split: formats[format].split, lists: formats[format].lists, columns: record.TextColumns(fields), full: full && format.Full(), names: formats[format].names}
	for part := range record.Fields {
		if c.Must[part] {
			r.names[part] = slices.DeleteFunc(slices.Clone(fields), func(name string) bool { return !c.Is(name, part) })
		}
	}
	if c.Must[record.Keyphrases] {
		r.split, r.lists = c.Split+"\n", false
	}
	return r
}

// Close closes the file.
func (r *Records) Close() error { return r.file.Close() }

// Columns returns the columns of records that keep their entry: the fields of the first entries.
func (r *Records) Columns() []record.Column { return r.columns }

// Next cuts out the next entry. A file that ends within one is a *schemas.FileError.
func (r *Records) Next(u *record.Unparsed) (err error) {
	var known *schemas.FileError
	*u, err = r.in.Next()
	if r.format == BibTeX && r.defined == nil {
		r.defined = definitions(r.in.Head())
	}
	if err == nil || err == io.EOF || errors.As(err, &known) {
		return err
	}
	return &schemas.FileError{File: r.file.Path, Row: u.Row, Err: err, Remedy: "copy or download it again"}
}

// Parse makes a record of an entry.
func (r *Records) Parse(u *record.Unparsed) (record.Record, error) {
	none := record.Record{File: r.file.Path, Row: u.Row}
	if u.Err != nil {
		return none, u.Err
	}
	fields, err := r.fields(u.Text)
	if err != nil {
		return none, err
	}
	rec := none
	rec.ID = record.RowID(record.Stem(r.file.Path), u.Row)
	if ids := first(fields, r.names[record.ID]); ids != nil {
		rec.ID = ids[0]
	}
	titles := first(fields, r.names[record.Title])
	if formats[r.format].one {
		titles = titles[:min(1, len(titles))]
	}
	rec.Title = strings.Join(strings.Fields(strings.Join(titles, " ")), " ")
	if lesser := valuesOf(fields, subtitle); lesser != nil && !r.how.Must[record.Title] {
		rec.Title = record.Titled(rec.Title, lesser[0])
	}
	if (r.format == MARC || r.format == MARCXML) && rec.Title == "" && !r.how.Must[record.Title] && valuesOf(fields, "200") != nil {
		return none, errors.New("has its title in 200, as UNIMARC has; convert it to MARC 21, or name its fields: --columns title=200,text=330,keywords=606")
	}
	rec.Body = strings.Join(slices.Compact(first(fields, r.names[record.Body])), "\n")
	rec.Body = strings.TrimPrefix(rec.Body, announced.FindString(rec.Body))
	if !r.how.Label {
		rec.Keyphrases = keywords(fields, r.names[record.Keyphrases], r.split, r.lists, formats[r.format].every)
	}
	if r.full {
		rec.Body = strings.TrimSpace(rec.Body + "\n" + strings.Join(valuesOf(fields, FullText), "\n"))
	}
	if rec.Title+rec.Body == "" && r.format.Full() && valuesOf(fields, FullText) != nil {
		return none, errors.New("has neither a title nor an abstract, but a full text, which --body reads")
	}
	rec.Missing = record.Missing(rec.Title == "", rec.Body == "", rec.Keyphrases == nil)
	if r.how.Keep {
		rec.Given = r.given(fields)
		rec.Given.Entry = &record.Entry{Format: string(r.format), Head: r.in.Head(), Text: string(u.Text)}
	}
	if err := rec.Sound(); err != nil {
		return none, err
	}
	return rec, nil
}

// fields returns the fields of an entry in their order.
func (r *Records) fields(entry []byte) ([]Field, error) {
	if r.format == BibTeX {
		return bibtex(entry, r.defined)
	}
	return r.format.Fields(entry)
}

// given returns the fields of an entry as a row; fields of one name are joined by "; ".
func (r *Records) given(fields []Field) *record.Given {
	g := &record.Given{File: r.file.Path, Columns: r.columns}
	for _, c := range r.columns {
		g.Add(strings.Join(valuesOf(fields, c.Name), "; "), record.Text)
	}
	for _, f := range fields {
		if strings.TrimSpace(f.Value) != "" && !slices.ContainsFunc(r.columns, func(c record.Column) bool { return strings.EqualFold(c.Name, f.Name) }) {
			g.Beyond++
		}
	}
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
