package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
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
	reviewExport  = "review"
)

// exportSettings say what is exported, and how.
type exportSettings struct {
	Export     []string `key:"export" choices:"jsonl,csv,txt,csv-wide,xlsx,parquet-wide,review,bib,ris,nbib,wos,enw,marcxml" help:"also write jsonl, csv (a line per phrase), txt; your columns with keywords: csv-wide, xlsx, parquet-wide; review (a sheet to correct); your references with keywords: bib, ris, nbib, wos, enw, marcxml"`
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
	// PartitionBy is what Hive, Spark, DuckDB and pyarrow call partition columns.
	PartitionBy []string `key:"partition_by" help:"columns of the documents whose values become folders of the exports: year for year=2020/table.csv"`
}

func defaultTables() tableSettings { return tableSettings{ExportDelimiter: ","} }

func defaultExports() exportSettings { return exportSettings{tableSettings: defaultTables()} }

// wide reports whether an export has the columns of the documents.
func (c exportSettings) wide() bool {
	return slices.ContainsFunc(c.Export, func(e string) bool { return e == wideExport || e == xlsxExport || e == parquetExport })
}

// columned reports whether exports need the columns of the documents.
func (c exportSettings) columned() bool { return c.wide() || len(c.PartitionBy) > 0 }

// keeps reports whether an export has what the file of a document has: its columns or its reference.
func (c exportSettings) keeps() bool {
	return c.columned() || slices.ContainsFunc(export.References(), func(r export.Reference) bool { return slices.Contains(c.Export, r.Name) })
}

// reviews reports whether an export is for people to correct.
func (c exportSettings) reviews() bool { return slices.Contains(c.Export, reviewExport) }

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

// checkExports refuses settings that contradict each other, or that no export is for.
func (c exportSettings) checkExports() error {
	_, err := c.comma()
	errs := []error{err}
	lines, wide := slices.Contains(c.Export, csvExport), slices.Contains(c.Export, wideExport)
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
	if len(c.PartitionBy) > 0 && len(c.Export) == 0 {
		errs = append(errs, errors.New("partition_by needs --export: only exports lie in folders"))
	}
	if c.ExportText && !slices.Contains(c.Export, jsonExport) {
		errs = append(errs, fmt.Errorf("export_text needs --export %s: the other formats have no place for a text", jsonExport))
	}
	if c.ExportScores && !c.wide() {
		errs = append(errs, fmt.Errorf("export_scores needs --export %s, %s or %s: jsonl and csv have scores anyway", wideExport, xlsxExport, parquetExport))
	}
	if c.SpreadsheetSafe && !lines {
		errs = append(errs, fmt.Errorf("spreadsheet_safe needs --export %s: no spreadsheet opens the other formats, and %s is safe without it", csvExport, wideExport))
	}
	if c.RawCells && !wide {
		errs = append(errs, fmt.Errorf("raw_cells needs --export %s", wideExport))
	}
	if !wide && !lines && (c.BOM || c.ExportDelimiter != ",") {
		errs = append(errs, fmt.Errorf("export_delimiter and bom need --export %s or %s", csvExport, wideExport))
	}
	return errors.Join(errs...)
}

// streamable refuses settings of --out - that do not make exactly one export.
func (c exportSettings) streamable(t *stages.Task) error {
	if t.Streams() && len(c.PartitionBy) > 0 {
		return &stages.UsageError{Err: errors.New("--out - writes one export, and --partition-by needs a folder: leave one of them out")}
	}
	if t.Streams() && len(c.Export) != 1 {
		return &stages.UsageError{Err: errors.New("--out - writes one export and nothing else: give one --export, such as jsonl or csv")}
	}
	return nil
}

// exportFile is a file that --export names.
type exportFile struct{ export, name, schema, doc string }

// labels are what documents get: phrases or concepts.
type labels struct {
	files   []exportFile    // of their exports
	header  []string        // of csv
	columns []corpus.Column // of tables, after those of the documents

	concepts bool // they are concepts
}

// phraseLabels are those of infer; scores is exportSettings.ExportScores.
func phraseLabels(scores bool) labels {
	return labels{append([]exportFile{
		{jsonExport, jsonFile, "jsonl", "one line per document, without duplicates"},
		{csvExport, csvFile, "csv", "one line per phrase, without duplicates"},
		{textExport, textFile, "text", "the phrases of each document joined by ;, without duplicates"},
		{wideExport, wideFile, "csv", "one line per document, its columns, keywords, doubtful, language and truncated"},
		{xlsxExport, xlsxFile, "xlsx", "the same as an Excel workbook"},
		{parquetExport, parquetFile, "parquet", "the same as Parquet"},
		{reviewExport, reviewFile, "xlsx", "a workbook in which people correct the phrases: one line per phrase, and empty ones for missing phrases"},
	}, referenceFiles()...), export.PhraseHeader(), export.PhraseColumns(scores), false}
}

