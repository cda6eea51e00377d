package corpus

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/object"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/pair"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/parquet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/plain"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/sheet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/stream"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
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

// Open opens one file of a corpus, or a pair of text files if target is not empty. Errors about the files are
// *schemas.FileError.
func Open(path, target string, o Options) (Records, error) {
	r, _, err := openFile(path, target, o)
	return r, err
}

// openFile is Open, and also returns the kind of a file without columns; see nameless.
func openFile(path, target string, o Options) (r Records, what string, err error) {
	c, err := o.Columns.Ready()
	if err != nil {
		return nil, "", err
	}
	c.Keep, c.Label = o.Keep, o.Label
	f, err := file.Open(path, o.By)
	if err != nil {
		return nil, "", err
	}
	f.Ended = o.Ended
	if r, what, err = open(f, target, o, c); err != nil {
		f.Close()
		return nil, "", err
	}
	return r, what, nil
}

func open(f *file.File, target string, o Options, c *record.Names) (r Records, what string, err error) {
	// Workbooks first: what follows reads the file as text.
	if book, err := workbook(f, o.Format); err != nil {
		return nil, "", err
	} else if book {
		r, err = openBook(f, target, o, c)
		return r, "", err
	}
	begin, encoding, err := start(f, target, o)
	if err != nil {
		return nil, "", err
	}
	if comma, line := separator(begin); comma != 0 && slices.Contains([]Format{Auto, CSV, TSV, ""}, o.Format) {
		f.Text.Discard(line)
		if begin = begin[line:]; o.Delimiter == 0 {
			o.Delimiter = comma
		}
	}
	format, err := o.formatOf(f, begin, target, c)
	if err != nil {
		return nil, "", err
	}
	named := c.Must != [record.Fields]bool{}
	if c, err = published(format, c); err != nil {
		return nil, "", err
	}
	comma := o.Delimiter
	if format == CSV && comma == 0 {
		if comma, err = delimiterOf(begin, f.Path, c); err != nil {
			return nil, "", err
		}
	}
	keys, texts := []string(nil), func(string, int) []string { return nil }
	if s := sampleOf(begin, format); s != nil {
		c = c.For(s.Keys, s.Filled)
		keys, texts = s.Keys, func(key string, _ int) []string { return s.Texts[key] }
		if c.Keep && (format == JSONL || format == JSON) {
			c = c.Ordered(s.Order)
		}
	}
	if err := c.Keys(keys); len(keys) > 0 && err != nil {
		return nil, "", &schemas.FileError{File: f.Path, Place: "keys of the first objects", Err: err, Remedy: c.Remedy()}
	}
	empty, once := len(bytes.TrimSpace(begin)) == 0, f.Once() // the next line invalidates begin and, for Parquet, closes f
	if format == PerFile {
		r = plain.NewWhole(f, o.Folder, o.By, !o.Label)
	} else if r, err = o.openAs(format, comma, f, begin, target, c); err != nil {
		return nil, "", err
	}
	h, header := r.(interface{ Header() []string })
	if header {
		keys = h.Header()
	}
	if err := o.gold(f.Path, keys, header, c); err != nil {
		r.Close()
		return nil, "", err
	}
	if t, ok := r.(interface{ Texts(column int) []string }); ok {
		texts = func(_ string, column int) []string { return t.Texts(column) }
	}
	if !header && !empty {
		what = nameless(format)
	}
	ignored := what != "" && named
	if ignored && once {
		r.Close()
		return nil, "", useless(f.Path, what, 0)
	}
	if o.Say != nil {
		o.Say(said(f.Path, format, dialect(format, comma, encoding, f.Returns)+o.cut(format)+rowNames(r), keys, ignored, c) + unkept(r))
	}
	o.warn(f.Path, c, keys, texts)
	return r, what, nil
}

// start makes a text UTF-8 and returns its first bytes and its encoding.
func start(f *file.File, target string, o Options) (begin []byte, encoding string, err error) {
	if o.Prompt && o.Format == JSONL && target == "" && (o.Encoding == "" || o.Encoding == file.UTF8) {
		return nil, file.UTF8, f.Mark()
	}
	if o.Format == Arrow || o.Format == Parquet { // of an Arrow pipe, looking ahead could wait for a sender that waits for an answer
		return nil, file.UTF8, nil
	}
	if encoding = o.Encoding; encoding == "" && target != "" {
		encoding = file.UTF8 // both files of a pair must have one encoding, and the authors' have this
	}
	if encoding, err = f.Decode(encoding); err != nil {
		return nil, "", err
	}
	begin, err = f.Start()
	return begin, encoding, err
}

