package corpus

import (
	"fmt"
	"path/filepath"
	"strings"

	"wrone2set/schemas"
)

// Row is one row of a file, not yet looked into.
type Row struct {
	Line     int64             // of the file, from 1
	Text     []byte            // the line without its end; valid until the next call of Next
	Target   []byte            // the line of the target file, likewise
	Document *schemas.Document // the row of a Parquet file
	Err      error             // why the row could not even be read; Parse returns it
}

// Record is one document as its corpus gives it: either raw text, or tokens
// that are taken as they are.
type Record struct {
	File string // the file it stands in
	Row  int64  // from 1
	ID   string // the corpus' own, else file stem and line

	Title, Abstract string   // raw text
	Keywords        []string // raw keyphrases in the given order
	Missing         []string // columns that the record does not have: "title", "abstract", "keywords"

	Tokenized   bool       // the fields below are set, those above are not
	TitleTokens []string   // nil if the text does not part title and body
	BodyTokens  []string   // a blank line is one empty token
	Blank       bool       // the source line has nothing but white space
	Phrases     [][]string // in the given order, <peos> left out
	Bar         int        // number of phrases before <peos>; -1 if there is none
}

// Entries counts the phrases of a tokenised record as its target line has
// them, <peos> included.
func (r *Record) Entries() int {
	if r.Bar < 0 {
		return len(r.Phrases)
	}
	return len(r.Phrases) + 1
}

// Reader gives the rows of one file, or of one pair of files, in order.
type Reader interface {
	// Next fills row and returns io.EOF after the last. Any other error is
	// final. It is called from one goroutine.
	Next(row *Row) error
	// Parse looks into a row. Its error is the reason to reject the row. It may
	// be called from many goroutines at once, also while Next runs, as long as
	// row's bytes are the caller's own.
	Parse(row *Row) (Record, error)
	// Close closes the files.
	Close() error
}

// rowID names a document that has no name of its own.
func rowID(stem string, line int64) string { return fmt.Sprintf("%s-%d", stem, line) }

// stem is a file's name up to its first dot.
func stem(path string) string {
	base := filepath.Base(path)
	if name, _, _ := strings.Cut(base, "."); name != "" {
		return name
	}
	return base
}