// conceptLabels are those of infer concepts; unmatched is its setting.
func conceptLabels(unmatched bool) labels {
	return labels{append([]exportFile{
		{jsonExport, assignedJSON, "jsonl", "one line per document"},
		{csvExport, assignedCSV, "csv", "one line per concept"},
		{wideExport, assignedWide, "csv", "one line per document, its columns, concepts, labels, notations, scores and language"},
		{xlsxExport, assignedXLSX, "xlsx", "the same as an Excel workbook"},
		{parquetExport, assignedCols, "parquet", "the same as Parquet"},
		{reviewExport, reviewFile, "xlsx", "a workbook in which people correct the concepts: one line per concept, and empty ones for missing concepts"},
	}, referenceFiles()...), assigned.Header(), assigned.Columns(unmatched), true}
}

// referenceFiles are those of references, for phrases and concepts.
func referenceFiles() (all []exportFile) {
	for _, r := range export.References() {
		all = append(all, exportFile{r.Name, r.File, "references", "the references as they were given, with their keywords"})
	}
	return all
}

// outputs returns the outputs of the exports.
func (l labels) outputs() (all []stages.Output) {
	for _, f := range l.files {
		all = append(all, stages.Output{Name: f.name, Doc: "with --export " + f.export + ": " + f.doc, Schema: f.schema, Optional: true, Stream: true, Folders: true})
	}
	return all
}

// formats returns the format of each export. cut counts cells that are too long for Excel.
func (l labels) formats(c exportSettings, layout *corpus.Layout, cut *int64) map[string]rows.Format[export.Row] {
	comma, _ := c.comma() // checked with the other settings
	lines := export.CSV{Comma: comma, Mark: c.BOM, Safe: c.SpreadsheetSafe, Raw: c.RawCells}
	wide := l.wide(c, layout)
	all := map[string]rows.Format[export.Row]{
		jsonExport: rows.Each(export.JSON), csvExport: lines.Lines(l.header), textExport: rows.Each(export.Text),
		wideExport: wide.CSV(lines), xlsxExport: wide.XLSX(cut), parquetExport: wide.Parquet,
		reviewExport: export.Review(l.concepts, cut),
	}
	for _, r := range export.References() {
		all[r.Name] = r.Rows
	}
	return all
}

// wide is how tables have the columns of the documents and of their labels.
func (l labels) wide(c exportSettings, layout *corpus.Layout) export.Wide {
	return export.Wide{Layout: layout, Ours: l.columns, By: c.PartitionBy}
}

// fits fails if a workbook cannot have the columns of the documents and of their labels, or if there is none to partition by. Those of a
// pipe are known only with its first row.
func (l labels) fits(c exportSettings, layout *corpus.Layout) error {
	if layout == nil || layout.Columns == nil {
		return nil
	}
	if slices.Contains(c.Export, xlsxExport) {
		if err := l.wide(c, layout).FitsXLSX(); err != nil {
			return &stages.UsageError{Err: fmt.Errorf("--export %s: %w", xlsxExport, err)}
		}
	}
	return l.partitions(c, layout)
}

// exported writes the exports.
type exported struct {
	task    *stages.Task
	config  exportSettings
	labels  labels
	layout  *corpus.Layout // nil if no export needs the columns of documents
	all     *files
	writers map[string][]*rows.Writer[export.Row] // by folder, "" without partitions
	beyond  int64                                 // values of documents that the exports lack or change
	cut     int64                                 // number of cells that were too long for Excel
}

// createExports opens the files of the exports, or with partitions none before the first row of each.
func createExports(all *files, t *stages.Task, c exportSettings, l labels, layout *corpus.Layout) (*exported, error) {
	x := &exported{task: t, config: c, labels: l, layout: layout, all: all, writers: map[string][]*rows.Writer[export.Row]{}}
	if len(c.PartitionBy) == 0 {
		if err := x.open(""); err != nil {
			return nil, err
		}
	}
	return x, l.fits(c, layout)
}

// open opens the files of the exports in a folder.
func (x *exported) open(folder string) error {
	formats := x.labels.formats(x.config, x.layout, &x.cut)
	x.writers[folder] = nil
	for _, f := range x.labels.files {
		if !slices.Contains(x.config.Export, f.export) {
			continue
		}
		w, err := open(x.all, x.task, folder+f.name, formats[f.export])
		if err != nil {
			return err
		}
		x.writers[folder] = append(x.writers[folder], w)
	}
	return nil
}

// write adds a document with its labels to every export. given is the row of its file.
func (x *exported) write(id string, l export.Labels, given *corpus.Given) error {
	d := export.Row{ID: id, Labels: l, Given: given}
	if x.layout != nil {
		d.Cells = x.layout.Row(given)
		x.beyond += int64(given.Beyond)
		if err := x.labels.fits(x.config, x.layout); err != nil {
			return err
		}
	}
	folder, err := x.partition(d)
	if err != nil {
		return err
	}
	for _, w := range x.writers[folder] {
		if err := w.Write(d); err != nil {
			return err
		}
	}
	return nil
}

// warn logs what the exports could not keep.
func (x *exported) warn() {
	if x.beyond > 0 {
		x.task.Log.Warn("values are missing in the exports with columns, or changed: they stand under keys that the first objects of their file lack, beyond the header, or are not text", "values", x.beyond)
		x.task.Note("values_beyond", x.beyond)
	}
	if x.cut > 0 {
		x.task.Log.Warn("cells of the workbooks were cut to 32,767 characters, the most that Excel can have", "cells", x.cut)
		x.task.Note("cells_cut", x.cut)
	}
}
