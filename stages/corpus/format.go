package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"wrone2set/schemas"
)

// Format names a format; the zero value finds it by content.
type Format string

// The formats.
const (
	Auto    Format = "auto"
	JSONL   Format = "jsonl"
	Text    Format = "text"
	Parquet Format = "parquet"
)

// Formats names them all.
func Formats() []string {
	return []string{string(Auto), string(JSONL), string(Text), string(Parquet)}
}

// Options say how a corpus is read; the zero value suits most.
type Options struct {
	Format  Format
	Columns Columns // zero: DefaultColumns
}

// Open opens one file of a corpus, or with a target file a pair of text files.
// Failures about the files are *schemas.FileError.
func Open(path, target string, o Options) (Records, error) {
	c, err := o.Columns.ready()
	if err != nil {
		return nil, err
	}
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	r, err := open(f, target, o.Format, c)
	if err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

func open(f *file, target string, format Format, c *columns) (Records, error) {
	begin, err := f.start()
	if err != nil {
		return nil, err
	}
	if target != "" && (format == Auto || format == "") {
		format = Text
	}
	if format == Auto || format == "" {
		if format, err = detect(begin, f.path); err != nil {
			return nil, &schemas.FileError{File: f.path, Err: err, Remedy: `write one object a line, for instance with jq -c ".[]"`}
		}
	}
	if target != "" && format != Text {
		return nil, &schemas.FileError{File: f.path, Err: fmt.Errorf("a pair of source and target files is %s, not %s", Text, format)}
	}
	switch format {
	case JSONL:
		return &jsonl{in: &Lines{file: f}, columns: c, stem: stem(f.path)}, nil
	case Text:
		return openText(f, target)
	case Parquet:
		defer f.Close()
		return openDocuments(f)
	}
	return nil, fmt.Errorf("there is no format %q", format)
}

func openText(f *file, target string) (Records, error) {
	p := &textPair{source: &Lines{file: f}, stem: stem(f.path)}
	if target != "" {
		var err error
		if p.target, err = OpenLines(target); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// detect finds the format of a file from its first bytes. Parquet starts with
// a mark; a file that has a line starting like a JSON object is JSONL, and so
// is one whose name says it (its first lines may be bad); the rest is text.
func detect(start []byte, path string) (Format, error) {
	if bytes.HasPrefix(start, []byte("PAR1")) {
		return Parquet, nil
	}
	if first := bytes.TrimSpace(start); bytes.HasPrefix(first, []byte("[")) {
		if rest := bytes.TrimSpace(first[1:]); bytes.HasPrefix(rest, []byte("{")) {
			return "", errors.New("is one JSON array")
		}
	}
	for line := range bytes.Lines(start) {
		if object, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("{")); ok {
			if object = bytes.TrimSpace(object); bytes.HasPrefix(object, []byte(`"`)) || bytes.HasPrefix(object, []byte("}")) {
				return JSONL, nil
			}
		}
	}
	if name := strings.ToLower(filepath.Base(path)); strings.Contains(name, ".json") || strings.Contains(name, ".ndjson") {
		return JSONL, nil
	}
	return Text, nil
}
