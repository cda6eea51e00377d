package assigned

import "github.com/wrone2set/wrone2set/infer/internal/export"

// Files of infer concepts.
const (
	File        = "concepts-*.parquet"
	Parts       = "concepts-*-of-*.parquet" // of File, and not ParquetFile
	JSONFile    = "concepts.jsonl"
	CSVFile     = "concepts.csv"
	WideFile    = "concepts-wide.csv"
	XLSXFile    = "concepts.xlsx"
	ParquetFile = "concepts-wide.parquet"
)

// Kind returns what exports have of concepts; with unmatched also keyphrases that match none.
func Kind(unmatched bool) export.Kind {
	header := []string{"id", "rank", "concept", "label", "notation", "score", "field", "start", "end", "surface", "neighbour", "start_char", "start_utf16"}
	return export.Kind{Header: header, Files: append([]export.File{
		{Format: export.JSONFormat, Name: JSONFile, Schema: "jsonl", Doc: "one line per document"},
		{Format: export.CSVFormat, Name: CSVFile, Schema: "csv", Doc: "one line per concept"},
		{Format: export.WideFormat, Name: WideFile, Schema: "csv", Doc: "one line per document, its columns, concepts, labels, notations, scores and language"},
		{Format: export.XLSXFormat, Name: XLSXFile, Schema: "xlsx", Doc: "the same as an Excel workbook"},
		{Format: export.ParquetFormat, Name: ParquetFile, Schema: "parquet", Doc: "the same as Parquet"},
		{Format: export.ReviewFormat, Name: export.ReviewFile, Schema: "xlsx", Doc: "a workbook in which people correct the concepts: one line per concept, and empty ones for missing concepts"},
	}, export.ReferenceFiles()...), Columns: columns(unmatched), Concepts: true}
}
