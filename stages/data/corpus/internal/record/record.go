// Package record is what every format of a corpus comes down to: records, and the names of columns by which their parts
// are found.
package record

import (
	"fmt"
	"path/filepath"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/data/corpus/internal/file"
)

// Record is one document as its corpus gives it: either raw text, or tokens
// that are taken as they are.
type Record struct {
	File string // the file it stands in
	Row  int64  // from 1: its line there, the first of several; the element of a JSON array; the row of a Parquet file
	ID   string // the corpus' own, else file stem and row

	Title, Body string   // raw text
	Keyphrases  []string // raw, in the given order
	Missing     []string // columns that the record does not have: "title", "abstract", "keywords"

	Tokenized   bool       // the fields below are set, those above are not
	TitleTokens []string   // nil if the text does not part title and body
	BodyTokens  []string   // a blank line is one empty token
	Blank       bool       // the source line has nothing but white space
	Phrases     [][]string // in the given order, <peos> left out
	Bar         int        // number of phrases before <peos>; -1 if there is none
	Target      string     // the trimmed target line of a pair, which Phrases are cut from

	// Document is the row of a documents file of ours, which knows what text its tokens were cut from; else nil.
	Document *schemas.Document
}

// Entries counts the phrases of a tokenised record as its target line has
// them, <peos> included.
func (r *Record) Entries() int {
	if r.Bar < 0 {
		return len(r.Phrases)
	}
	return len(r.Phrases) + 1
}

// Unparsed is one record cut out of its file and not yet looked into.
type Unparsed struct {
	Row    int64   // as in Record
	Text   []byte  // its text without the line end; valid until the next call of Next
	Target []byte  // the line of the target file, likewise
	Record *Record // of a format whose records come out of the file whole; Text and Target are empty then
	Err    error   // why it could not even be cut out; Parse returns it
}

// Records gives the records of one file, or of one pair of files, in order.
type Records interface {
	// Next cuts out the next record and returns io.EOF after the last. Any
	// other error is final. It is called from one goroutine.
	Next(u *Unparsed) error
	// Parse looks into a record. Its error is the reason to reject it; File and
	// Row are set all the same. It may be called from many goroutines at once,
	// also while Next runs, as long as the bytes of u are the caller's own.
	Parse(u *Unparsed) (Record, error)
	// Close closes the files.
	Close() error
}

// Place is where a record begins.
type Place struct {
	Rows   int64      `json:"rows"`   // lines, elements or rows of the file before it, as Unparsed.Row counts them
	Source file.Place `json:"source"` // of formats that are text
	Target file.Place `json:"target"` // in the target file of a pair
}

// Enterable are Records that can go on at a place without reading all before it.
type Enterable interface {
	Records
	// Place is where the next record begins. It comes between two calls of Next.
	Place() Place
	// Enter goes forward to a place. One that the file does not have is a *schemas.FileError.
	Enter(to Place) error
	// Enters reports whether what lies between is passed over and not read.
	Enters() bool
}

// Ended is the error of a place behind the last row of a file.
func Ended(path string, rows int64, to Place) error {
	return &schemas.FileError{File: path, Err: fmt.Errorf("ends after %d rows, and a part of the corpus begins behind row %d", rows, to.Rows),
		Remedy: "it is not the file that was cut into parts: bring that one back, or start over with --force"}
}

// RowID names a document that has no name of its own.
func RowID(stem string, row int64) string { return fmt.Sprintf("%s-%d", stem, row) }

// MadeUp reports whether an id is the one that a record of that place gets for
// want of its own.
func MadeUp(id, path string, row int64) bool { return id == RowID(Stem(path), row) }

// Stem is a file's name up to its first dot, "stdin" for the standard input.
func Stem(path string) string {
	if path == file.StandardInput {
		return "stdin"
	}
	base := filepath.Base(path)
	if name, _, _ := strings.Cut(base, "."); name != "" {
		return name
	}
	return base
}
