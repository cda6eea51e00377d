package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/file"
	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// Settings control how a corpus is read. Every stage that reads one embeds them.
type Settings struct {
	Format           string   `key:"format" choices:"auto,jsonl,json,csv,tsv,text,plain,lines,file,parquet,openalex,arrow,xlsx,ods" help:"auto (by content), jsonl, json, csv, tsv, text (One2Set), lines (a document a line; also: plain), file (a document a file), parquet, openalex, arrow, xlsx or ods"`
	Delimiter        string   `key:"delimiter" help:"separator of csv cells: ; or another character, \\t for a tab; auto: from the header"`
	Quotes           string   `key:"quotes" choices:"double,none" help:"cells of csv and tsv: double (may be in double quotes) or none (quotes are text)"`
	Encoding         string   `key:"encoding" help:"encoding of text: auto, utf-8, utf-16, latin-1, or a name of the WHATWG such as windows-1251 or gbk"`
	Sheet            string   `key:"sheet" help:"sheet of a workbook; none: the first that is not hidden"`
	Columns          []string `key:"columns" help:"names of your columns: id=paper_id,title=name,text=summary,keywords=tags"`
	KeywordSeparator string   `key:"keyword_separator" help:"separator of keywords in one text, \\t for a tab, \\n for a line end"`
	RepeatedIDs      string   `key:"repeated_ids" choices:"refuse,number" help:"refuse a repeated id, or number it (id-2)"`
}

// Values of RepeatedIDs.
const (
	refuseRepeated = "refuse"
	numberRepeated = "number"
)

// Values of Quotes.
const (
	doubleQuotes = "double"
	noQuotes     = "none"
)

// auto is the value of a setting that is detected for each file.
const auto = "auto"

// DefaultSettings suit corpora with the usual column names.
func DefaultSettings() Settings {
	return Settings{Format: string(Auto), Delimiter: auto, Quotes: doubleQuotes, Encoding: auto, KeywordSeparator: ";", RepeatedIDs: refuseRepeated}
}

// Check returns an error for settings that contradict each other or make no sense.
func (s Settings) Check() error {
	var errs []error
	if s.KeywordSeparator == "" {
		errs = append(errs, errors.New("keyword_separator is empty"))
	}
	if f := Format(s.Format); len(s.Columns) > 0 && slices.Contains([]Format{Text, Plain, PerLine, PerFile, OpenAlex}, f) {
		errs = append(errs, fmt.Errorf("columns are named, but the format %s has none", f))
	}
	if comma, err := s.comma(); err != nil {
		errs = append(errs, err)
	} else if comma != 0 && Format(s.Format) != Auto && Format(s.Format) != CSV {
		errs = append(errs, fmt.Errorf("delimiter is given, but the format %s has none of its own", s.Format))
	}
	if s.Quotes == noQuotes && !slices.Contains([]Format{Auto, CSV, TSV}, Format(s.Format)) {
		errs = append(errs, fmt.Errorf("quotes is none, but the format %s has no cells that could be quoted", s.Format))
	}
	if s.Sheet != "" && !slices.Contains([]Format{Auto, XLSX, ODS}, Format(s.Format)) {
		errs = append(errs, fmt.Errorf("sheet is given, but the format %s has no sheets", s.Format))
	}
	if s.Encoding != auto {
		if err := file.CheckEncoding(s.Encoding); err != nil {
			errs = append(errs, fmt.Errorf("encoding: %w", err))
		}
	}
	columns, err := s.columns()
	if err == nil {
		_, err = columns.Ready()
	}
	if err != nil {
		errs = append(errs, fmt.Errorf("columns: %w", err))
	}
	return errors.Join(errs...)
}

// Options turns checked settings into options. label means that the corpus is only labelled and needs no keyphrases.
// say receives a line about each file.
func (s Settings) Options(label bool, say func(line string)) Options {
	columns, _ := s.columns()
	comma, _ := s.comma()
	o := Options{Format: Format(s.Format), Delimiter: comma, Unquoted: s.Quotes == noQuotes, Sheet: s.Sheet, Columns: columns, Label: label, Say: say}
	if s.Encoding != auto {
		o.Encoding = s.Encoding
	}
	if o.Format == PerLine {
		o.Format = Plain
	}
	return o
}

// comma returns the delimiter, 0 if it is to be detected.
func (s Settings) comma() (rune, error) {
	text := strings.ReplaceAll(s.Delimiter, `\t`, "\t")
	if text == auto || text == "" {
		return 0, nil
	}
	if len(text) != 1 || text[0] >= utf8.RuneSelf || strings.ContainsAny(text, "\"\r\n\x00") || unicode.IsLetter(rune(text[0])) || unicode.IsDigit(rune(text[0])) {
		return 0, fmt.Errorf("delimiter is %q: want one character that is not a letter, digit or quote, \\t for a tab, or %s", s.Delimiter, auto)
	}
	return rune(text[0]), nil
}

// columns returns the default names, replaced where the user names columns. A name that the user gives to one part is
// removed from the others.
func (s Settings) columns() (Columns, error) {
	c := DefaultColumns()
	c.Separator = strings.NewReplacer(`\t`, "\t", `\n`, "\n").Replace(s.KeywordSeparator)
	keys := []string{"id", "title", "text", "keywords"}
	lists := []*[]string{&c.ID, &c.Title, &c.Body, &c.Keyphrases}
	for _, given := range s.Columns {
		key, name, ok := strings.Cut(given, "=")
		key, name = strings.TrimSpace(key), strings.TrimSpace(name)
		part := slices.Index(keys, key)
		if !ok || name == "" || part < 0 {
			return c, fmt.Errorf("%q: want PART=NAME, with PART one of %s", given, strings.Join(keys, ", "))
		}
		if !c.Must[part] {
			*lists[part], c.Also[part], c.Must[part] = nil, nil, true
		}
		*lists[part] = append(*lists[part], name)
	}
	for part, list := range lists {
		if c.Must[part] {
			continue
		}
		taken := func(name string) bool {
			return slices.ContainsFunc(s.Columns, func(given string) bool {
				_, taken, _ := strings.Cut(given, "=")
				return record.Fold(taken) == record.Fold(name)
			})
		}
		*list, c.Also[part] = slices.DeleteFunc(*list, taken), slices.DeleteFunc(c.Also[part], taken)
	}
	return c, nil
}
