package parquet

import (
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/header"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

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

func (p *parquetFile) open(c *record.Names) (err error) {
	defer p.located(&err, func() string { return "footer" })
	info, err := p.disk.Stat()
	if err != nil {
		return err
	}
	p.file, err = parquet.OpenFile(p.disk, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err == nil {
		err = counted(p.file)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	fields := p.file.Root().Columns()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name()
	}
	if p.Chosen, err = header.New(p.Path, "columns", names, c); err != nil {
		return err
	}
	halves := halvesOf(p.file)
	for part := range record.Fields {
		if at := p.At[part]; at >= 0 {
			if p.parts[part], err = partOf(fields[at], part, halves); err != nil {
				return &schemas.FileError{File: p.Path, Place: "column " + names[at], Err: err, Remedy: part.Another()}
			}
		}
	}
	id := p.parts[record.ID]
	p.Floats = id != nil && id.floats()
	if c.Keep {
		p.keep(fields, halves)
	}
	return nil
}

// counted fails if the row groups do not add up to the rows of the footer. No checksum covers these numbers, and rows that
// no row group claims would be lost without an error.
func counted(f *parquet.File) error {
	rows := int64(0)
	for _, g := range f.Metadata().RowGroups {
		rows += g.NumRows
	}
	if rows != f.NumRows() {
		return fmt.Errorf("the row groups hold %d rows, the footer says %d", rows, f.NumRows())
	}
	return nil
}

// keep decides for each column how its values become text, or that records do not keep it: groups, lists of lists, and rare types.
func (p *parquetFile) keep(fields []*parquet.Column, halves []bool) {
	for _, f := range fields {
		k := columnOf(f, halves)
		if k.text == nil || k.leaf.MaxRepetitionLevel() > 1 {
			p.Lost = append(p.Lost, f.Name())
			continue
		}
		kind := k.kinds.column
		if k.list {
			kind = record.Text
			k.inJSON()
		}
		p.kept, p.Kept = append(p.kept, k), append(p.Kept, record.Column{Name: f.Name(), Kind: kind})
	}
}
