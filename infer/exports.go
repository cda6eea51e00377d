package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Formats of --export.
const (
	jsonExport    = "jsonl"
	csvExport     = "csv"
	textExport    = "txt"
	wideExport    = "csv-wide"
	xlsxExport    = "xlsx"
	parquetExport = "parquet-wide"
)

// exportSettings say what is exported, and how.
type exportSettings struct {
	Export     []string `key:"export" choices:"jsonl,csv,txt,csv-wide,xlsx,parquet-wide,bib,ris,nbib,wos,enw,marcxml" help:"also write jsonl, csv (a line per phrase), txt, the columns of the documents with their keywords: csv-wide, xlsx, parquet-wide, or references with their keywords: bib, ris, nbib, wos, enw, marcxml"`
	ExportText bool     `key:"export_text" help:"add title and text to the jsonl export"`
	tableSettings
	ExportScores bool `key:"export_scores" help:"add a column scores to csv-wide, xlsx and parquet-wide: as many as keywords, in the same order"`
}

// tableSettings say how CSV is written.
type tableSettings struct {
	// SpreadsheetSafe is off by default because programs that read the export would get another text.
	SpreadsheetSafe bool   `key:"spreadsheet_safe" help:"put ' before csv cells like =1+1"`
	ExportDelimiter string `key:"export_delimiter" help:"separator of csv and csv-wide cells: , or another character, \\t for a tab"`
	BOM             bool   `key:"bom" help:"begin csv and csv-wide with a byte order mark, so that Excel recognises UTF-8"`
	RawCells        bool   `key:"raw_cells" help:"leave csv-wide cells like =1+1 as they are, without ' before them"`
}

func defaultTables() tableSettings { return tableSettings{ExportDelimiter: ","} }

func defaultExports() exportSettings { return exportSettings{tableSettings: defaultTables()} }

// wide reports whether an export has the columns of the documents.
func (c exportSettings) wide() bool {
	return slices.ContainsFunc(c.Export, func(e string) bool { return e == wideExport || e == xlsxExport || e == parquetExport })
}

// keeps reports whether an export has what the file of a document has: its columns or its reference.
func (c exportSettings) keeps() bool {
	return c.wide() || slices.ContainsFunc(export.References(), func(r export.Reference) bool { return slices.Contains(c.Export, r.Name) })
}

// gives fails if references of a file cannot be given back. Those of a pipe are known only with its first row.
func (c exportSettings) gives(files []corpus.IndexedFile) error {
	for _, r := range export.References() {
		for _, f := range files {
			if slices.Contains(c.Export, r.Name) && f.Format != "" && f.Format != r.Format {
				return corpus.Unlike(f.Path, f.Format, r.Format)
			}
		}
	}
	return nil
}

// comma returns the delimiter of CSV.
func (c tableSettings) comma() (rune, error) {
	text := strings.ReplaceAll(c.ExportDelimiter, `\t`, "\t")
	if len(text) != 1 || text[0] >= utf8.RuneSelf || strings.ContainsAny(text, "\"\r\n\x00'") {
		return 0, fmt.Errorf("export_delimiter is %q: want one character that is no quote, \\t for a tab", c.ExportDelimiter)
	}
	return rune(text[0]), nil
}

// checkExports refuses settings that contradict each other.
func (c exportSettings) checkExports() error {
	var errs []error
	for i, e := range c.Export {
		if slices.Contains(c.Export[:i], e) {
			errs = append(errs, fmt.Errorf("export %s is given twice", e))
		}
	}
	if c.ExportText && !slices.Contains(c.Export, jsonExport) {
		errs = append(errs, fmt.Errorf("export_text needs --export %s: the other formats have no place for a text", jsonExport))
	}
	if c.ExportScores && !c.wide() {
		errs = append(errs, fmt.Errorf("export_scores needs --export %s, %s or %s: jsonl and csv have scores anyway", wideExport, xlsxExport, parquetExport))
	}
	return errors.Join(append(errs, c.checkTables(c.Export))...)
}

// checkTables refuses settings without the exports that they are for.
func (c tableSettings) checkTables(exports []string) error {
	_, err := c.comma()
	phrases, wide := slices.Contains(exports, csvExport), slices.Contains(exports, wideExport)
	if c.SpreadsheetSafe && !phrases {
		err = errors.Join(err, fmt.Errorf("spreadsheet_safe needs --export %s: no spreadsheet opens the other formats, and %s is safe without it", csvExport, wideExport))
	}
	if !wide && c.RawCells {
		err = errors.Join(err, fmt.Errorf("raw_cells needs --export %s", wideExport))
	}
	if !wide && !phrases && (c.BOM || c.ExportDelimiter != ",") {
		err = errors.Join(err, fmt.Errorf("export_delimiter and bom need --export %s or %s", csvExport, wideExport))
	}
	return err
}

