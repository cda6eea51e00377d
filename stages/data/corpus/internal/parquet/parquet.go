// Package parquet reads the documents files of preprocess and Parquet files of others.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
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
	leaf    [record.Fields]*parquet.Column // nil for a part without a column
	list    bool                           // keyphrases are lists
	missing []string
	header  []string
	split   string                       // separator of keyphrases stored as one text
	cells   [record.Fields]*columnReader // of the open row group
	kept    []kept                       // all columns, if records keep their row
	columns []record.Column              // of kept
	unkept  []string                     // columns that cannot be kept
	group   int                          // index of the next row group
	left    int64                        // rows left in the open row group
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
		if p.leaf[part], err = p.leafOf(fields[at[part]], part); err != nil {
			return &schemas.FileError{File: p.path, Place: "column " + names[at[part]], Err: err, Remedy: part.Another()}
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
	kind := leaf.Type().Kind()
	switch {
	case found.MaxRepetitionLevel > 1 || found.MaxRepetitionLevel == 1 && of != record.Keyphrases:
		return nil, errors.New("is a list, not a text")
	case kind != parquet.ByteArray && !(of == record.ID && named(leaf.Type())):
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

// named reports whether values of type t can serve as ids although they are not texts: whole numbers, also as floats,
// and UUIDs.
func named(t parquet.Type) bool {
	switch t.Kind() {
	case parquet.Int32, parquet.Int64, parquet.Float, parquet.Double:
		return true
	}
	return t.Kind() == parquet.FixedLenByteArray && t.Length() == uuidBytes
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
	for part, leaf := range p.leaf {
		if leaf == nil {
			continue
		}
		if err := checkPages(p.disk, p.file.Metadata().RowGroups[p.group].Columns[leaf.Index()].MetaData); err != nil {
			return fmt.Errorf("column %s: %w", leaf.Path()[0], err)
		}
		p.cells[part] = &columnReader{in: parquet.NewColumnChunkValueReader(groups[p.group].ColumnChunks()[leaf.Index()])}
	}
	if err := p.openKept(groups[p.group]); err != nil {
		return err
	}
	p.left = groups[p.group].NumRows()
	p.group++
	return nil
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
	for part, cells := range p.cells {
		if cells == nil {
			continue
		}
		var whole bool
		if texts[part], whole, err = cells.next(); err != nil {
			return fmt.Errorf("%w: column %s: %w", schemas.ErrDamaged, p.leaf[part].Path()[0], err)
		}
		if !whole {
			bad = fmt.Errorf("the row has more than %d bytes", file.MaxLine)
		}
	}
	r := &record.Record{
		File: p.path, Row: p.row, ID: strings.TrimSpace(strings.Join(texts[record.ID], "")), Missing: p.missing,
		Title: strings.Join(texts[record.Title], ""), Body: strings.Join(texts[record.Body], ""), Keyphrases: texts[record.Keyphrases],
	}
	if leaf := p.leaf[record.ID]; leaf != nil && (leaf.Type().Kind() == parquet.Float || leaf.Type().Kind() == parquet.Double) {
		if r.ID == "NaN" { // pandas writes missing values like this
			r.ID = ""
		}
		if strings.ContainsAny(r.ID, ".I") {
			bad = errors.Join(bad, fmt.Errorf("%s must be a text or a whole number, it is %s", leaf.Path()[0], r.ID))
		}
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

func (p *parquetFile) Place() record.Place { return record.Place{Rows: p.row} }

// Enter skips whole row groups and reads the rows before the place in its own group.
func (p *parquetFile) Enter(to record.Place) error {
	if all := p.file.NumRows(); to.Rows > all {
		return record.Ended(p.path, all, to)
	}
	groups := p.file.RowGroups()
	for p.row < to.Rows {
		if p.left > 0 && p.row+p.left <= to.Rows {
			p.row, p.left = p.row+p.left, 0
			continue
		}
		if p.left == 0 && p.group < len(groups) && p.row+groups[p.group].NumRows() <= to.Rows {
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

func (p *parquetFile) Enters() bool { return true }

func (p *parquetFile) Parse(u *record.Unparsed) (record.Record, error) {
	return record.Whole(u, p.path)
}

func (p *parquetFile) closeCells() {
	defer func() { _ = recover() }() // a reader that failed half-way may panic again
	for part, cells := range p.cells {
		if cells != nil {
			p.cells[part] = nil
			cells.in.Close()
		}
	}
	for i := range p.kept {
		if cells := p.kept[i].cells; cells != nil {
			p.kept[i].cells = nil
			cells.in.Close()
		}
	}
}

// Close closes the file.
func (p *parquetFile) Close() error {
	p.closeCells()
	return p.disk.Close()
}

// columnReader reads one column row by row.
type columnReader struct {
	in     parquet.ColumnChunkValueReader
	buffer [64]parquet.Value
	values []parquet.Value // values of buffer that were not returned yet
	ended  bool
}

// peek returns the next value, nil after the last.
func (c *columnReader) peek() (*parquet.Value, error) {
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
func (c *columnReader) next() (texts []string, whole bool, err error) {
	return c.nextAs(valueText)
}

// nextAs is next with another conversion of values to text.
func (c *columnReader) nextAs(textOf func(*parquet.Value) string) (texts []string, whole bool, err error) {
	size := 0
	for first := true; ; first = false {
		v, err := c.peek()
		if err != nil {
			return nil, false, err
		}
		if v == nil && first {
			return nil, false, io.ErrUnexpectedEOF
		}
		if v == nil || !first && v.RepetitionLevel() == 0 {
			return texts, size <= file.MaxLine, nil
		}
		if !v.IsNull() {
			if size += 16 + valueBytes(v); size <= file.MaxLine {
				texts = append(texts, textOf(v))
			}
		}
		c.values = c.values[1:]
	}
}

func valueBytes(v *parquet.Value) int {
	if v.Kind() == parquet.ByteArray {
		return len(v.ByteArray())
	}
	return 40 // upper bound for a number or a UUID
}

// uuidBytes is the length of a UUID.
const uuidBytes = 16

// valueText copies a value out of its page.
func valueText(v *parquet.Value) string {
	switch v.Kind() {
	case parquet.Int32:
		return fmt.Sprint(v.Int32())
	case parquet.Int64:
		return fmt.Sprint(v.Int64())
	case parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'f', -1, 32)
	case parquet.Double:
		return strconv.FormatFloat(v.Double(), 'f', -1, 64)
	case parquet.FixedLenByteArray:
		b := v.ByteArray()
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	}
	return string(v.ByteArray())
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
