package parquet

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// An error must not contain Go's message about a panic of the library, which tells a user nothing.
func TestPanics(t *testing.T) {
	read := func(f func()) (err error) {
		p := &parquetFile{path: "a.parquet"}
		defer p.located(&err, func() string { return "row group 0, row 7" })
		f()
		return nil
	}
	err := read(func() { var n []int; _ = n[len(n)] })
	var file *schemas.FileError
	if !errors.As(err, &file) || !errors.Is(err, schemas.ErrDamaged) || strings.Contains(err.Error(), "runtime") || file.Place != "row group 0, row 7" {
		t.Errorf("an index out of range: %v", err)
	}
}
