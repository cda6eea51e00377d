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
func openDocuments(f *file) (Records, error) {
	d := &documents{path: f.path}
	path := f.path
	if f.kind != "" {
		if err := d.unpack(f); err != nil {
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

func (d *documents) unpack(f *file) error {
	temp, err := os.CreateTemp("", "documents-*.parquet")
	if err != nil {
		return err
	}
	defer temp.Close()
	d.temp = temp.Name()
	_, err = io.Copy(temp, f.text)
	return err
}

// named puts the user's file name into an error of the unpacked file.
func (d *documents) named(err error) error {
	if f, ok := err.(*schemas.FileError); ok {
		f.File = d.path
	}
	return err
}

func (d *documents) Next(u *Unparsed) error {
	doc, err := d.in.Next()
	if err != nil {
		return d.named(err)
	}
	d.row++
	r := Record{
		File: d.path, Row: d.row, ID: doc.ID, Tokenized: true,
		TitleTokens: doc.Title, BodyTokens: doc.Body,
		Blank: len(doc.Title) == 0 && len(doc.Body) == 0,
		Bar:   len(doc.Present),
	}
	r.Phrases = append(append(r.Phrases, doc.Present...), doc.Absent...)
	*u = Unparsed{Row: d.row, Record: &r}
	return nil
}

func (d *documents) Parse(u *Unparsed) (Record, error) { return *u.Record, nil }

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
