package corpus

import (
	"io"
	"os"

	"wrone2set/schemas"
)

// documents reads documents files, as preprocess writes them.
type documents struct {
	in   *schemas.TableReader[schemas.Document]
	path string
	temp string // the file without its compression, removed by Close; "" if it has none
	row  int64
}

// openDocuments opens a documents file. Parquet is read at random, so a
// compressed one is first laid into a file of the system's temporary folder.
func openDocuments(s *stream) (Reader, error) {
	d := &documents{path: s.path}
	path := s.path
	if s.kind != "" {
		if err := d.unpack(s); err != nil {
			d.Close()
			return nil, err
		}
		path = d.temp
	}
	var err error
	if d.in, err = schemas.Documents.Open(path); err != nil {
		d.Close()
		return nil, d.named(err)
	}
	return d, nil
}

func (d *documents) unpack(s *stream) error {
	f, err := os.CreateTemp("", "documents-*.parquet")
	if err != nil {
		return err
	}
	defer f.Close()
	d.temp = f.Name()
	_, err = io.Copy(f, s)
	return err
}

// named puts the user's file name into an error of the unpacked file.
func (d *documents) named(err error) error {
	if f, ok := err.(*schemas.FileError); ok {
		f.File = d.path
	}
	return err
}

func (d *documents) Next(row *Row) error {
	doc, err := d.in.Next()
	if err != nil {
		return d.named(err)
	}
	d.row++
	*row = Row{Line: d.row, Document: &doc}
	return nil
}

func (d *documents) Parse(row *Row) (Record, error) {
	doc := row.Document
	r := Record{
		File: d.path, Row: row.Line, ID: doc.ID, Tokenized: true,
		TitleTokens: doc.Title, BodyTokens: doc.Body,
		Blank: len(doc.Title) == 0 && len(doc.Body) == 0,
		Bar:   len(doc.Present),
	}
	r.Phrases = append(append(r.Phrases, doc.Present...), doc.Absent...)
	return r, nil
}

func (d *documents) Close() error {
	var err error
	if d.in != nil {
		err = d.in.Close()
	}
	if d.temp != "" {
		os.Remove(d.temp)
	}
	return err
}
