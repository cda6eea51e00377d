package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
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

// Formats lists them all.
func Formats() []Format { return []Format{Auto, JSONL, Text, Parquet} }

// Open opens one file of a corpus, or with a target file a pair of text files.
// Failures are *schemas.FileError.
func Open(path, target string, f Format) (Reader, error) {
	in, err := openStream(path)
	if err != nil {
		return nil, err
	}
	r, err := open(in, target, f)
	if err != nil {
		in.Close()
		return nil, err
	}
	return r, nil
}

func open(in *stream, target string, f Format) (Reader, error) {
	head := bufio.NewReaderSize(in.Reader, 64<<10)
	in.Reader = head
	if target != "" && (f == Auto || f == "") {
		f = Text
	}
	if f == Auto || f == "" {
		start, err := head.Peek(64 << 10)
		if err != nil && err != io.EOF {
			return nil, in.fail(err)
		}
		if f, err = detect(start, in.path); err != nil {
			return nil, &schemas.FileError{File: in.path, Err: err, Remedy: `write one object a line, for instance with jq -c ".[]"`}
		}
	}
	if target != "" && f != Text {
		return nil, &schemas.FileError{File: in.path, Err: fmt.Errorf("a pair of source and target files is %s, not %s", Text, f)}
	}
	switch f {
	case JSONL:
		return &jsonl{in: newSource(in, MaxLine), stem: stem(in.path)}, nil
	case Text:
		return openText(in, target)
	case Parquet:
		defer in.Close()
		return openDocuments(in)
	}
	return nil, fmt.Errorf("there is no format %q", f)
}

func openText(in *stream, target string) (Reader, error) {
	p := &textPair{source: newSource(in, MaxLine), stem: stem(in.path)}
	if target != "" {
		t, err := openStream(target)
		if err != nil {
			return nil, err
		}
		p.target = newSource(t, MaxLine)
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
	start = bytes.TrimPrefix(start, []byte("\xef\xbb\xbf"))
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
