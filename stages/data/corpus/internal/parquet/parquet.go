// Package parquet reads the documents files of preprocess and Parquet files of others.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// parquetFile reads a foreign Parquet file: the columns listed in Names, which hold texts, or for keyphrases also
// lists of texts.
type parquetFile struct {
	path    string
	stem    string
	disk    schemas.File
	file    *parquet.File
	parts   [record.Fields]*column // nil for a part without a column
	list    bool                   // keyphrases are lists
	missing []string
	header  []string
	split   string          // separator of keyphrases stored as one text
	kept    []kept          // all columns, if records keep their row
	columns []record.Column // of kept
	unkept  []string        // columns that cannot be kept
	group   int             // index of the next row group
	held    int64           // bytes of the open pages and dictionaries
	left    int64           // rows left in the open row group
	row     int64
}

func (p *parquetFile) open(c *record.Names) (err error) {
	defer p.located(&err, func() string { return "footer" })
	info, err := p.disk.Stat()
	if err != nil {
		return err
	}
	p.file, err = parquet.OpenFile(p.disk, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	if err := counted(p.file); err != nil {
		return fmt.Errorf("%w: %w", schemas.ErrDamaged, err)
	}
	fields := p.file.Root().Columns()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name()
	}
	at, err := c.Choose(names)
	if err != nil {
		return &schemas.FileError{File: p.path, Place: "columns", Err: err, Remedy: c.Remedy()}
	}
	p.header, p.split = names, c.Split
	p.missing = record.Missing(at[record.Title] < 0, at[record.Body] < 0, at[record.Keyphrases] < 0)
	for part := range record.Fields {
		if at[part] < 0 {
			continue
		}
		leaf, err := p.leafOf(fields[at[part]], part)
		if err != nil {
			return &schemas.FileError{File: p.path, Place: "column " + names[at[part]], Err: err, Remedy: part.Another()}
		}
		if p.parts[part] = (&column{leaf: leaf, text: byteText}); part == record.ID {
			p.parts[part].text = textOf(leaf.Type())
		}
	}
	if c.Keep {
		p.keep(fields)
	}
	return nil
}

// Header returns the names of the columns.
func (p *parquetFile) Header() []string { return p.header }

// leafOf finds the text column below a field: the field itself, or for keyphrases the elements of a list, which are
// texts or groups with a text "phrase".
func (p *parquetFile) leafOf(field *parquet.Column, of record.Field) (*parquet.Column, error) {
	leaf := field
	for !leaf.Leaf() && len(leaf.Columns()) == 1 {
		leaf = leaf.Columns()[0]
	}
	if of == record.Keyphrases && !leaf.Leaf() {
		leaf = phraseColumn(leaf)
	}
	if !leaf.Leaf() {
		return nil, errors.New("is a group of columns, not a text")
	}
	found, _ := p.file.Schema().Lookup(leaf.Path()...)
	switch {
	case found.MaxRepetitionLevel > 1 || found.MaxRepetitionLevel == 1 && of != record.Keyphrases:
		return nil, errors.New("is a list, not a text")
	case of == record.ID && textOf(leaf.Type()) == nil, of != record.ID && !textual(leaf.Type()):
		return nil, fmt.Errorf("is of type %s, not a text", leaf.Type())
	}
	p.list = p.list || found.MaxRepetitionLevel == 1
	return leaf, nil
}

// phraseColumn returns the column of a group that holds its keyphrase: the one with such a name, or the only text; else the
// group.
func phraseColumn(group *parquet.Column) *parquet.Column {
	texts := map[string]*parquet.Column{}
	for _, c := range group.Columns() {
		if c.Leaf() && c.Type().Kind() == parquet.ByteArray {
			texts[c.Name()] = c
		}
	}
	if key, ok := record.PhraseKey(slices.Collect(maps.Keys(texts))); ok {
		return texts[key]
	}
	return group
}

// located adds the file and place to an error, and turns a panic of the library into one. It must be deferred
// directly, or recover finds nothing.
func (p *parquetFile) located(err *error, place func() string) {
	if v := recover(); v != nil {
		*err = schemas.Caught(v)
	}
	var file *schemas.FileError
	if *err != nil && *err != io.EOF && !errors.As(*err, &file) {
		*err = &schemas.FileError{File: p.path, Place: place(), Err: *err, Remedy: "write the file again"}
	}
}

// nextGroup opens the next row group after checking the pages of the wanted columns.
func (p *parquetFile) nextGroup() error {
	groups := p.file.RowGroups()
	if p.group == len(groups) {
		return io.EOF
	}
	p.closeCells()
	if groups[p.group].NumRows() == 0 { // its pages, if it has any, hold nothing, and their offsets may be 0
		p.group++
		return nil
	}
	p.held = 0
	for _, c := range p.read() {
		if err := p.openColumn(groups[p.group], c); err != nil {
			return err
		}
	}
	p.left = groups[p.group].NumRows()
	p.group++
	return nil
}

// maxHeld is the most bytes of open pages and dictionaries of all columns together.
const maxHeld = 1 << 30

// read returns the columns that are read: those of the parts, and those that are kept.
func (p *parquetFile) read() (list []*column) {
	for _, c := range p.parts {
		if c != nil {
			list = append(list, c)
		}
	}
	for i := range p.kept {
		list = append(list, &p.kept[i].column)
	}
	return list
}

