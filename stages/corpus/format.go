package corpus

import (
	"fmt"

	"wrone2set/schemas"
)

// Format names a format; the zero value finds it by content.
type Format string

// The formats.
const (
	Auto    Format = "auto"
	JSONL   Format = "jsonl"
	JSON    Format = "json"
	CSV     Format = "csv"
	TSV     Format = "tsv"
	Text    Format = "text"
	Parquet Format = "parquet"
)

// Formats names them all.
func Formats() []string {
	return []string{string(Auto), string(JSONL), string(JSON), string(CSV), string(TSV), string(Text), string(Parquet)}
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
	if format == Auto || format == "" {
		if format, err = detect(begin, f.path, c, target != ""); err != nil {
			return nil, err
		}
	}
	if target != "" && format != Text {
		return nil, &schemas.FileError{File: f.path, Err: fmt.Errorf("a pair of source and target files is %s, this file is %s", Text, format),
			Remedy: "give it alone, without " + target}
	}
	switch format {
	case JSONL:
		return &jsonl{in: &Lines{file: f}, columns: c, stem: stem(f.path)}, nil
	case JSON:
		return &array{in: f, columns: c, stem: stem(f.path)}, nil
	case CSV:
		return openTable(f, ',', c)
	case TSV:
		return openTable(f, '\t', c)
	case Text:
		return openText(f, target)
	case Parquet:
		defer f.Close()
		return openParquet(f, c)
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
