package parquet

import (
	"errors"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// documents reads the documents files that preprocess writes.
type documents struct {
	in   *schemas.TableReader[schemas.Document]
	path string
	row  int64
}

// Open opens a documents file or a foreign Parquet file. Parquet needs random access; see file.File.Random.
func Open(f *file.File, c *record.Names) (r record.Records, err error) {
	disk, err := f.Random()
	if err != nil {
		return nil, err
	}
	// Our own reader comes first, for foreign files too: it bounds what the footer claims before the library reads it.
	in, err := schemas.Documents.OpenFile(f.Path, disk)
	if err == nil {
		return &documents{in: in, path: f.Path}, nil
	}
	if errors.Is(err, schemas.ErrUnnamed) {
		p := &parquetFile{disk: disk}
		p.Path = f.Path
		if err = p.open(c); err == nil {
			return p, nil
		}
	}
	disk.Close()
	var damaged *schemas.FileError
	if errors.As(err, &damaged) && damaged.Place == "footer" && errors.Is(err, schemas.ErrDamaged) { // damage hides whether the file is ours
		damaged.Remedy = "copy or download it again"
	}
	if errors.As(err, &damaged) && errors.Is(err, schemas.ErrLarge) {
		damaged.Remedy = "write the file again with larger row groups, or without columns that are no text"
	}
	return nil, err
}

func (d *documents) Next(u *record.Unparsed) error {
	doc, err := d.in.Next()
	if err != nil {
		return err
	}
	d.row++
	r := record.Record{
		File: d.path, Row: d.row, ID: doc.ID, Tokenized: true,
		TitleTokens: doc.Title, BodyTokens: doc.Body,
		Blank: len(doc.Title) == 0 && len(doc.Body) == 0,
		Bar:   len(doc.Present), Document: &doc,
	}
	r.Phrases = append(append(r.Phrases, doc.Present...), doc.Absent...)
	*u = record.Unparsed{Row: d.row, Record: &r}
	return nil
}

func (d *documents) Rows() int64 { return d.in.Rows() }

// Skip passes over rows by the index of the row groups.
func (d *documents) Skip(rows int64) error {
	if d.row += rows; d.row > d.in.Rows() {
		return record.Ended(d.path, d.in.Rows(), d.row)
	}
	return d.in.Skip(rows)
}

func (d *documents) Parse(u *record.Unparsed) (record.Record, error) { return *u.Record, nil }

func (d *documents) Close() error { return d.in.Close() }
