package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/reference"
)

// Settings control how a corpus is read. Every stage that reads one embeds them. The zero value suits most corpora, but for
// RepeatedIDs.
type Settings struct {
	Format           string   `key:"format" choices:"auto,jsonl,json,csv,tsv,text,plain,lines,file,parquet,openalex,arrow,xlsx,ods,annif,bibtex,ris,nbib,wos,enw,embase,pubmed,europepmc,jats,marcxml,marc,tei,xml,feed" help:"auto (by content), jsonl, json, csv, tsv, text (One2Set), lines (a document each; also: plain), file (one document), parquet, arrow, xlsx, ods, annif; references: bibtex, ris, nbib, wos, enw, embase, pubmed, europepmc, jats, marcxml, marc, tei, xml, feed"`
	Body             bool     `key:"body" help:"also read the full text of jats and tei"`
	Delimiter        string   `key:"delimiter" help:"separator of csv cells: ; or another character, \\t for a tab; auto: from the header"`
	Quotes           string   `key:"quotes" choices:"auto,double,backslash,none" help:"how csv and tsv write a quote in a cell in quotes: double, backslash (before it), none (no cell is in quotes) or auto (as the first rows show)"`
	Encoding         string   `key:"encoding" help:"encoding of text: auto, utf-8, utf-16, latin-1, or a name of the WHATWG such as windows-1251 or gbk"`
	Sheet            string   `key:"sheet" help:"sheet of a workbook; none: the first that is not hidden"`
	Columns          []string `key:"columns" help:"names of your columns: id=paper_id,title=name,text=summary,keywords=tags"`
	KeywordSeparator string   `key:"keyword_separator" help:"separator of keywords in one text, \\t for a tab, \\n for a line end; auto: ; or, as the column shows, a comma and a blank"`
	Boilerplate      string   `key:"boilerplate" choices:"drop,keep" help:"sentences of publishers and funders, labels of sections, lines of keywords: drop (not read) or keep"`
	KeywordsLine     bool     `key:"keywords_line" help:"a document without keyphrases has those of the line Keywords: … in its text"`
	RepeatedIDs      string   `key:"repeated_ids" choices:"refuse,number" help:"refuse a repeated id, or number it (id-2)"`
}

// Values of settings; auto is detected for each file.
const (
	auto           = "auto"
	backslash      = "backslash"
	noQuotes       = "none"
	refuseRepeated = "refuse"
	numberRepeated = "number"
	dropped        = "drop"
	kept           = "keep"
)

// DefaultSettings suit corpora with the usual column names.
func DefaultSettings() Settings {
	return Settings{Format: string(Auto), Delimiter: auto, Quotes: auto, Encoding: auto, KeywordSeparator: auto, Boilerplate: dropped, RepeatedIDs: refuseRepeated}
}

// GoldSettings are DefaultSettings for keyphrases by which others are judged: a separator that is not the usual one has to be named, since
// a wrong guess would be in every number.
func GoldSettings() Settings {
	s := DefaultSettings()
	s.KeywordSeparator = usual
	return s
}

// Options are settings with what a program knows: how a corpus is read.
type Options struct {
	Settings
	Folder    string         // in which the file was found, or "": a text in a folder is one document, whose id is its path there
	Keep      bool           // records have Given, all columns of their row
	Label     bool           // the documents are only labelled: text without <eos> is raw, and no keyphrases are needed
	Predicted bool           // the keyphrases are predictions, in columns that infer and others write
	By        schemas.Opener // opens the files; nil: the local file system
	// Ended is called while a file is read, and its error ends the reading: the Err of a run's context. It may be nil.
	Ended func() error
	// Prompt, with the format jsonl, reads no further than the line that Next returns: a program at the other end of a pipe gets
	// the answer to a line before it has written the next. The keys of the first objects are then not checked.
	Prompt bool
	// Say receives one line per opened file that names the columns read, and Warn lines about what the user should look at: columns
	// and rows that may be read in a wrong way. Both may be nil.
	Say, Warn func(line string)
}

