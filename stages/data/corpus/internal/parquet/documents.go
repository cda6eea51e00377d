package parquet

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// documents reads the documents files that preprocess writes.
type documents struct {
	in   *schemas.TableReader[schemas.Document]
	path string
	row  int64
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

// Skip passes over rows by the index of the row groups.
func (d *documents) Skip(rows int64) error {
	if d.row += rows; d.row > d.in.Rows() {
		return record.Ended(d.path, d.in.Rows(), d.row)
	}
	return d.in.Skip(rows)
}

func (d *documents) Parse(u *record.Unparsed) (record.Record, error) { return *u.Record, nil }

func (d *documents) Close() error { return d.in.Close() }
