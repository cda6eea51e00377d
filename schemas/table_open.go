package schemas

import (
	"fmt"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

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
	if err := guard.CheckFooter(r.disk, size); err != nil {
		return err
	}
	r.file, err = parquet.OpenFile(r.disk, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return guard.DamagedBy(err)
	}
	if err := r.checkSchema(); err != nil {
		place = "metadata"
		return err
	}
	return guard.CheckGroups(r.file, size)
}

// checkSchema compares name, version and columns with the table, and the metadata with its checksum.
func (r *TableReader[R]) checkSchema() error {
	name, _ := r.file.Lookup(schemaKey)
	version, _ := r.file.Lookup(versionKey)
	switch {
	case name == "":
		if ours, err := r.ours(); err != nil {
			return err
		} else if ours {
			return guard.Damaged("the name of its schema is missing")
		}
		return fmt.Errorf("%w: %w, want %s", ErrSchema, ErrUnnamed, r.table.Name)
	case name != r.table.Name:
		return fmt.Errorf("%w: the file holds %s, want %s", ErrSchema, name, r.table.Name)
	case r.table.before != nil && version == strconv.Itoa(r.table.Version-1) && parquet.EqualNodes(r.file.Schema(), parquet.SchemaOf(r.table.before)):
	case version != strconv.Itoa(r.table.Version):
		return fmt.Errorf("%w: the file holds %s version %s, want version %d", ErrSchema, name, version, r.table.Version)
	case !parquet.EqualNodes(r.file.Schema(), parquet.SchemaOf(*new(R))):
		return fmt.Errorf("%w: the columns are not those of %s version %s", ErrSchema, name, version)
	}
	return r.checkSum()
}