// Options returns the options with which the settings read a corpus; for label and say see Options.
func (s Settings) Options(label bool, say func(line string)) Options {
	return Options{Settings: s, Label: label, Say: say}
}

// Check returns an error for settings that contradict each other or make no sense; label means that no keyphrases are needed.
func (s Settings) Check(label bool) error {
	var errs []error
	refuse := func(when bool, format string, args ...any) {
		if when {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	is := func(formats ...Format) bool { return slices.Contains(formats, Format(s.Format)) }
	comma, err := s.delimiter()
	refuse(err != nil, "%w", err)
	refuse(label && s.KeywordsLine, "keywords_line is given, but documents need no keyphrases here: leave it out")
	refuse(s.KeywordSeparator == "", "keyword_separator is empty")
	refuse(len(s.Columns) > 0 && is(Text, Plain, PerLine, PerFile, OpenAlex, Annif), "columns are named, but the format %s has none", s.Format)
	refuse(comma != 0 && !is(Auto, CSV), "delimiter is given, but the format %s has none of its own", s.Format)
	refuse(slices.Contains([]string{backslash, noQuotes}, s.Quotes) && !is(Auto, CSV, TSV), "quotes is %s, but the format %s has no cells that could be quoted", s.Quotes, s.Format)
	refuse(s.Sheet != "" && !is(Auto, XLSX, ODS), "sheet is given, but the format %s has no sheets", s.Format)
	refuse(s.Body && !is(Auto) && !reference.Format(s.Format).Full(), "body is given, but the format %s has no full text", s.Format)
	if s.Encoding != auto {
		err = file.CheckEncoding(s.Encoding)
		refuse(err != nil, "encoding: %w", err)
	}
	_, err = s.names(false)
	refuse(err != nil, "columns: %w", err)
	return errors.Join(errs...)
}

// delimiter returns the delimiter, 0 if it is to be detected.
func (s Settings) delimiter() (rune, error) {
	text := strings.ReplaceAll(s.Delimiter, `\t`, "\t")
	if text == auto || text == "" {
		return 0, nil
	}
	if len(text) != 1 || text[0] >= utf8.RuneSelf || strings.ContainsAny(text, "\"\r\n\x00") || unicode.IsLetter(rune(text[0])) || unicode.IsDigit(rune(text[0])) {
		return 0, fmt.Errorf("delimiter is %q: want one character that is not a letter, digit or quote, \\t for a tab, or %s", s.Delimiter, auto)
	}
	return rune(text[0]), nil
}

// names returns the default names, replaced where the user names columns. A name that the user gives to one part is
// removed from the others.
func (s Settings) names(predicted bool) (*record.Names, error) {
	c := record.DefaultColumns()
	if predicted {
		c = record.PredictedColumns()
	}
	if c.Separator = strings.NewReplacer(`\t`, "\t", `\n`, "\n").Replace(s.KeywordSeparator); c.Separator == auto {
		c.Separator = usual
	}
	keys := record.Keys()
	taken := map[string]bool{}
	for _, given := range s.Columns {
		key, name, _ := strings.Cut(given, "=")
		key, name = strings.TrimSpace(key), strings.TrimSpace(name)
		part := slices.Index(keys[:], key)
		if name == "" || part < 0 {
			return nil, fmt.Errorf("%q: want PART=NAME, with PART one of %s", given, strings.Join(keys[:], ", "))
		}
		if !c.Must[part] {
			c.Names[part], c.Also[part], c.Must[part] = nil, nil, true
		}
		c.Names[part] = append(c.Names[part], name)
		taken[record.Fold(name)] = true
	}
	isTaken := func(name string) bool { return taken[record.Fold(name)] }
	for part, must := range c.Must {
		if !must {
			c.Names[part], c.Also[part] = slices.DeleteFunc(c.Names[part], isTaken), slices.DeleteFunc(c.Also[part], isTaken)
		}
	}
	return c.Ready()
}
