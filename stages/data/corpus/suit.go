package corpus

import (
	"fmt"

	"wrone2set/schemas"
)

// Suit refuses names of columns that are given where none of the files has columns: what they are to govern is another
// file than those, or looks like text by mistake. Beside a file that has columns one without is fine, and is said to have
// none when it is opened. A pipe cannot be looked into; without columns it is refused when it is opened.
func (s Settings) Suit(files Set) error {
	if len(s.Columns) == 0 || len(files) == 0 {
		return nil
	}
	first := ""
	for _, p := range files {
		if p.Once || p.nameless == nil {
			return nil
		}
		what, err := p.nameless()
		if err != nil || what == "" {
			return err
		}
		if first == "" {
			first = what
		}
	}
	return useless(files[0].Path, first, len(files)-1)
}

// look opens a file to see what it is if it has no columns, "" if it has, and closes it.
func look(path string, o Options) (what string, err error) {
	o.Say = nil
	r, what, err := openFile(path, "", o)
	if err != nil {
		return "", err
	}
	return what, r.Close()
}

// useless is the error that a file, and others with it, has no columns although names of columns are given.
func useless(path, what string, others int) error {
	err := fmt.Errorf("is %s and has no columns that --columns could name", what)
	if others > 0 {
		err = fmt.Errorf("%w, and neither has any of the other %d", err, others)
	}
	return &schemas.FileError{File: path, Err: err,
		Remedy: "leave out --columns, which is for CSV, TSV, JSON and Parquet of others; or give the file that has them"}
}

// nameless says what a file is that has no columns and does not show any by a header; "" for JSON, of which the keys are
// columns.
func nameless(format Format) string {
	switch format {
	case JSONL, JSON:
		return ""
	case Parquet:
		return "a documents file of preprocess"
	}
	return string(format)
}
