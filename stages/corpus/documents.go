package corpus

import (
	"errors"
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

// openParquet opens a documents file, or a Parquet file that none of our stages
// wrote. Parquet is read at random, so a compressed file is first laid into one
// of the system's temporary folder.
func openParquet(f *file, c *columns) (r Records, err error) {
	path, temp := f.path, ""
	if f.kind != "" {
		if temp, err = unpack(f); err != nil {
			return nil, err
		}
		path = temp
	}
	d := &documents{path: f.path, temp: temp}
	// Ours goes first: it bounds what the footer claims before the library reads it, also of a file of anyone's.
	if d.in, err = schemas.Documents.Open(path); err == nil {
		return d, nil
	}
	if errors.Is(err, schemas.ErrUnnamed) {
		p := &parquetFile{path: f.path, temp: temp, stem: stem(f.path)}
		if err = p.open(path, c); err == nil {
			return p, nil
		}
		p.Close()
		return nil, err
	}
	d.Close()
	return nil, d.named(err)
}

// unpack lays a compressed file into a temporary one and returns its name.
func unpack(f *file) (name string, err error) {
	temp, err := os.CreateTemp("", "corpus-*.parquet")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(temp, f.text)
	if err = errors.Join(err, temp.Close()); err != nil {
		os.Remove(temp.Name())
		return "", err
	}
	return temp.Name(), nil
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
