package corpus

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
)

// Suit refuses --columns if none of the files has columns: the user means another file, or a file was taken for text by
// mistake. If at least one file has columns, files without them are accepted, and Say reports them when they are opened.
// Pipes cannot be inspected here; a pipe without columns is refused when it is opened.
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

// look returns the kind of a file without columns, or "" if it has columns.
func look(path string, o Options) (what string, err error) {
	o.Say, o.Warn = nil, nil
	r, what, err := openFile(path, "", o)
	if err != nil {
		return "", err
	}
	return what, r.Close()
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

// nameless names the kind of a format that has no columns and shows none in a header. It returns "" for JSON, where
// keys are columns.
func nameless(format Format) string {
	switch format {
	case JSONL, JSON:
		return ""
	case Parquet:
		return "a documents file of preprocess"
	}
	return string(format)
}
