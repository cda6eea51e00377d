package corpus

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/sheet"
)

// Format names a format. The zero value means detection by content.
type Format string

// The formats.
const (
	Auto    Format = "auto"
	JSONL   Format = "jsonl"
	JSON    Format = "json"
	CSV     Format = "csv"
	TSV     Format = "tsv"
	Text    Format = "text"  // tokens, in the line format of One2Set
	Plain   Format = "plain" // raw text, one document per line
	PerLine Format = "lines" // another name of Plain
	PerFile Format = "file"  // raw text, one document per file
	Parquet Format = "parquet"

	OpenAlex Format = "openalex" // JSON lines of works with abstract_inverted_index
	Arrow    Format = "arrow"    // a stream of record batches

	XLSX Format = sheet.XLSX // a sheet of an Excel workbook
	ODS  Format = sheet.ODS  // a sheet of an OpenDocument workbook
)

// Options control how a corpus is read. The zero value suits most corpora.
type Options struct {
	Format    Format
	Delimiter rune           // of CSV; 0: detected from the header
	Unquoted  bool           // no cell of CSV or TSV is quoted: a quote is text
	Encoding  string         // of text, as --encoding names it; "": found from the first bytes
	Sheet     string         // of a workbook; "": the first that is not hidden
	Folder    string         // in which the file was found, or "": a text in a folder is one document, whose id is its path there
	Columns   Columns        // zero value: DefaultColumns
	Keep      bool           // records have Given, all columns of their row
	Label     bool           // the documents are only labelled, so text without <eos> is raw
	Predicted bool           // the keyphrases are predictions, so infer may have written them
	By        schemas.Opener // opens the files; nil: the local file system
	// Ended is called while a file is read, and its error ends the reading: the Err of a run's context. It may be nil.
	Ended func() error
	// Prompt, with Format JSONL, reads no further than the line that Next returns: a program at the other end of a pipe gets
	// the answer to a line before it has written the next. The keys of the first objects are then not checked.
	Prompt bool
	files  int // number of files of the set
	// Say receives one line per opened file that names the columns read. It may be nil.
	Say func(line string)
	// Warn receives lines about what the user should look at: columns and rows that may be read in a wrong way. It may be
	// nil.
	Warn func(line string)
}
