package sheet

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// maxDirectory is the largest size of the directory of an archive, in bytes. Those of workbooks have a few kilobytes.
const maxDirectory = 4 << 20

// archive is a ZIP archive whose parts are read with bounded memory.
type archive struct {
	*zip.Reader
	ended func() error
}

// counted is a file of which at most left bytes can be read.
type counted struct {
	schemas.File
	left int64
}

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	if c.left -= int64(len(p)); c.left < 0 {
		return 0, damaged("its directory has more than %d bytes", maxDirectory)
	}
	return c.File.ReadAt(p, at)
}

// openArchive reads the directory of an archive.
func openArchive(disk schemas.File, ended func() error) (*archive, error) {
	info, err := disk.Stat()
	if err != nil {
		return nil, err
	}
	// Bound the directory: the library makes half a kilobyte of every entry of 46 bytes.
	in := &counted{File: disk, left: maxDirectory}
	z, err := zip.NewReader(in, info.Size())
	in.left = 1<<63 - 1
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = damaged("it is cut short, or not a ZIP archive")
	}
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, err
	}
	return &archive{Reader: z, ended: ended}, nil
}

func (a *archive) find(name string) *zip.File {
	for _, f := range a.File {
		if strings.EqualFold(f.Name, name) {
			return f
		}
	}
	return nil
}

// part opens a part; a missing one is an error.
func (a *archive) part(name string) (*part, error) {
	f := a.find(name)
	if f == nil {
		return nil, damaged("%s is missing", name)
	}
	if f.Flags&1 != 0 {
		return nil, errLocked
	}
	r, err := f.Open()
	if err != nil {
		return nil, damaged("%s: %w", name, err)
	}
	return newPart(name, r, a.ended), nil
}

// read reads a part with f, if the archive has it.
func (a *archive) read(name string, f func(*part) error) error {
	if a.find(name) == nil {
		return nil
	}
	p, err := a.part(name)
	if err != nil {
		return err
	}
	err = f(p)
	if closed := p.Close(); err == nil {
		err = closed
	}
	return err
}

// errLocked is the error for an encrypted workbook.
var errLocked = &schemas.FileError{Err: errors.New("is protected by a password"), Remedy: "save it without one"}

// openDocument is the type of .ods, which the part "mimetype" names.
const openDocument = "application/vnd.oasis.opendocument.spreadsheet"

// kind returns XLSX or ODS, and an error for an archive that is no workbook.
func (a *archive) kind() (string, error) {
	if a.book() != "" {
		return XLSX, nil
	}
	document := ""
	err := a.read("mimetype", func(p *part) error {
		b, err := io.ReadAll(io.LimitReader(p, 100))
		document = strings.TrimSuffix(strings.TrimSpace(string(b)), "-template")
		return err
	})
	if document == openDocument || err != nil {
		return ODS, err
	}
	return "", &schemas.FileError{Err: errors.New("is a ZIP archive without a workbook"), Remedy: "save it as .xlsx, .ods or CSV, or unpack it and give the files in it"}
}

// damaged is the error for a file whose bytes cannot be read.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %w", schemas.ErrDamaged, fmt.Errorf(format, args...))
}

// located adds the file and a place to an error.
func located(path, place string, err error) error {
	var known *schemas.FileError
	if errors.As(err, &known) {
		e := *known
		if e.File = path; e.Place == "" {
			e.Place = place
		}
		return &e
	}
	e := &schemas.FileError{File: path, Place: place, Err: err}
	if errors.Is(err, schemas.ErrDamaged) {
		e.Remedy = "copy or download it again, or open it in a spreadsheet and save it"
	}
	return e
}
