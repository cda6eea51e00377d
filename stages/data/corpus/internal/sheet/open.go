package sheet

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Open opens a workbook and reads the header of the sheet with the given name, or of the first visible one for "". want is
// XLSX, ODS, or "" for either. A workbook needs random access; see file.File.Random.
func Open(f *file.File, want, name string, c *record.Names) (*Sheet, error) {
	disk, err := f.Random()
	if err != nil {
		return nil, err
	}
	s := &Sheet{path: f.Path, stem: record.Stem(f.Path), disk: disk, at: [record.Fields]int{-1, -1, -1, -1}}
	if err = s.open(want, name, f.Ended); err == nil {
		err = s.begin(c)
	}
	if err != nil {
		if s.in != nil {
			s.in.Close()
		}
		disk.Close()
		return nil, err
	}
	return s, nil
}

// Is reports whether a file is a workbook.
func Is(f *file.File) bool {
	disk, err := f.Random()
	if err != nil {
		return false
	}
	defer disk.Close()
	a, err := openArchive(disk, f.Ended)
	if err == nil {
		_, err = a.kind()
	}
	return err == nil
}

func (s *Sheet) open(want, name string, ended func() error) error {
	a, err := openArchive(s.disk, ended)
	if err != nil {
		return located(s.path, "", err)
	}
	if s.Kind, err = a.kind(); err != nil {
		return located(s.path, "", err)
	}
	if want != "" && want != s.Kind {
		return &schemas.FileError{File: s.path, Err: fmt.Errorf("is %s, not %s", s.Kind, want), Remedy: "leave out --format, or give " + s.Kind}
	}
	open := openXLSX
	if s.Kind == ODS {
		open = openODS
	}
	var names []string
	if s.in, s.Name, names, err = open(a, name); err != nil {
		return located(s.path, "", err)
	}
	for _, n := range names {
		if n != s.Name {
			s.Others = append(s.Others, n)
		}
	}
	return nil
}

// noSheet is the error for a workbook without the wanted sheet.
func noSheet(name string, names []string) error {
	switch {
	case len(names) == 0:
		return damaged("it has no sheet of cells")
	case name == "":
		return &schemas.FileError{Err: errors.New("all sheets are hidden"), Remedy: "name one by --sheet: " + quoted(names)}
	}
	return &schemas.FileError{Err: errors.New("has no sheet " + strconv.Quote(name)), Remedy: "give --sheet one of: " + quoted(names)}
}

func quoted(names []string) string {
	const most = 10
	s := fmt.Sprintf("%.40q", names[:min(len(names), most)])
	if len(names) > most {
		s += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Trim(s, "[]")
}
