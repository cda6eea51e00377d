package export

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Kind is what documents get: phrases or concepts.
type Kind struct {
	Files    []File          // of its exports
	Header   []string        // of csv
	Columns  []corpus.Column // of tables, after those of the documents
	Concepts bool            // they are concepts
}

// File is a file that --export names.
type File struct{ Format, Name, Schema, Doc string }

// Files of the exports of phrases.
const (
	JSONFile    = "predictions.jsonl"
	CSVFile     = "predictions.csv"
	TextFile    = "predictions.txt"
	WideFile    = "table.csv"
	XLSXFile    = "table.xlsx"
	ParquetFile = "table.parquet"
	ReviewFile  = "review.xlsx" // of concepts, too
)

// OfPhrases returns the kind of infer; scores is Settings.ExportScores.
func OfPhrases(scores bool) Kind {
	return Kind{append([]File{
		{JSONFormat, JSONFile, "jsonl", "one line per document, without duplicates"},
		{CSVFormat, CSVFile, "csv", "one line per phrase, without duplicates"},
		{TextFormat, TextFile, "text", "the phrases of each document joined by ;, without duplicates"},
		{WideFormat, WideFile, "csv", "one line per document, its columns, keywords, doubtful, language and truncated"},
		{XLSXFormat, XLSXFile, "xlsx", "the same as an Excel workbook"},
		{ParquetFormat, ParquetFile, "parquet", "the same as Parquet"},
		{ReviewFormat, ReviewFile, "xlsx", "a workbook in which people correct the phrases: one line per phrase, and empty ones for missing phrases"},
	}, ReferenceFiles()...), phraseHeader(), phraseColumns(scores), false}
}

// ReferenceFiles returns the files of references, for phrases and concepts.
func ReferenceFiles() (all []File) {
	for _, r := range References() {
		all = append(all, File{r.Name, r.File, "references", "the references as they were given, with their keywords"})
	}
	return all
}

// Outputs returns the outputs of the exports.
func (k Kind) Outputs() (all []stages.Output) {
	for _, f := range k.Files {
		all = append(all, stages.Output{Name: f.Name, Doc: "with --export " + f.Format + ": " + f.Doc, Schema: f.Schema, Optional: true, Stream: true, Folders: true})
	}
	return all
}

// formats returns the format of each export. cut counts cells that are too long for Excel.
func (k Kind) formats(c Settings, layout *corpus.Layout, cut *int64) map[string]rows.Format[Row] {
	wide := k.wide(c, layout)
	all := map[string]rows.Format[Row]{
		JSONFormat: rows.Each(JSON), CSVFormat: c.Lines(k.Header), TextFormat: rows.Each(Text),
		WideFormat: wide.CSV(c.Tables), XLSXFormat: wide.XLSX(cut), ParquetFormat: wide.Parquet,
		ReviewFormat: Review(k.Concepts, cut),
	}
	for _, r := range References() {
		all[r.Name] = r.Rows
	}
	return all
}

// wide is how tables have the columns of the documents and of their labels.
func (k Kind) wide(c Settings, layout *corpus.Layout) Wide {
	return Wide{Layout: layout, Ours: k.Columns, By: c.PartitionBy}
}

// Fits fails if a workbook cannot have the columns of the documents and of their labels, or if there is none to partition by. Those of a
// pipe are known only with its first row.
func (k Kind) Fits(c Settings, layout *corpus.Layout) error {
	if layout == nil || layout.Columns == nil {
		return nil
	}
	if n, most := len(layout.Columns), sheetColumns-len(k.Columns); c.has(XLSXFormat) && n > most {
		return &stages.UsageError{Err: fmt.Errorf("--export xlsx: the documents have %d columns, and a sheet of Excel has at most %d beside keywords: export csv-wide or parquet-wide instead", n, most)}
	}
	return k.partitions(c, layout)
}
