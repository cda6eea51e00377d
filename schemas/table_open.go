package schemas

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// Open opens a table and checks its footer, schema and version. Every failure about the file's content is a
// *FileError.
func (t Table[R]) Open(path string) (*TableReader[R], error) { return t.OpenBy(path, nil) }

// OpenBy is Open with another Opener.
func (t Table[R]) OpenBy(path string, by Opener) (*TableReader[R], error) {
	disk, err := by.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", t.Name, err)
	}
	r, err := t.OpenFile(path, disk)
	if err != nil {
		disk.Close()
	}
	return r, err
}

// OpenFile is Open for an open file; path is its name in errors. Closing the reader closes the file. If OpenFile
// fails, the file stays open.
func (t Table[R]) OpenFile(path string, disk File) (*TableReader[R], error) {
	r := &TableReader[R]{table: t, path: path, disk: disk, group: -1}
	if err := r.open(); err != nil {
		return nil, err
	}
	return r, nil
}

// open checks the file from the outside in: magic bytes and footer, schema and version, columns, extents of the row
// groups.
func (r *TableReader[R]) open() (err error) {
	place := "footer"
	defer func() { err = failed(recover(), err, func(err error) error { return r.fail(place, err) }) }()
	size, err := sizeOf(r.disk)
	if err != nil {
		return err
	}
	// Before the library, which allocates whatever the footer claims.
	footer, err := guard.CheckFooter(r.disk, size)
	if err != nil {
		return err
	}
	r.file, err = parquet.OpenFile(r.disk, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true),
		parquet.ReadBufferSize(readBytes))
	if err != nil {
		return guard.DamagedBy(err)
	}
	if err := r.checkSchema(footer); err != nil {
		place = "metadata"
		return err
	}
	return guard.CheckGroups(r.file, size)
}

// checkSchema compares name, version and columns with the table, and the metadata with its checksum. Damage may keep the
// library from finding any of our keys, whose bytes are still in the footer.
func (r *TableReader[R]) checkSchema(footer []byte) error {
	meta := map[string]string{}
	for _, kv := range r.file.Metadata().KeyValueMetadata {
		meta[kv.Key] = kv.Value
	}
	name, version := meta[schemaKey], meta[versionKey]
	same := func(a, b parquet.Field) bool { return a.Name() == b.Name() && parquet.EqualNodes(a, b) }
	switch {
	case name == "" && bytes.Contains(footer, []byte(ourKeys)):
		return guard.Damaged("the name of its schema is missing")
	case name == "":
		return fmt.Errorf("%w: %w, want %s", ErrSchema, ErrUnnamed, r.table.Name)
	case name != r.table.Name:
		return fmt.Errorf("%w: the file holds %s, want %s", ErrSchema, name, r.table.Name)
	case version != strconv.Itoa(r.table.Version):
		return fmt.Errorf("%w: the file holds %s version %s, want version %d", ErrSchema, name, version, r.table.Version)
	case !slices.EqualFunc(r.file.Schema().Fields(), parquet.SchemaOf(*new(R)).Fields(), same):
		return fmt.Errorf("%w: the columns are not those of %s version %s", ErrSchema, name, version)
	case meta[metaSumKey] != metaSum(meta):
		return guard.Damaged("the checksum of its metadata is %s, %q was written", metaSum(meta), meta[metaSumKey])
	}
	return nil
}
