package export

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Formats of --export.
const (
	JSONFormat    = "jsonl"
	CSVFormat     = "csv"
	TextFormat    = "txt"
	WideFormat    = "csv-wide"
	XLSXFormat    = "xlsx"
	ParquetFormat = "parquet-wide"
	ReviewFormat  = "review"
)

// Settings say what is exported, and how.
type Settings struct {
	Export     []string `key:"export" choices:"jsonl,csv,txt,csv-wide,xlsx,parquet-wide,review,bib,ris,nbib,wos,enw,marcxml" help:"also write jsonl, csv (a line per phrase), txt; your columns with keywords: csv-wide, xlsx, parquet-wide; review (a sheet to correct); your references with keywords: bib, ris, nbib, wos, enw, marcxml"`
	ExportText bool     `key:"export_text" help:"add title and text to the jsonl export"`
	Tables
	ExportScores bool `key:"export_scores" help:"add a column scores to csv-wide, xlsx and parquet-wide: as many as keywords, in the same order"`
}

// Tables say how CSV is written.
type Tables struct {
	// SpreadsheetSafe is off by default because programs that read the export would get another text.
	SpreadsheetSafe bool   `key:"spreadsheet_safe" help:"put ' before csv cells like =1+1"`
	ExportDelimiter string `key:"export_delimiter" help:"separator of csv and csv-wide cells: , or another character, \\t for a tab"`
	BOM             bool   `key:"bom" help:"begin csv and csv-wide with a byte order mark, so that Excel recognises UTF-8"`
	RawCells        bool   `key:"raw_cells" help:"leave csv-wide cells like =1+1 as they are, without ' before them"`
	// PartitionBy is what Hive, Spark, DuckDB and pyarrow call partition columns.
	PartitionBy []string `key:"partition_by" help:"columns of the documents whose values become folders of the exports: year for year=2020/table.csv"`
}

// DefaultTables returns the default settings of CSV.
func DefaultTables() Tables { return Tables{ExportDelimiter: ","} }

// Defaults returns the default settings: no export.
func Defaults() Settings { return Settings{Tables: DefaultTables()} }

// has reports whether one of the formats is exported.
func (c Settings) has(formats ...string) bool {
	return slices.ContainsFunc(c.Export, func(e string) bool { return slices.Contains(formats, e) })
}

// wide reports whether an export has the columns of the documents.
func (c Settings) wide() bool { return c.has(WideFormat, XLSXFormat, ParquetFormat) }

// Columned reports whether exports need the columns of the documents.
func (c Settings) Columned() bool { return c.wide() || len(c.PartitionBy) > 0 }

// Keeps reports whether an export has what the file of a document has: its columns or its reference.
func (c Settings) Keeps() bool {
	return c.Columned() || slices.ContainsFunc(References(), func(r Reference) bool { return c.has(r.Name) })
}

// Reviews reports whether an export is for people to correct.
func (c Settings) Reviews() bool { return c.has(ReviewFormat) }

// Gives fails if references of a file cannot be given back. Those of a pipe are known only with its first row.
func (c Settings) Gives(files []corpus.IndexedFile) error {
	for _, r := range References() {
		for _, f := range files {
			if c.has(r.Name) && f.Format != "" && f.Format != r.Format {
				return corpus.Unlike(f.Path, f.Format, r.Format)
			}
		}
	}
	return nil
}

// comma returns the delimiter of CSV.
func (c Tables) comma() (rune, error) {
	text := strings.ReplaceAll(c.ExportDelimiter, `\t`, "\t")
	if len(text) != 1 || text[0] >= utf8.RuneSelf || strings.ContainsAny(text, "\"\r\n\x00'") {
		return 0, fmt.Errorf("export_delimiter is %q: want one character that is no quote, \\t for a tab", c.ExportDelimiter)
	}
	return rune(text[0]), nil
}

// Check refuses settings that contradict each other, or that no export is for.
func (c Settings) Check() error {
	_, err := c.comma()
	errs := []error{err}
	for i, e := range c.Export {
		if slices.Contains(c.Export[:i], e) {
			errs = append(errs, fmt.Errorf("export %s is given twice", e))
		}
	}
	for i, column := range c.PartitionBy {
		if column == "" || slices.Contains(c.PartitionBy[:i], column) {
			errs = append(errs, fmt.Errorf("partition_by names the column %q, which is empty or given twice", column))
		}
	}
	for _, of := range []struct {
		given, used bool
		says        string
	}{
		{len(c.PartitionBy) > 0, len(c.Export) > 0, "partition_by needs --export: only exports lie in folders"},
		{c.ExportText, c.has(JSONFormat), "export_text needs --export jsonl: the other formats have no place for a text"},
		{c.ExportScores, c.wide(), "export_scores needs --export csv-wide, xlsx or parquet-wide: jsonl and csv have scores anyway"},
		{c.SpreadsheetSafe, c.has(CSVFormat), "spreadsheet_safe needs --export csv: no spreadsheet opens the other formats, and csv-wide is safe without it"},
		{c.RawCells, c.has(WideFormat), "raw_cells needs --export csv-wide"},
		{c.BOM || c.ExportDelimiter != ",", c.has(CSVFormat, WideFormat), "export_delimiter and bom need --export csv or csv-wide"},
	} {
		if of.given && !of.used {
			errs = append(errs, errors.New(of.says))
		}
	}
	return errors.Join(errs...)
}

// Streamable refuses settings of --out - that do not make exactly one export.
func (c Settings) Streamable(t *stages.Task) error {
	if t.Streams() && len(c.PartitionBy) > 0 {
		return &stages.UsageError{Err: errors.New("--out - writes one export, and --partition-by needs a folder: leave one of them out")}
	}
	if t.Streams() && len(c.Export) != 1 {
		return &stages.UsageError{Err: errors.New("--out - writes one export and nothing else: give one --export, such as jsonl or csv")}
	}
	return nil
}
