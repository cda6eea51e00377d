package corpus

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/object"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/parquet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/sheet"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/stream"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/table"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/text"
)

// Open opens one file of a corpus, or a pair of text files if target is not empty. Errors about the files are
// *schemas.FileError.
func Open(path, target string, o Options) (Records, error) {
	r, err := openFile(path, target, o)
	if err != nil {
		return nil, err
	}
	return r.Records, nil
}

// opened is an open file with what its first bytes told.
type opened struct {
	Records
	bare string // what a file is that has no columns; else "": see bare
}

func openFile(path, target string, o Options) (*opened, error) {
	c, err := o.Columns.Ready()
	if err != nil {
		return nil, err
	}
	c.Keep, c.Label = o.Keep, o.Label
	f, err := file.Open(path, o.By)
	if err != nil {
		return nil, err
	}
	f.Ended = o.Ended
	r, err := open(f, target, o, c)
	if err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

// look is what the first bytes of a text tell.
type look struct {
	begin    []byte // UTF-8; valid until the file is read
	encoding string
	format   Format
	dialect  table.Dialect // of a table
}

// open finds the encoding, the format, the dialect and the columns of a file, in this order, and starts to read its records.
func open(f *file.File, target string, o Options, c *record.Names) (*opened, error) {
	// Workbooks first: what follows reads the file as text.
	if book, err := workbook(f, o.Format); err != nil {
		return nil, err
	} else if book {
		return openBook(f, target, o, c)
	}
	l, err := o.look(f, target, c)
	if err != nil {
		return nil, err
	}
	named := c.Must != [record.Fields]bool{}
	if c, err = published(l.format, c); err != nil {
		return nil, err
	}
	keys, texts := []string(nil), func(string, int) []string { return nil }
	if s := sampleOf(l.begin, l.format); s != nil {
		c = c.For(s.Keys, s.Filled)
		keys, texts = s.Keys, func(key string, _ int) []string { return s.Texts[key] }
		if c.Keep && (l.format == JSONL || l.format == JSON) {
			c = c.Ordered(s.Order)
		}
	}
	if err := c.Keys(keys); len(keys) > 0 && err != nil {
		return nil, &schemas.FileError{File: f.Path, Place: "keys of the first objects", Err: err, Remedy: c.Remedy()}
	}
	empty, once := len(bytes.TrimSpace(l.begin)) == 0, f.Once() // the records use up begin and, for Parquet, close f
	records, err := o.records(f, l, target, c)
	if err != nil {
		return nil, err
	}
	r := &opened{Records: records}
	h, header := records.(interface{ Header() []string })
	if header {
		keys = h.Header()
	}
	if err := o.gold(f.Path, keys, header, c); err != nil {
		r.Close()
		return nil, err
	}
	if !header && !empty {
		r.bare = bare(l.format)
	}
	ignored := r.bare != "" && named
	if ignored && once {
		r.Close()
		return nil, useless(f.Path, r.bare, 0)
	}
	if o.Say != nil {
		o.Say(said(f.Path, l.format, l.described(f.Returns)+o.cut(l.format)+rowNames(records), keys, ignored, c) + unkept(records))
	}
	if t, ok := records.(interface{ Texts(column int) []string }); ok {
		texts = func(_ string, column int) []string { return t.Texts(column) }
	}
	o.warn(f.Path, c, keys, texts)
	return r, nil
}

// look makes a text UTF-8 and finds its format and dialect.
func (o Options) look(f *file.File, target string, c *record.Names) (l look, err error) {
	if l.begin, l.encoding, err = o.start(f, target); err != nil {
		return l, err
	}
	if comma, line := separator(l.begin); comma != 0 && slices.Contains([]Format{Auto, CSV, TSV, ""}, o.Format) {
		f.Text.Discard(line)
		if l.begin = l.begin[line:]; o.Delimiter == 0 {
			o.Delimiter = comma
		}
	}
	if l.format, err = o.formatOf(f, l.begin, target, c); err == nil {
		l.dialect, err = o.dialect(l.format, l.begin, f.Path, c)
	}
	return l, err
}

// start makes a text UTF-8 and returns its first bytes and its encoding.
func (o Options) start(f *file.File, target string) (begin []byte, encoding string, err error) {
	if o.Prompt && o.Format == JSONL && target == "" && (o.Encoding == "" || o.Encoding == file.UTF8) {
		return nil, file.UTF8, f.Mark()
	}
	if o.Format == Arrow || o.Format == Parquet { // of an Arrow pipe, looking ahead could wait for a sender that waits for an answer
		return nil, file.UTF8, nil
	}
	if encoding = o.Encoding; encoding == "" && target != "" {
		encoding = file.UTF8 // both files of a pair must have one encoding, and the authors' have this
	}
	if o.Say != nil {
		f.Later = func(encoding string, line int) {
			o.Say(fmt.Sprintf("%s: in %s, as line %d shows", f.Path, encoding, line))
		}
	}
	if encoding, err = f.Decode(encoding); err != nil {
		return nil, "", err
	}
	begin, err = f.Start()
	return begin, encoding, err
}

// records starts to read the records of a file that is no workbook.
func (o Options) records(f *file.File, l look, target string, c *record.Names) (Records, error) {
	switch l.format {
	case JSONL, OpenAlex:
		return object.NewLines(f, c), nil
	case JSON:
		return object.NewArray(f, c), nil
	case CSV, TSV:
		return table.New(f, l.begin, l.dialect, c, o.Warn)
	case Text:
		return text.NewTokenised(f, target, o.By)
	case Plain:
		return text.NewPlain(f), nil
	case PerFile:
		return text.NewWhole(f, o.Folder, o.By, !o.Label), nil
	case Arrow:
		return stream.Open(f, c)
	case Parquet:
		defer f.Close()
		return parquet.Open(f, c)
	}
	return nil, fmt.Errorf("there is no format %q", l.format)
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
func openBook(f *file.File, target string, o Options, c *record.Names) (*opened, error) {
	want := ""
	if o.Format == XLSX || o.Format == ODS {
		want = string(o.Format)
	}
	s, err := sheet.Open(f, want, o.Sheet, c)
	if err != nil {
		return nil, err
	}
	err = o.gold(f.Path, s.Header(), true, c)
	if target != "" {
		err = notPair(f, target, Format(s.Kind))
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	if o.Say != nil {
		o.Say(said(f.Path, Format(s.Kind), s.Describe(), s.Header(), false, c))
	}
	o.warn(f.Path, c, s.Header(), func(string, int) []string { return nil })
	f.Close()
	return &opened{Records: s}, nil
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
