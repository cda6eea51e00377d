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

// part opens a part; nil if there is none.
func (a *archive) part(name string) (*part, error) {
	for _, f := range a.File {
		if !strings.EqualFold(f.Name, name) {
			continue
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
	return nil, nil
}

// need is part, but a missing part is an error.
func (a *archive) need(name string) (*part, error) {
	p, err := a.part(name)
	if p == nil && err == nil {
		err = damaged("%s is missing", name)
	}
	return p, err
}

func (a *archive) has(name string) bool {
	for _, f := range a.File {
		if strings.EqualFold(f.Name, name) {
			return true
		}
	}
	return false
}

// errLocked is the error for an encrypted workbook.
var errLocked = &schemas.FileError{Err: errors.New("is protected by a password"), Remedy: "save it without one"}

// kind returns XLSX or ODS by the parts that only this kind has, and an error that names any other kind.
func (a *archive) kind() (string, error) {
	other := func(what, remedy string) (string, error) {
		return "", &schemas.FileError{Err: errors.New("is " + what), Remedy: remedy}
	}
	const save = "save it as .xlsx, .ods or CSV"
	switch {
	case a.has(contentTypes) && a.has("xl/workbook.bin"):
		return other("a binary workbook (.xlsb)", save)
	case a.has(contentTypes) && a.has("xl/workbook.xml"):
		return XLSX, nil
	case a.has(contentTypes) && a.has("word/document.xml"):
		return other("a Word document", save)
	case a.has(contentTypes):
		if path, err := a.workbook(); err == nil && path != "" {
			return XLSX, nil
		}
		return other("a document of Office without a workbook", save)
	case a.has("mimetype"):
		p, err := a.need("mimetype")
		if err != nil {
			return "", err
		}
		defer p.Close()
		kind := make([]byte, 100)
		n, err := io.ReadFull(p, kind)
		if err != nil && err != io.ErrUnexpectedEOF {
			return "", damaged("mimetype: %w", err)
		}
		const sheet = "application/vnd.oasis.opendocument.spreadsheet"
		if got := strings.TrimSpace(string(kind[:n])); got != sheet && got != sheet+"-template" {
			return other(fmt.Sprintf("an archive of type %.60q, not a workbook", got), save)
		}
		return ODS, nil
	}
	return other("a ZIP archive without a workbook", "unpack it, and give the files in it")
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
