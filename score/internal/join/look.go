package join

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// parquetMagic is the start of every Parquet file.
const parquetMagic = "PAR1"

// allParquet reports whether all files are Parquet, by their first bytes.
func allParquet(paths []string, by schemas.Opener) (bool, error) {
	head := make([]byte, len(parquetMagic))
	for _, path := range paths {
		f, err := by.Open(path)
		if err != nil {
			return false, err
		}
		n, err := io.ReadFull(f, head)
		f.Close()
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return false, fmt.Errorf("%s: %w", path, err)
		}
		if string(head[:n]) != parquetMagic {
			return false, nil
		}
	}
	return true, nil
}

// beginning describes the first lines of a predictions file.
type beginning struct {
	first              []byte         // the first line that is not blank, trimmed, at most 100 bytes
	lines, bars, comma int            // lines that are not blank; of these, with a bar, and with a comma after a word
	tabs               int            // lines with a tab
	semicolons         int            // in all lines
	others             map[string]int // lines with another mark between phrases
}

// kind is the form of a predictions file that is neither Parquet nor a table.
type kind int

const (
	joined  kind = iota // phrases joined by semicolons
	objects             // a JSON object or a printed list per line
	array               // one JSON array of objects
)

// printedList matches the beginning of a list that a program printed.
var printedList = regexp.MustCompile(`^[\[(]\s*([\[(]\s*)?(["']|np\.)|^\[\s*[\[(]\s*[-+.\d]|^[\[(]\s*[\])]$`)

// manyLists matches the beginning of an array of objects or of lists of lists.
var manyLists = regexp.MustCompile(`^\[\s*(?:\{|\[\s*\[|$)`)

// kind tells the form by the first line.
func (b *beginning) kind() kind {
	switch {
	case bytes.HasPrefix(b.first, []byte("{")):
		return objects
	case manyLists.Match(b.first):
		return array
	case printedList.Match(b.first):
		return objects
	}
	return joined
}

// lookedAt is the number of lines that look reads.
const lookedAt = 1000

func look(path string, by schemas.Opener, ended func() error) (b beginning, err error) {
	lines, err := corpus.OpenLines(path, by, ended)
	if err != nil {
		return b, err
	}
	defer lines.Close()
	b.others = map[string]int{}
	for lines.Row() < lookedAt {
		line, err := lines.Next()
		if err != nil {
			break // the end, or an error that the reader of all lines reports with its row
		}
		if line = bytes.TrimSpace([]byte(separators.Replace(string(line)))); len(line) == 0 {
			continue
		}
		if b.first == nil {
			b.first = bytes.Clone(line[:min(len(line), 100)])
		}
		b.lines++
		b.semicolons += bytes.Count(line, []byte(";"))
		b.bars += min(1, bytes.Count(line, []byte("|")))
		b.tabs += min(1, bytes.Count(line, []byte("\t")))
		if joiningComma.Match(line) {
			b.comma++
		}
		if mark, _ := corpus.Joined(&corpus.Record{Keyphrases: []string{string(line)}}); mark != "" && mark != "," {
			b.others[mark]++
		}
	}
	return b, nil
}

// joiningComma matches a comma between phrases: right after a letter, where a token "," has blanks on both sides, and
// not within a number.
var joiningComma = regexp.MustCompile(`[^\s\d,],|\d,[^\d]`)

// joinedBy returns the separator that phrases seem to have in place of ";", or "". Half of the lines must have it,
// and none may have ";" beside another one than a tab.
func (b *beginning) joinedBy() string {
	switch {
	case b.lines == 0:
		return ""
	case 2*b.tabs >= b.lines: // also between an id and phrases
		return "\t"
	case b.semicolons > 0:
		return ""
	case 2*b.bars >= b.lines:
		return "|"
	case 2*b.comma >= b.lines:
		return ","
	}
	for mark, n := range b.others {
		if 2*n > b.lines {
			return mark
		}
	}
	return ""
}
