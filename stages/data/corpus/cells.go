package corpus

import (
	"bufio"
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/sheet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
)

// Foreign is a file that is no corpus, such as a vocabulary: a text or a table.
type Foreign struct {
	Text *bufio.Reader // decompressed, without byte order marks, in UTF-8 if it was UTF-16 with a mark
	file *file.File
	book *sheet.Sheet // nil for a text
	by   schemas.Opener
}

// OpenForeign opens a file in any compression of a corpus. Errors about the file are *schemas.FileError.
func OpenForeign(path string, by schemas.Opener) (*Foreign, error) {
	f, err := file.Open(path, by)
	if err != nil {
		return nil, err
	}
	if begin, _ := f.Text.Peek(2); string(begin) == "\xff\xfe" || string(begin) == "\xfe\xff" {
		_, err = f.Decode(file.UTF16)
	}
	if err == nil {
		err = f.Mark()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Foreign{Text: f.Text, file: f, by: by}, nil
}

// Close closes the file.
func (f *Foreign) Close() error {
	if f.book != nil {
		f.book.Close()
	}
	return f.file.Close()
}

// Cells returns the cells of the next row that is not empty, the header as well, and its number; io.EOF after the last.
type Cells func() (cells []string, row int64, err error)

// Table returns the rows of a table: a text, in any encoding of a corpus, or a workbook, of which it reads the first sheet that is not
// hidden. delimiter gets the first bytes of a text in UTF-8, unless a line sep=; names it, and returns 0 for one cell a line. Errors
// about the file are *schemas.FileError.
func (f *Foreign) Table(delimiter func(begin []byte) (byte, error)) (_ Cells, err error) {
	o := &opening{Options: Options{Settings: DefaultSettings(), By: f.by}, file: f.file}
	o.Settings.Format = string(CSV)
	if err = o.look(); err != nil {
		return nil, err
	}
	if magic(sheet.Magic)(o) != "" {
		if f.book, err = sheet.Open(o.file, "", "", nil); err != nil {
			return nil, err
		}
		return f.book.Cells, nil
	}
	if seen := foreign(o); seen != "" {
		return nil, o.fail("", fmt.Errorf("%s", seen), listed)
	}
	comma := byte(o.comma)
	if comma == 0 {
		if comma, err = delimiter(o.begin); err != nil {
			return nil, err
		}
	}
	return table.Cells(o.file.Path, o.file.Text, comma), nil
}
