package corpus

import (
	"cmp"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/reference"
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

// Task is the part of stages.Task that reading a corpus needs.
type Task interface {
	Open(path string) (schemas.File, error)
	Ended() error
	Rows(file string, n int64)
	Say(line string)
	Warn(line string)
}

// Source is the part of stages.Source that names files of a corpus. The files of a pair are a source and its target.
type Source interface {
	Paths() (files []string, pair bool)
	Folder() string // the folder of the files, if a folder is the source
}

// Reading returns the Options of the settings with which a task reads.
func (s Settings) Reading(label bool, t Task) Options {
	return Options{Settings: s, Label: label, By: t.Open, Ended: t.Ended, Say: t.Say, Warn: t.Warn}
}

// Files returns the set of these files. A pair consists of a source and its target.
func Files(paths []string, pair bool, o Options) (s Set) {
	o.Say, o.Warn = once(10, o.Say, "and files with yet other columns"), once(20, o.Warn, "and more of this kind in other files")
	if pair {
		return Set{{Path: paths[0], target: paths[1], options: o}}
	}
	for _, path := range paths {
		s = append(s, Member{Path: path, options: o, Once: file.Piped(path)})
	}
	return s
}

// Of returns the set of all files of the sources.
func Of[S Source](sources []S, o Options) (all Set) {
	for _, s := range sources {
		files, pair := s.Paths()
		o.Folder = s.Folder()
		all = append(all, Files(files, pair, o)...)
	}
	return all
}

// Begin returns the records of the sources, with keyphrases unless they are to be labelled, in batches, and what gives them their ids.
// Its errors are those of Suit.
func Begin[S Source](s Settings, label bool, t Task, sources []S) (*Batches, *IDs, error) {
	set := Of(sources, s.Reading(label, t))
	if err := s.Suit(set); err != nil {
		return nil, nil, err
	}
	return &Batches{Set: set, End: t.Rows}, s.IDs(set), nil
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
	return s.suits(files, func(i int) (bare string, err error) {
		p := files[i]
		p.options.Say, p.options.Warn = nil, nil
		r, err := p.open()
		if err != nil {
			return "", err
		}
		return r.bare, r.Close()
	})
}

// suits is Suit with a function that says of a file what it is if it has no columns, and else "".
func (s Settings) suits(files Set, bare func(i int) (string, error)) error {
	first := ""
	for i, p := range files {
		if p.Once || p.Path == "" || len(s.Columns) == 0 {
			return nil
		}
		what, err := bare(i)
		if what == "" || err != nil {
			return err
		}
		first = cmp.Or(first, what)
	}
	if first == "" {
		return nil
	}
	return useless(files[0].Path, first, len(files)-1)
}

// useless is the error for --columns given with files that have no columns.
func useless(path, what string, others int) error {
	err := fmt.Errorf("is %s and has no columns that --columns could name", what)
	if others > 0 {
		err = fmt.Errorf("%w, nor has any of the other %d", err, others)
	}
	return &schemas.FileError{File: path, Err: err,
		Remedy: "leave out --columns, which is for CSV, TSV, JSON, workbooks and foreign Parquet; or give the file that has the columns"}
}

// bare names the kind of a format that has no columns and shows none in a header. It returns "" for JSON, where keys are columns.
func bare(format Format) string {
	switch format {
	case JSONL, JSON:
		return ""
	case Parquet:
		return "a documents file of preprocess"
	}
	if reference.Format(format).Known() {
		return "" // its fields are columns
	}
	return string(format)
}

// Count counts the rows by reading the files without parsing the rows. It calls end with each file's last row.
func (s Set) Count(end func(path string, rows int64)) (rows int64, err error) {
	in := &Batches{Set: s, End: end}
	defer in.Close()
	for {
		b, err := in.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return 0, err
		}
		rows += int64(b.Len())
	}
}
