package corpus

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/sheet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
)

// Table is a table that is no corpus, such as a list of terms. Cells returns the cells of the next row that is not empty, the header as
// well, and its number; io.EOF after the last.
type Table interface {
	Cells() (cells []string, row int64, err error)
	Close() error
}

// OpenTable opens a table: a text, in any encoding and compression of a corpus, or a workbook, of which it reads the first sheet that is
// not hidden. delimiter gets the first bytes of a text in UTF-8, unless a line sep=; names it, and returns 0 for one cell a line. Errors
// about the file are *schemas.FileError.
func OpenTable(path string, by schemas.Opener, delimiter func(begin []byte) (byte, error)) (t Table, err error) {
	f, err := file.Open(path, by)
	if err != nil {
		return nil, err
	}
	o := &opening{Options: Options{Settings: DefaultSettings(), By: by}, file: f}
	o.Settings.Format = string(CSV)
	if err = o.look(); err == nil {
		t, err = o.cells(delimiter)
	}
	if err != nil {
		f.Close()
	}
	return t, err
}

// cells opens a table whose first bytes are known.
func (o *opening) cells(delimiter func(begin []byte) (byte, error)) (Table, error) {
	if magic(sheet.Magic)(o) != "" {
		defer o.file.Close()
		return sheet.Open(o.file, "", "", nil)
	}
	if seen := foreign(o); seen != "" {
		return nil, o.fail("", fmt.Errorf("%s", seen), listed)
	}
	comma := byte(o.comma)
	if comma == 0 {
		var err error
		if comma, err = delimiter(o.begin); err != nil {
			return nil, err
		}
	}
	return table.NewCells(o.file, comma), nil
}
