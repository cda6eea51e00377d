// Package parquet reads the documents files of preprocess and Parquet files of others.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/header"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// parquetFile reads a foreign Parquet file: the columns listed in Names, which hold texts, or for keyphrases also
// lists of texts.
type parquetFile struct {
	header.Chosen
	disk  schemas.File
	file  *parquet.File
	parts [record.Fields]*column // nil for a part without a column
	kept  []*column              // those of Kept
	group int                    // index of the next row group
	held  int64                  // bytes of the open pages and dictionaries
	left  int64                  // rows left in the open row group
	row   int64
}

// located adds the file and place to an error, and turns a panic of the library into one. It must be deferred
// directly, or recover finds nothing.
func (p *parquetFile) located(err *error, place func() string) {
	if v := recover(); v != nil {
		*err = schemas.Caught(v)
	}
	var file *schemas.FileError
	if *err != nil && *err != io.EOF && !errors.As(*err, &file) {
		*err = &schemas.FileError{File: p.Path, Place: place(), Err: *err, Remedy: "write the file again"}
	}
}

// read returns the columns that are read: those of the parts, and those that are kept.
func (p *parquetFile) read() (list []*column) {
	for _, c := range append(p.parts[:], p.kept...) {
		if c != nil {
			list = append(list, c)
		}
	}
	return list
}

// nextGroup opens the next row group.
func (p *parquetFile) nextGroup() error {
	groups := p.file.RowGroups()
	if p.group == len(groups) {
		return io.EOF
	}
	p.closeColumns()
	p.held = 0
	if groups[p.group].NumRows() > 0 { // pages of no rows hold nothing, and their offsets may be 0
		for _, c := range p.read() {
			if err := p.openColumn(groups[p.group], c); err != nil {
				return err
			}
		}
	}
	p.left = groups[p.group].NumRows()
	p.group++
	return nil
}

// maxHeld is the most bytes of open pages and dictionaries of all columns together.
const maxHeld = 1 << 30

// openColumn opens a column of a row group after checking its pages.
func (p *parquetFile) openColumn(group parquet.RowGroup, c *column) error {
	fail := func(err error, remedy string) error {
		return &schemas.FileError{File: p.Path, Place: fmt.Sprintf("row group %d", p.group), Err: err, Remedy: remedy}
	}
	pages := chunk{disk: p.disk, leaf: c.leaf, meta: &p.file.Metadata().RowGroups[p.group].Columns[c.leaf.Index()].MetaData}
	held, err := pages.check()
	if err != nil {
		err = fmt.Errorf("column %s: %w", c.leaf.Path()[0], err)
		if errors.As(err, new(unread)) {
			return fail(err, rewrite)
		}
		return err
	}
	if p.held += held; p.held > maxHeld {
		return fail(fmt.Errorf("the pages of its columns take more than %d MiB at once", maxHeld>>20), "write the file again with pages of 1 MiB or fewer columns")
	}
	c.in, c.values, c.ended = parquet.NewColumnChunkValueReader(group.ColumnChunks()[c.leaf.Index()]), nil, false
	return nil
}

// Next reads a row.
func (p *parquetFile) Next(u *record.Unparsed) (err error) {
	defer p.located(&err, func() string { return fmt.Sprintf("row group %d, row %d", max(p.group-1, 0), p.row) })
	for p.left == 0 {
		if err := p.nextGroup(); err != nil {
			return err
		}
	}
	p.left--
	p.row++
	var texts [record.Fields][]string
	var one [record.Fields]string
	var bad error
	for part, c := range p.parts {
		if c == nil {
			continue
		}
		var whole bool
		if texts[part], whole, err = c.next(); err != nil {
			return err
		}
		if !whole {
			bad = fmt.Errorf("the row has more than %d bytes", file.MaxLine)
		}
		switch {
		case !c.list:
			one[part] = strings.Join(texts[part], "")
		case record.Field(part) == record.Title:
			one[part] = record.First(texts[part])
		}
	}
	r, err := p.Record(p.row, one[record.ID], one[record.Title], one[record.Body], one[record.Keyphrases])
	bad = errors.Join(bad, err)
	if c := p.parts[record.Keyphrases]; c != nil && c.list {
		r.Keyphrases = texts[record.Keyphrases]
	}
	if p.Kept != nil {
		if r.Given, err = p.given(); err != nil {
			return err
		}
	}
	*u = record.Unparsed{Row: p.row, Record: r, Err: bad}
	return nil
}

// given reads the next row of the kept columns. A value that exceeds file.MaxLine is cut off and counted in Beyond.
func (p *parquetFile) given() (*record.Given, error) {
	g := &record.Given{Columns: p.Kept, Cells: make([]record.Cell, 0, len(p.kept))}
	for _, k := range p.kept {
		texts, whole, err := k.next()
		if err != nil {
			return nil, err
		}
		if !whole {
			g.Beyond++
		}
		switch {
		case k.list && !k.null:
			g.Add("["+strings.Join(texts, ",")+"]", record.Nested)
		case len(texts) == 0:
			g.Add("", record.Empty)
		case k.kinds.cell == record.Date:
			g.Add(schemas.CellText(texts[0]), record.Date)
		default:
			g.Add(texts[0], k.kinds.cell)
		}
	}
	return g, nil
}

// Skip passes over whole row groups and reads the other rows.
func (p *parquetFile) Skip(rows int64) error {
	to := p.row + rows
	if all := p.file.NumRows(); to > all {
		return record.Ended(p.Path, all, to)
	}
	groups := p.file.RowGroups()
	for p.row < to {
		if p.left > 0 && p.row+p.left <= to {
			p.row, p.left = p.row+p.left, 0
			continue
		}
		if p.left == 0 && p.group < len(groups) && p.row+groups[p.group].NumRows() <= to {
			p.row += groups[p.group].NumRows()
			p.group++
			continue
		}
		if err := p.Next(new(record.Unparsed)); err != nil {
			return err
		}
	}
	return nil
}

func (p *parquetFile) closeColumns() {
	defer func() { _ = recover() }() // a reader that failed half-way may panic again
	for _, c := range p.read() {
		if in := c.in; in != nil {
			c.in = nil
			in.Close()
		}
	}
}

// Close closes the file.
func (p *parquetFile) Close() error {
	p.closeColumns()
	return p.disk.Close()
}
