package sheet

import (
	"encoding/xml"
	"errors"
	"fmt"
	"slices"
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
	s := &Sheet{disk: disk}
	s.Path = f.Path
	if err = s.open(want, name, f.Ended); err != nil {
		disk.Close()
		return nil, located(s.Path, "", err)
	}
	if err = s.begin(c); err != nil {
		s.Close()
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
		return err
	}
	if s.Kind, err = a.kind(); err != nil {
		return err
	}
	if want != "" && want != s.Kind {
		return &schemas.FileError{Err: fmt.Errorf("is %s, not %s", s.Kind, want), Remedy: "leave out --format, or give " + s.Kind}
	}
	s.in = &rows{}
	s.book, err = s.in.open(a, s.Kind, name)
	return err
}

// open finds a sheet and reads to its first row.
func (r *rows) open(a *archive, kind, name string) (b *book, err error) {
	var list []listed
	if kind == XLSX {
		list, r.styles.since, err = a.sheets()
	} else if err = a.read("META-INF/manifest.xml", (*part).locked); err == nil {
		list, err = a.tables()
	}
	if err == nil {
		b, err = choose(list, name)
	}
	if err == nil {
		r.in, err = a.part(b.part)
	}
	if err != nil {
		return nil, err
	}
	if kind == XLSX {
		if err = a.read(stylesPart, r.styles.read); err == nil {
			err = a.read(sharedStrings, r.texts.read)
		}
	}
	if err == nil {
		err = r.in.tags(func(s xml.StartElement) error {
			r.in.more()
			if kind == XLSX && s.Name.Local == "sheetData" || kind == ODS && s.Name.Local == "table" && attribute(s, "name") == b.name {
				r.in.sheet = r.in.depth
				return errStop
			}
			return nil
		})
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return b, nil
}

// listed is a sheet that a workbook lists.
type listed struct {
	name   string
	part   string // of the archive, which has its rows
	hidden bool
}

// book is the sheet that is read, and the names of the others of the workbook.
type book struct {
	name, part string
	others     []string
}

// choose returns the first sheet with a name, or the first that is not hidden for "".
func choose(list []listed, name string) (*book, error) {
	var names []string
	for _, l := range list {
		names = append(names, l.name)
	}
	for _, l := range list {
		if l.name == name && name != "" || name == "" && !l.hidden {
			return &book{l.name, l.part, slices.DeleteFunc(names, func(n string) bool { return n == l.name })}, nil
		}
	}
	switch {
	case len(names) == 0:
		return nil, damaged("it has no sheet of cells")
	case name == "":
		return nil, &schemas.FileError{Err: errors.New("all sheets are hidden"), Remedy: "name one by --sheet: " + quoted(names)}
	}
	return nil, &schemas.FileError{Err: errors.New("has no sheet " + strconv.Quote(name)), Remedy: "give --sheet one of: " + quoted(names)}
}

// quoted lists the first names.
func quoted(names []string) string {
	const most = 10
	s := fmt.Sprintf("%.40q", names[:min(len(names), most)])
	if len(names) > most {
		s += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Trim(s, "[]")
}
