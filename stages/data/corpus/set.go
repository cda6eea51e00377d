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
	Path string                  // path of the file, or of the source of a pair; "" for records from no file
	Made func() (Records, error) // opens records from no file
	Once bool                    // a pipe, which can be read only once

	target  string // of a pair
	options Options
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
		return Set{{Path: paths[0], target: paths[1], options: o}}
	}
	var s Set
	for _, path := range paths {
		s = append(s, Member{Path: path, options: o, Once: file.Piped(path)})
	}
	return s
}

// Open opens a member.
func (p Member) Open() (Records, error) {
	r, err := p.open()
	if err != nil {
		return nil, err
	}
	return r.Records, nil
}

func (p Member) open() (*opened, error) {
	if p.Made == nil {
		return openFile(p.Path, p.target, p.options)
	}
	r, err := p.Made()
	return &opened{Records: r}, err
}

// Suit refuses --columns if none of the files has columns: the user means another file, or a file was taken for text by mistake.
// If at least one file has columns, files without them are accepted, and Say reports them when they are opened. Pipes cannot be
// inspected here; a pipe without columns is refused when it is opened.
func (s Settings) Suit(files Set) error {
	var kinds []string
	for _, p := range files {
		if p.Once || p.Path == "" || len(s.Columns) == 0 {
			return nil
		}
		p.options.Say, p.options.Warn = nil, nil
		r, err := p.open()
		if err != nil {
			return err
		}
		if err := r.Close(); r.bare == "" || err != nil {
			return err
		}
		kinds = append(kinds, r.bare)
	}
	return s.suits(files, kinds)
}

// suits is Suit for files that have been opened; kinds says of each what it is if it has no columns, and else "".
func (s Settings) suits(files Set, kinds []string) error {
	if len(s.Columns) == 0 || len(files) == 0 {
		return nil
	}
	for i, p := range files {
		if p.Once || p.Path == "" || kinds[i] == "" {
			return nil
		}
	}
	return useless(files[0].Path, kinds[0], len(files)-1)
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
	r, err := p.open()
	if err != nil {
		return 0, 0, err
	}
	if c, ok := r.Records.(interface{ Rows() int64 }); ok {
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

// onlyNew passes on only the first of lines that differ in the file alone: of a thousand files with the same header, only
// the first is named. After ten lines it says once that there are more.
func onlyNew(say func(line string)) func(line string) {
	return most(10, say, "and files with yet other columns", func(line string) string {
		_, what, _ := strings.Cut(line, ": ")
		return what
	})
}

// once passes on each line only once, since a file can be opened several times. After 20 lines it says once that there are more.
func once(warn func(line string)) func(line string) {
	return most(20, warn, "and more of this kind in other files", func(line string) string { return line })
}

// most passes on the first n lines of different content, and then the line more.
func most(n int, say func(line string), more string, content func(line string) string) func(line string) {
	if say == nil {
		return nil
	}
	var mu sync.Mutex
	said := map[string]bool{}
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		if what := content(line); !said[what] && len(said) <= n {
			if said[what] = true; len(said) > n {
				line = more
			}
			say(line)
		}
	}
}
