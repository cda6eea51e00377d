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
// XLSX, ODS, or "" for either. A workbook needs random access; see file.File.Random. Without names c it reads no header: use Cells.
func Open(f *file.File, want, name string, c *record.Names) (*Sheet, error) {
	disk, err := f.Random()
	if err != nil {
		return nil, err
	}
	s := &Sheet{disk: disk}
	s.Path = f.Path
	if err = s.open(want, name, f.Ended); err == nil && c != nil {
		err = s.begin(c)
	}
	if err != nil {
		s.Close()
		return nil, located(s.Path, "", err)
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
	if err := s.in.prepare(a); err != nil {
		return err
	}
	list, err := s.in.sheets(a)
	if s.Kind == ODS {
		list, err = a.tables()
	}
	if err != nil {
		return err
	}
	sheet, err := choose(list, name)
	if err != nil {
		return err
	}
	s.name = sheet.name
	for _, l := range list {
		if l.name != s.name {
			s.others = append(s.others, l.name)
		}
	}
	s.start = func() (err error) {
		if s.in.in != nil {
			s.in.in.Close()
		}
		s.in.number, s.in.repeat = 0, 0
		if s.in.in, err = a.part(sheet.part); err == nil {
			err = s.in.find(s.name)
		}
		return err
	}
	return s.start()
}

// listed is a sheet that a workbook lists.
type listed struct {
	name   string
	part   string // of the archive, which has its rows
	hidden bool
}

// choose returns the first sheet with a name, or the first that is not hidden for "".
func choose(list []listed, name string) (listed, error) {
	var names []string
	for _, l := range list {
		if l.name == name && name != "" || name == "" && !l.hidden {
			return l, nil
		}
		names = append(names, l.name)
	}
	switch {
	case len(names) == 0:
		return listed{}, damaged("it has no sheet of cells")
	case name == "":
		return listed{}, &schemas.FileError{Err: errors.New("all sheets are hidden"), Remedy: "name one by --sheet: " + quoted(names)}
	}
	return listed{}, &schemas.FileError{Err: errors.New("has no sheet " + strconv.Quote(name)), Remedy: "give --sheet one of: " + quoted(names)}
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