// openColumn opens a column of a row group after checking its pages.
func (p *parquetFile) openColumn(group parquet.RowGroup, c *column) error {
	leaf := c.leaf
	found, _ := p.file.Schema().Lookup(leaf.Path()...)
	pages := chunk{
		disk: p.disk, meta: &p.file.Metadata().RowGroups[p.group].Columns[leaf.Index()].MetaData,
		boolean: leaf.Type().Kind() == parquet.Boolean, reps: found.MaxRepetitionLevel > 0, defs: found.MaxDefinitionLevel > 0,
	}
	held, err := pages.check()
	if err != nil {
		return p.inColumn(leaf, err)
	}
	if p.held += held; p.held > maxHeld {
		return &schemas.FileError{File: p.path, Place: fmt.Sprintf("row group %d", p.group),
			Err:    fmt.Errorf("the pages of its columns take more than %d MiB at once", maxHeld>>20),
			Remedy: "write the file again with pages of 1 MiB or fewer columns"}
	}
	c.in, c.values, c.ended = parquet.NewColumnChunkValueReader(group.ColumnChunks()[leaf.Index()]), nil, false
	return nil
}

// inColumn adds the name of a column to an error, and the remedy for a feature that is not supported.
func (p *parquetFile) inColumn(leaf *parquet.Column, err error) error {
	err = fmt.Errorf("column %s: %w", leaf.Path()[0], err)
	var feature unread
	if errors.As(err, &feature) {
		return &schemas.FileError{File: p.path, Place: fmt.Sprintf("row group %d", p.group), Err: err, Remedy: rewrite}
	}
	return err
}

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
	}
	r := &record.Record{
		File: p.path, Row: p.row, ID: strings.TrimSpace(strings.Join(texts[record.ID], "")), Missing: p.missing,
		Title: strings.Join(texts[record.Title], ""), Body: strings.Join(texts[record.Body], ""), Keyphrases: texts[record.Keyphrases],
	}
	if c := p.parts[record.ID]; c != nil && (c.leaf.Type().Kind() == parquet.Float || c.leaf.Type().Kind() == parquet.Double) {
		var fraction error
		r.ID, fraction = record.WholeID(r.ID, c.leaf.Path()[0])
		bad = errors.Join(bad, fraction)
	}
	if r.ID == "" {
		r.ID = record.RowID(p.stem, r.Row)
	}
	if !p.list && len(r.Keyphrases) > 0 {
		err = r.SetKeyphrases(r.Keyphrases[0], p.split)
		bad = errors.Join(bad, err)
	}
	if p.columns != nil {
		if r.Given, err = p.given(); err != nil {
			return err
		}
	}
	*u = record.Unparsed{Row: p.row, Record: r, Err: bad}
	return nil
}

// Skip passes over whole row groups and reads the other rows.
func (p *parquetFile) Skip(rows int64) error {
	to := p.row + rows
	if all := p.file.NumRows(); to > all {
		return record.Ended(p.path, all, to)
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
		var u record.Unparsed
		if err := p.Next(&u); err != nil {
			return err
		}
	}
	return nil
}

func (p *parquetFile) Parse(u *record.Unparsed) (record.Record, error) {
	return record.Whole(u, p.path)
}

func (p *parquetFile) closeCells() {
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
	p.closeCells()
	return p.disk.Close()
}

// column is a column that is read row by row.
type column struct {
	leaf   *parquet.Column
	text   shown                          // writes its values
	in     parquet.ColumnChunkValueReader // of the open row group
	buffer [64]parquet.Value
	values []parquet.Value // values of buffer that were not returned yet
	ended  bool
}

// peek returns the next value, nil after the last.
func (c *column) peek() (*parquet.Value, error) {
	for len(c.values) == 0 && !c.ended {
		n, err := c.in.ReadValues(c.buffer[:])
		if err != nil && err != io.EOF {
			return nil, err
		}
		c.values, c.ended = c.buffer[:n], err == io.EOF
	}
	if len(c.values) == 0 {
		return nil, nil
	}
	return &c.values[0], nil
}

// next returns the texts of the next row, none if it is null. If they exceed file.MaxLine bytes, whole is false and
// the texts are cut off there.
func (c *column) next() (texts []string, whole bool, err error) {
	size := 0
	for first := true; ; first = false {
		v, err := c.peek()
		if v == nil && first && err == nil {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, false, fmt.Errorf("%w: column %s: %w", schemas.ErrDamaged, c.leaf.Path()[0], err)
		}
		if v == nil || !first && v.RepetitionLevel() == 0 {
			return texts, size <= file.MaxLine, nil
		}
		if !v.IsNull() {
			if size += 16 + valueBytes(v); size <= file.MaxLine {
				texts = append(texts, c.text(v))
			}
		}
		c.values = c.values[1:]
	}
}

func valueBytes(v *parquet.Value) int {
	if k := v.Kind(); k == parquet.ByteArray || k == parquet.FixedLenByteArray {
		return 2 * len(v.ByteArray()) // as hexadecimal digits
	}
	return 40 // upper bound for a number or a time
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
