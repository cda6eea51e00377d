package sheet

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/header"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Open opens a workbook and reads the header of the sheet with the given name; for "" of the first visible one that has a title or a text,
// else of the first visible one. want is XLSX, ODS, or "" for either. A workbook needs random access; see file.File.Random. c becomes the
// names for the first rows. Without c it reads no header: use Cells.
func Open(f *file.File, want, name string, c *record.Names) (*Sheet, error) {
	disk, err := f.Random()
	if err != nil {
		return nil, err
	}
	s := &Sheet{disk: disk}
	s.Path = f.Path
	list, err := s.open(want, name, f.Ended)
	if err == nil && c != nil {
		err = s.first(list, c)
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

// open opens the archive and goes to the sheet with a name. It returns the sheets that may be read: the one with the name, or for "" those
// that are not hidden.
func (s *Sheet) open(want, name string, ended func() error) (some []listed, err error) {
	a, err := openArchive(s.disk, ended)
	if err != nil {
		return nil, err
	}
	if s.Kind, err = a.kind(); err != nil {
		return nil, err
	}
	if want != "" && want != s.Kind {
		return nil, &schemas.FileError{Err: fmt.Errorf("is %s, not %s", s.Kind, want), Remedy: "leave out --format, or give " + s.Kind}
	}
	if err := s.in.prepare(a); err != nil {
		return nil, err
	}
	list, err := s.in.sheets(a)
	if s.Kind == ODS {
		list, err = a.tables()
	}
	if err != nil {
		return nil, err
	}
	if some, err = choose(list, name); err != nil {
		return nil, err
	}
	s.pick = func(sheet listed) error {
		s.Chosen, s.name, s.others, s.below = header.Chosen{Path: s.Path}, sheet.name, nil, 0
		for _, l := range list {
			if l.name != s.name {
				s.others = append(s.others, l.name)
			}
		}
		s.start = func() (err error) {
			if s.in.in != nil {
				s.in.in.Close()
			}
			s.in.number, s.in.repeat, s.in.hidden = 0, 0, 0
			if s.in.in, err = a.part(sheet.part); err == nil {
				err = s.in.find(s.name)
			}
			return err
		}
		return s.start()
	}
	return some, s.pick(some[0])
}

// first reads the header of the first of some sheets that has a title or a text, else that of the first one.
func (s *Sheet) first(some []listed, c *record.Names) error {
	for i, sheet := range append(some, some[0]) {
		if err := s.pick(sheet); err != nil {
			return err
		}
		err := s.begin(c)
		if err == nil && len(s.Header()) > 0 && i+1 < len(some) {
			return s.compare(sheet, some[i+1:], c)
		}
		if err == nil && len(s.Header()) > 0 || i == len(some) || errors.Is(err, schemas.ErrDamaged) {
			return err
		}
	}
	return nil
}

// maxCompared is the largest number of sheets that are compared with the one that is read.
const maxCompared = 100

// compare finds which of the other sheets have the columns of the one that is read.
func (s *Sheet) compare(sheet listed, others []listed, c *record.Names) error {
	names, same := s.Header(), []string(nil)
	for _, other := range others[:min(len(others), maxCompared)] {
		if s.pick(other) != nil {
			continue // its damage is nobody's business
		}
		if rows, above := s.heading(c); above < len(rows) && slices.Equal(rows[above], names) {
			same = append(same, other.name)
		}
	}
	err := s.pick(sheet)
	if s.same = same; err == nil {
		err = s.begin(c)
	}
	return err
}

// listed is a sheet that a workbook lists.
type listed struct {
	name   string
	part   string // of the archive, which has its rows
	hidden bool
}

// choose returns the first sheet with a name, or those that are not hidden for "".
func choose(list []listed, name string) (some []listed, err error) {
	var names []string
	for _, l := range list {
		if l.name == name && name != "" || name == "" && !l.hidden {
			some = append(some, l)
		}
		names = append(names, l.name)
	}
	switch {
	case len(some) > 0 && name != "":
		return some[:1], nil
	case len(some) > 0:
		return some, nil
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
