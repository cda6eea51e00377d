// Package record defines the records that every format yields, and the column names by which their parts are found.
package record

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
)

// Record is one document as the corpus gives it: raw text, or tokens that are kept unchanged.
type Record struct {
	File string // path of the file
	Row  int64  // from 1: the first line of the record, the element of a JSON array or the row of a Parquet file
	ID   string // the id of the corpus, or the file stem and row

	Title, Body string    // raw text
	Whole       bool      // its boilerplate is read, too
	NUL         bool      // blanks stand where its texts had NUL characters
	Keyphrases  []string  // raw, in the corpus's order
	Scores      []float64 // of Keyphrases, if they are printed with scores, as predictions are; else nil
	Missing     []string  // columns that the record lacks: "title", "abstract", "keywords"

	Tokenized   bool       // the fields below are set, and those above are not
	TitleTokens []string   // nil if the text does not separate title and body
	BodyTokens  []string   // a blank line is one empty token
	Blank       bool       // the source line is only white space
	Phrases     [][]string // in the corpus's order, without <peos>
	Bar         int        // number of phrases before <peos>, -1 without <peos>
	Target      string     // the trimmed target line that Phrases come from

	// Given is the row with all its columns if these are kept and its format has some; else nil.
	Given *Given

	// Document is the row of a documents file of preprocess, which keeps the text of its tokens. It is nil for other
	// formats.
	Document *schemas.Document
}

// Digest identifies the content of the document; see [schemas.Document.Digest].
func (r *Record) Digest() string {
	d := schemas.Document{TitleText: r.Title, BodyText: r.Body, Title: r.TitleTokens, Body: r.BodyTokens}
	if r.Document != nil {
		d.TitleText, d.BodyText = r.Document.TitleText, r.Document.BodyText
	}
	return d.Digest()
}

// Entries counts the phrases in the target line of a tokenised record, <peos> included.
func (r *Record) Entries() int {
	if r.Bar < 0 {
		return len(r.Phrases)
	}
	return len(r.Phrases) + 1
}

// Titled returns a title with its subtitle: "Title: Subtitle", or the title alone if it ends with the subtitle. A mark at the end of the
// title stands for the colon.
func Titled(title, subtitle string) string {
	title, subtitle = strings.TrimSpace(title), strings.TrimSpace(subtitle)
	if title == "" || subtitle == "" {
		return title + subtitle
	}
	before, ends := strings.CutSuffix(strings.ToLower(strings.TrimRight(title, ".")), strings.ToLower(strings.TrimRight(subtitle, ".")))
	last, _ := utf8.DecodeLastRuneInString(title)
	switch r, _ := utf8.DecodeLastRuneInString(before); {
	case ends && !unicode.IsLetter(r):
		return title
	case strings.ContainsRune(":?!.…–—-：？！。", last):
		return title + " " + subtitle
	}
	return title + ": " + subtitle
}

// Unparsed is one record, cut out of its file but not parsed.
type Unparsed struct {
	Row    int64   // see Record
	Text   []byte  // text without the line end, valid until the next call of Next
	Target []byte  // line of the target file, valid as long as Text
	Record *Record // set by formats that read whole records; Text and Target are empty then
	Err    error   // why the record could not be cut out; Parse returns it
}

// Records reads the records of one file, or one pair of files, in order.
type Records interface {
	// Next cuts out the next record and returns io.EOF after the last. Any other error is final. Only one goroutine
	// may call Next.
	Next(u *Unparsed) error
	// Parse parses a record. Its error is the reason to reject the record; File and Row are set even then. Many
	// goroutines may call Parse at once, also while Next runs, provided that they own the bytes of u.
	Parse(u *Unparsed) (Record, error)
	// Close closes the files.
	Close() error
}

// Skipper is implemented by Records that can pass over rows without reading them.
type Skipper interface {
	// Skip moves forward by so many rows. A file that has fewer is a *schemas.FileError; see Ended.
	Skip(rows int64) error
}

// Ended is the error for a part of the corpus that begins after the last row of a file.
func Ended(path string, rows, start int64) error {
	return &schemas.FileError{File: path, Err: fmt.Errorf("ends after %d rows, and a part of the corpus begins after row %d", rows, start),
		Remedy: "it is not the file that was cut into parts: restore that file, or start over with --force"}
}

// RowID makes an id for a document that has none.
func RowID(stem string, row int64) string { return fmt.Sprintf("%s-%d", stem, row) }

// WholeID returns the text of an id in a column of floating-point numbers, as pandas writes whole numbers of which some are
// missing: NaN is none. It is an error if the number is not whole.
func WholeID(id, column string) (string, error) {
	if id == "NaN" {
		return "", nil
	}
	if strings.ContainsAny(id, ".I") {
		return id, fmt.Errorf("%s must be a text or a whole number, it is %s", column, id)
	}
	return id, nil
}

// MadeUp reports whether an id equals the one that RowID makes for this place.
func MadeUp(id, path string, row int64) bool { return id == RowID(Stem(path), row) }

// Stem returns a file's name up to its first dot, or "stdin" for standard input.
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