// formatOf returns the format of a file that is no workbook. A pair must be text.
func (o Options) formatOf(f *file.File, begin []byte, target string, c *record.Names) (format Format, err error) {
	if format = o.Format; format == Auto || format == "" {
		if format, err = detect(begin, f.Path, c, o.Delimiter, target != "", o.Label); err != nil {
			return "", err
		}
		if target == "" && (format == Plain || format == Text) && o.oneDocument(f.Path, begin) {
			format = PerFile
		}
	}
	if o.Sheet != "" {
		return "", &schemas.FileError{File: f.Path, Err: fmt.Errorf("is %s and has no sheets", format), Remedy: "leave out --sheet, which is for XLSX and ODS"}
	}
	if target != "" && format != Text {
		return "", notPair(f, target, format)
	}
	return format, nil
}

// oneDocument reports whether a text is one document: if it lies in a folder that was given, or is a title, a blank line and a text.
func (o Options) oneDocument(path string, begin []byte) bool {
	switch {
	case bytes.Contains(begin, []byte(pair.EndOfTitle)):
		return false
	case o.Folder != "" && textName.MatchString(strings.ToLower(path)):
		return true
	}
	return o.Label && len(begin) < file.LookedAt && plain.Pasted(string(begin))
}

// textName matches names of text files.
var textName = regexp.MustCompile(`\.txt(\.gz|\.zst)?$`)

// notPair is the error for a pair whose source is not text.
func notPair(f *file.File, target string, format Format) error {
	return &schemas.FileError{File: f.Path, Err: fmt.Errorf("a pair of source and target files must be %s, but this file is %s", Text, format),
		Remedy: "give it alone, without " + target}
}

// workbook reports whether to read a file as a workbook: if the format says so or, without a format, if it is a ZIP archive.
func workbook(f *file.File, format Format) (bool, error) {
	if format != Auto && format != "" {
		return format == XLSX || format == ODS, nil
	}
	begin, err := f.Text.Peek(len(sheet.Magic))
	if err == io.EOF {
		err = nil
	}
	return string(begin) == sheet.Magic, err
}

// openBook opens a sheet of a workbook, which closes f.
func openBook(f *file.File, target string, o Options, c *record.Names) (Records, error) {
	want := ""
	if o.Format == XLSX || o.Format == ODS {
		want = string(o.Format)
	}
	s, err := sheet.Open(f, want, o.Sheet, c)
	if err != nil {
		return nil, err
	}
	if target != "" {
		s.Close()
		return nil, notPair(f, target, Format(s.Kind))
	}
	if err := o.gold(f.Path, s.Header(), true, c); err != nil {
		s.Close()
		return nil, err
	}
	if o.Say != nil {
		o.Say(said(f.Path, Format(s.Kind), s.Describe(), s.Header(), false, c))
	}
	o.warn(f.Path, c, s.Header(), func(string, int) []string { return nil })
	f.Close()
	return s, nil
}

// gold refuses a column of keyphrases of infer where they have to be those of people.
func (o Options) gold(path string, header []string, ordered bool, c *record.Names) error {
	if o.Label || o.Predicted {
		return nil
	}
	return predicted(path, header, ordered, c)
}

// sampleOf returns what the first objects of a JSON file have; nil for other formats.
func sampleOf(begin []byte, format Format) *object.Sample {
	switch format {
	case JSONL, OpenAlex:
		return object.LineSample(begin)
	case JSON:
		return object.ArraySample(begin)
	}
	return nil
}

// published returns the keys of a format that a publisher defines, or c for any other format.
func published(format Format, c *record.Names) (*record.Names, error) {
	if format != OpenAlex {
		return c, nil
	}
	own := object.OpenAlex()
	own.Separator = c.Split
	names, err := own.Ready()
	if err == nil {
		names.Label = c.Label
	}
	return names, err
}

func (o Options) openAs(format Format, comma rune, f *file.File, begin []byte, target string, c *record.Names) (record.Enterable, error) {
	switch format {
	case JSONL:
		return object.NewLines(f, c), nil
	case JSON:
		return object.NewArray(f, c), nil
	case OpenAlex:
		return object.NewOpenAlex(f, c), nil
	case CSV:
		return table.New(f, begin, table.Dialect{Comma: byte(comma), Unquoted: o.Unquoted}, c, o.Warn)
	case TSV:
		return table.New(f, begin, table.Dialect{Comma: '\t', Unquoted: o.Unquoted}, c, o.Warn)
	case Text:
		return pair.New(f, target, o.By)
	case Plain:
		return plain.New(f), nil
	case Arrow:
		return stream.Open(f, c)
	case Parquet:
		defer f.Close()
		return parquet.Open(f, c)
	}
	return nil, fmt.Errorf("there is no format %q", format)
}
