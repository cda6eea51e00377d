package corpus

import (
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// Set lists the files of a corpus in order.
type Set []Member

// Member is one file of a set, or one pair of files.
type Member struct {
	Path string // path of the file, or of the source of a pair; "" for records from no file
	Open func() (Records, error)
	Once bool // a pipe, which can be read only once

	nameless func() (what string, err error) // returns the kind of a file without columns, or ""; nil for records from no file
}

// Files returns the set of these files. A pair consists of a source and its target.
func Files(paths []string, pair bool, o Options) Set {
	o.Say, o.Warn, o.files = onlyNew(o.Say), once(o.Warn), 0
	for _, path := range paths {
		if textName.MatchString(strings.ToLower(path)) {
			o.files++
		}
	}
	if pair {
		return Set{{Path: paths[0], Open: func() (Records, error) { return Open(paths[0], paths[1], o) },
			nameless: func() (string, error) { return string(Text), nil }}}
	}
	var s Set
	for _, path := range paths {
		s = append(s, Member{Path: path, Open: func() (Records, error) { return Open(path, "", o) }, Once: file.Piped(path),
			nameless: func() (string, error) { return look(path, o) }})
	}
	return s
}

// onlyNew passes on only the first of lines that differ in the file alone: of a thousand files with the same header, only
// the first is named. After ten lines it says once that there are more.
func onlyNew(say func(line string)) func(line string) {
	if say == nil {
		return nil
	}
	said := map[string]bool{}
	return func(line string) {
		_, what, _ := strings.Cut(line, ": ")
		if most := 10; !said[what] && len(said) <= most {
			if said[what] = true; len(said) > most {
				line = "and files with yet other columns"
			}
			say(line)
		}
	}
}

// once passes on each line only once: a file can be opened several times. After 20 lines it says once that there are more.
func once(warn func(line string)) func(line string) {
	if warn == nil {
		return nil
	}
	var mu sync.Mutex
	warned := map[string]bool{}
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		if most := 20; !warned[line] && len(warned) <= most {
			if warned[line] = true; len(warned) > most {
				line = "and more of this kind in other files"
			}
			warn(line)
		}
	}
}

// counted is implemented by Records that know their number of rows.
type counted interface{ Rows() int64 }

// Look opens every file except pipes, so that an unusable file is found before the first record is read. It returns
// the number of rows, or -1 if only reading can tell. It calls end for each file that knows its row count.
func (s Set) Look(end func(path string, rows int64)) (rows int64, err error) {
	for _, p := range s {
		if p.Once {
			rows = -1
			continue
		}
		r, err := p.Open()
		if err != nil {
			return 0, err
		}
		c, ok := r.(counted)
		if ok {
			end(p.Path, c.Rows())
		}
		if ok && rows >= 0 {
			rows += c.Rows()
		} else {
			rows = -1
		}
		if err := r.Close(); err != nil {
			return 0, err
		}
	}
	return rows, nil
}

// Count counts the rows by reading the files without parsing the rows. It calls end with each file's last row.
func (s Set) Count(end func(path string, rows int64)) (rows int64, err error) {
	for _, p := range s {
		n, last, err := p.count()
		if err != nil {
			return 0, err
		}
		rows += n
		if p.Path != "" {
			end(p.Path, last)
		}
	}
	return rows, nil
}

func (p Member) count() (rows, last int64, err error) {
	r, err := p.Open()
	if err != nil {
		return 0, 0, err
	}
	if c, ok := r.(counted); ok {
		return c.Rows(), c.Rows(), r.Close()
	}
	var row Unparsed
	for err == nil {
		if err = r.Next(&row); err == nil {
			rows, last = rows+1, row.Row
		}
	}
	if err == io.EOF {
		err = nil
	}
	return rows, last, errors.Join(err, r.Close())
}
