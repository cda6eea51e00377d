package corpus

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/object"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/reference"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/sheet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
)

// opened is an open file with what its first bytes told.
type opened struct {
	Records
	bare   string // what a file is that has no columns; else ""
	format Format
}

// opening is a file that is being opened, with what its first bytes tell: its encoding, its format, its dialect and its columns, in
// this order.
type opening struct {
	Options
	file     *file.File
	target   string // of a pair
	names    *record.Names
	begin    []byte // UTF-8; valid until the file is read
	first    string // the first line that is not blank
	name     string // of the file, in lower case
	encoding string
	format   Format
	comma    rune       // 0 if it is not known
	above    [][]string // lines above the header of a table
	quotes   table.Quotes
	wrapped  bool     // each row is in quotes
	drawn    bool     // the columns are drawn with bars
	fields   []string // of the first references
	at       object.Place
}

// openFile opens one file of a corpus, or a pair of text files if target is not empty. Errors about the files are
// *schemas.FileError.
func openFile(path, target string, o Options) (*opened, error) {
	f, err := file.Open(path, o.By)
	if err != nil {
		return nil, err
	}
	return openAs(f, target, o)
}

// openAs opens an open file. It closes the file on failure.
func openAs(f *file.File, target string, o Options) (*opened, error) {
	f.Ended = o.Ended
	opening := &opening{Options: o, file: f, target: target, name: strings.ToLower(filepath.Base(f.Path))}
	r, err := opening.open()
	if err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

func (o *opening) open() (r *opened, err error) {
	if o.names, err = o.Settings.names(o.Predicted); err != nil {
		return nil, err
	}
	o.names.Keep, o.names.Label = o.Keep, o.Label
	if err := o.look(); err != nil {
		return nil, err
	}
	keys, texts, err := o.keys()
	if err != nil {
		return nil, err
	}
	empty, once := len(bytes.TrimSpace(o.begin)) == 0, o.file.Once() // the records use up begin and, for Parquet, close the file
	i := slices.IndexFunc(formats, func(f kind) bool { return f.name == o.format && f.read != nil })
	if i < 0 {
		return nil, fmt.Errorf("there is no format %q", o.format)
	}
	records, err := formats[i].read(o)
	if err != nil {
		return nil, err
	}
	r = &opened{Records: records, format: o.format}
	h, header := records.(interface{ Header() []string })
	if header {
		keys = h.Header()
	}
	if t, ok := records.(interface{ Texts(column int) []string }); ok {
		texts = func(_ string, column int) []string { return t.Texts(column) }
	}
	if subjects := o.names.Must == [record.Fields]bool{record.Keyphrases: true} && (o.format == Annif || o.format == PerFile); !header && !empty && !subjects {
		r.bare = bare(o.format)
	}
	ignored := r.bare != "" && o.names.Named()
	if err = o.gold(keys, header); err == nil && ignored && once {
		err = useless(o.file.Path, r.bare, 0)
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	o.separate(records, keys, texts)
	o.say(records, keys, ignored)
	if o.Warn != nil {
		for _, line := range o.names.Unread(keys, texts) {
			o.Warn(o.file.Path + ": " + line)
		}
	}
	return r, nil
}

// fail is an error about the file.
func (o *opening) fail(place string, err error, remedy string) error {
	return &schemas.FileError{File: o.file.Path, Place: place, Err: err, Remedy: remedy}
}

// look makes a text UTF-8 and finds its format.
func (o *opening) look() (err error) {
	o.format, o.encoding = Format(o.Settings.Format), file.UTF8
	o.comma, _ = o.delimiter()
	detected := slices.Contains([]Format{Auto, CSV, TSV, ""}, o.format)
	switch {
	case o.format == XLSX, o.format == ODS, o.format == Parquet, o.format == Arrow: // ahead in an Arrow pipe, a sender may wait for an answer
	case o.Prompt && o.format == JSONL && o.target == "" && slices.Contains([]string{"", auto, file.UTF8}, o.Encoding):
		err = o.file.Mark()
	default:
		err = o.decode()
	}
	if err != nil {
		return err
	}
	if detected && !reference.Embase.Begins(o.begin) {
		if err := o.heading(); err != nil {
			return err
		}
	}
	first, below, _ := bytes.Cut(bytes.TrimLeft(o.begin, "\r\n"), []byte("\n"))
	o.first = strings.TrimRight(string(first), "\r")
	o.wrap(below)
	if o.format == Auto || o.format == "" {
		if o.format, err = o.detect(); err != nil {
			return err
		}
	}
	if o.format == PerLine {
		o.format = Plain
	}
	switch book := o.format == XLSX || o.format == ODS; {
	case o.Sheet != "" && !book:
		return o.fail("", fmt.Errorf("is %s and has no sheets", o.format), "leave out --sheet, which is for XLSX and ODS")
	case o.target != "" && o.format != Text:
		return o.fail("", fmt.Errorf("a pair of source and target files must be %s, but this file is %s", Text, o.format), "give it alone, without "+o.target)
	}
	return nil
}

// decode makes a text UTF-8 and finds its first bytes and its encoding.
func (o *opening) decode() error {
	begin, err := o.file.Text.Peek(len(sheet.Magic))
	if err != nil && err != io.EOF {
		return err
	}
	if string(begin) == sheet.Magic {
		o.begin = begin
		return nil
	}
	if begin, err = o.file.Text.Peek(file.LookedAt); err != nil && err != io.EOF {
		return err
	}
	encoding := when(o.Encoding != auto, o.Encoding)
	switch m := declared.FindSubmatch(begin); {
	case reference.MARC.Begins(begin): // its lengths are bytes, and each record says its encoding
		o.encoding, o.begin = file.UTF8, begin
		return nil
	case m != nil && encoding == "" && !strings.HasPrefix(strings.ToLower(string(m[1])), "utf"):
		encoding = strings.ToLower(string(m[1]))
		if err := file.CheckEncoding(encoding); err != nil {
			return o.fail("line 1", err, "correct the declaration, or name the encoding by --encoding")
		}
	}
	if encoding == "" && o.target != "" {
		encoding = file.UTF8 // both files of a pair must have one encoding, and the authors' have this
	}
	if o.Say != nil {
		o.file.Later = func(encoding string, line int) {
			o.Say(fmt.Sprintf("%s: in %s, as line %d shows", o.file.Path, encoding, line))
		}
	}
	if o.Warn != nil {
		o.file.Mended = func(line int, text string) {
			o.Warn(fmt.Sprintf("%s: line %d has bytes that are not UTF-8; there and in lines like it they are read as Windows-1252: %q; --encoding utf-8 refuses such rows", o.file.Path, line, text))
		}
	}
	if o.encoding, err = o.file.Decode(encoding); err == nil {
		o.begin, err = o.file.Start()
	}
	return err
}

// declared matches the declaration of an encoding in XML.
var declared = regexp.MustCompile(`\A\s*<\?xml[^>]*\sencoding=["']([^"']+)`)

// keys returns the keys of the first objects of a JSON file, and their texts. They show which spelling of a key has most values.
func (o *opening) keys() (keys []string, texts func(key string, column int) []string, err error) {
	var s *object.Sample
	if slices.Contains([]Format{JSONL, OpenAlex, JSON}, o.format) {
		o.names = o.names.Answers()
	}
	switch o.format {
	case JSONL, OpenAlex:
		s, err = object.NewSample(o.file.Path, o.begin, o.names, nil)
	case JSON:
		if o.at, err = object.Find(o.file.Path, o.begin, o.names); err == nil {
			s, err = object.NewSample(o.file.Path, o.begin, o.names, &o.at)
		}
	default:
		if f := reference.Format(o.format); f.Known() {
			return o.references(f)
		}
		return nil, func(string, int) []string { return nil }, nil
	}
	if err != nil {
		return nil, nil, err
	}
	o.names = s.Names
	o.names = o.names.For(s.Keys, s.Filled)
	if o.names.Keep {
		o.names.Order = s.Order
	}
	if _, err := o.names.Read(s.Keys); len(s.Keys) > 0 && err != nil {
		return nil, nil, o.fail("keys of the first objects", err, o.names.Remedy())
	}
	return s.Keys, func(key string, _ int) []string { return s.Texts[key] }, nil
}

// references returns the fields of the first references. Their parts have the names of the format, unless the user names others.
func (o *opening) references(f reference.Format) (keys []string, texts func(key string, column int) []string, err error) {
	o.fields = f.Sample(o.begin)
	named := o.names.Named()
	if !named {
		label, keep := o.names.Label, o.names.Keep
		if o.names, err = f.Names().Ready(); err != nil {
			return nil, nil, err
		}
		o.names.Label, o.names.Keep = label, keep
	}
	o.names.Subtitles = true
	at, err := o.names.Read(o.fields)
	if len(o.fields) > 0 && err != nil {
		return nil, nil, o.fail("fields of the first entries", err, o.names.Remedy())
	}
	for i, name := range o.fields {
		n := o.names.Find(name)
		spare := n >= 0 && at[o.names.Field[n]] >= 0 && at[o.names.Field[n]] != i // is read where the others are missing
		if named || !spare && !(o.Body && f.Full() && name == reference.FullText) {
			keys = append(keys, name)
		}
	}
	return keys, func(string, int) []string { return nil }, nil
}

// Recognises reports whether a file found in a corpus folder belongs to the corpus: by its name, or, if the name says
// nothing, by content that is certainly a corpus format. A README does not.
func Recognises(path string, by schemas.Opener) (bool, error) {
	base := strings.ToLower(filepath.Base(path))
	if strings.HasPrefix(base, "~$") { // Excel's note that a workbook is open
		return false, nil
	}
	if stem, ok := strings.CutSuffix(path, ".tsv"); ok { // the subjects of a text, as Annif has them
		if f, err := file.Open(stem+".txt", by); err == nil {
			return false, f.Close()
		}
	}
	if corpusName.MatchString(base) {
		return true, nil
	}
	f, err := file.Open(path, by)
	if err != nil {
		return false, err
	}
	defer f.Close()
	o := &opening{file: f, name: base}
	if o.names, err = o.Settings.names(false); err == nil {
		err = o.decode()
	}
	if err != nil {
		return false, err
	}
	format, err := o.detect()
	if format == XLSX {
		return sheet.Is(f), nil
	}
	return err == nil && format != Text, nil
}
