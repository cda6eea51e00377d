package corpus

import (
	"fmt"

	"wrone2set/schemas"
	"wrone2set/stages/corpus/internal/file"
	"wrone2set/stages/corpus/internal/object"
	"wrone2set/stages/corpus/internal/pair"
	"wrone2set/stages/corpus/internal/parquet"
	"wrone2set/stages/corpus/internal/record"
	"wrone2set/stages/corpus/internal/table"
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
	c, err := o.Columns.Ready()
	if err != nil {
		return nil, err
	}
	f, err := file.Open(path)
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

func open(f *file.File, target string, format Format, c *record.Names) (Records, error) {
	begin, err := f.Start()
	if err != nil {
		return nil, err
	}
	if format == Auto || format == "" {
		if format, err = detect(begin, f.Path, c, target != ""); err != nil {
			return nil, err
		}
	}
	if target != "" && format != Text {
		return nil, &schemas.FileError{File: f.Path, Err: fmt.Errorf("a pair of source and target files is %s, this file is %s", Text, format),
			Remedy: "give it alone, without " + target}
	}
	switch format {
	case JSONL:
		return object.NewLines(f, c), nil
	case JSON:
		return object.NewArray(f, c), nil
	case CSV:
		return table.New(f, ',', c)
	case TSV:
		return table.New(f, '\t', c)
	case Text:
		return pair.New(f, target)
	case Parquet:
		defer f.Close()
		return parquet.Open(f, c)
	}
	return nil, fmt.Errorf("there is no format %q", format)
}