// fits fails if a workbook cannot have the columns of the documents, and ours if they are not the usual ones. Those of a pipe are known
// only with its first row.
func (c exportSettings) fits(layout *corpus.Layout, ours ...corpus.Column) error {
	if layout == nil || !slices.Contains(c.Export, xlsxExport) {
		return nil
	}
	if err := (export.Wide{Layout: layout, Ours: ours}).FitsXLSX(); err != nil {
		return &stages.UsageError{Err: fmt.Errorf("--export %s: %w", xlsxExport, err)}
	}
	return nil
}

// exportOutputs returns the files of the exports.
func exportOutputs() []stages.Output {
	return append([]stages.Output{
		{Name: jsonFile, Doc: "with --export jsonl: one line per document, without duplicates", Schema: "jsonl", Optional: true, Stream: true},
		{Name: csvFile, Doc: "with --export csv: one line per phrase, without duplicates", Schema: "csv", Optional: true, Stream: true},
		{Name: textFile, Doc: "with --export txt: the phrases of each document joined by ;, without duplicates", Schema: "text", Optional: true, Stream: true},
		{Name: wideFile, Doc: "with --export csv-wide: one line per document, its columns, keywords, doubtful, language and truncated", Schema: "csv", Optional: true, Stream: true},
		{Name: xlsxFile, Doc: "with --export xlsx: the same as an Excel workbook", Schema: "xlsx", Optional: true, Stream: true},
		{Name: parquetFile, Doc: "with --export parquet-wide: the same as Parquet", Schema: "parquet", Optional: true, Stream: true},
	}, referenceOutputs()...)
}

// referenceOutputs returns the files of references.
func referenceOutputs() (all []stages.Output) {
	for _, r := range export.References() {
		all = append(all, stages.Output{Name: r.File, Doc: "with --export " + r.Name + ": the references as they were given, with their keywords", Schema: "references", Optional: true, Stream: true})
	}
	return all
}

// exported writes the exports.
type exported struct {
	task   *stages.Task
	files  export.Writers[export.Row]
	layout *corpus.Layout // nil if no export has the columns of documents
	absent export.Absent
	beyond int64 // values of documents that the exports lack or change
	cut    int64 // number of cells that were too long for Excel
	config exportSettings
	ours   []corpus.Column // of Wide, nil for the usual ones
}

// createExports opens the files of the exports.
func createExports(t *stages.Task, c exportSettings, layout *corpus.Layout, absent export.Absent) (*exported, error) {
	x := &exported{task: t, layout: layout, absent: absent, config: c}
	comma, err := c.comma()
	if err == nil {
		err = c.fits(layout)
	}
	if err != nil {
		return x, err
	}
	wide := export.Wide{Layout: layout, Scores: c.ExportScores, Comma: comma, Mark: c.BOM, Raw: c.RawCells}
	phrases := export.CSV{Comma: comma, Mark: c.BOM, Safe: c.SpreadsheetSafe}.Phrases
	var files []export.File[export.Row]
	for _, e := range []struct {
		name string
		file export.File[export.Row]
	}{
		{jsonExport, export.File[export.Row]{Name: jsonFile, Format: rows.Each(export.JSON)}},
		{csvExport, export.File[export.Row]{Name: csvFile, Format: phrases}},
		{textExport, export.File[export.Row]{Name: textFile, Format: rows.Each(export.Text)}},
		{wideExport, export.File[export.Row]{Name: wideFile, Format: wide.CSV}},
		{xlsxExport, export.File[export.Row]{Name: xlsxFile, Format: wide.XLSX(&x.cut)}},
		{parquetExport, export.File[export.Row]{Name: parquetFile, Format: wide.Parquet}},
	} {
		if slices.Contains(c.Export, e.name) {
			files = append(files, e.file)
		}
	}
	files = append(files, export.ReferenceFiles(c.Export, export.Row.Reference)...)
	x.files, err = export.Create(t.Create, files)
	return x, err
}

// write adds a document to every export. given is the row of its file.
func (x *exported) write(d export.Row, given *corpus.Given) error {
	d.Absent, d.Source = x.absent, given
	var err error
	if d.Cells, err = x.cells(given); err != nil {
		return err
	}
	return x.files.Write(d)
}

// cells returns the columns of a document, nil if no export has them.
func (x *exported) cells(given *corpus.Given) ([]corpus.Cell, error) {
	if x.layout == nil {
		return nil, nil
	}
	cells := x.layout.Row(given)
	x.beyond += int64(given.Beyond)
	return cells, x.config.fits(x.layout, x.ours...)
}

// warn logs what the exports could not keep.
func (x *exported) warn() {
	if x.beyond > 0 {
		x.task.Log.Warn("values are missing in the exports with columns, or changed: they stand under keys that the first objects of their file lack, beyond the header, or are not text", "values", x.beyond)
		x.task.Note("values_beyond", x.beyond)
	}
	if x.cut > 0 {
		x.task.Log.Warn("cells of the xlsx export were cut to 32,767 characters, the most that Excel can have", "cells", x.cut)
		x.task.Note("cells_cut", x.cut)
	}
}
