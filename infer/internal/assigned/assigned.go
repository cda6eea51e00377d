// Package assigned writes the concepts of documents: as Parquet, as JSON lines, as CSV with a line per concept, and as tables of the
// documents' own columns with their concepts, in CSV, Excel and Parquet.
package assigned

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Row is a document with its concepts.
type Row struct {
	schemas.Assigned
	Cells []corpus.Cell // its own columns; nil if no export has them
}

// Files are the names of the files to write, "" for none.
type Files struct {
	Table, JSON, CSV, Wide, XLSX, Parquet string
	Lines                                 export.CSV  // of CSV
	Columns                               export.Wide // of Wide, XLSX and Parquet, with Ours
	Cut                                   *int64      // counts cells that are too long for XLSX
	Unmatched                             bool        // exports have the phrases that match no concept
}

// Create opens the files.
func Create(create func(string) (*stages.File, error), f Files) (export.Writers[Row], error) {
	all := []export.File[Row]{
		{Name: f.Table, Format: of(rows.Table(schemas.Assigneds), func(r Row) schemas.Assigned { return r.Assigned })},
		{Name: f.JSON, Format: rows.Each(f.json)}, {Name: f.CSV, Format: export.Lines(f.Lines, header, long)},
		{Name: f.Wide, Format: of(f.Columns.CSV, f.wide)}, {Name: f.XLSX, Format: of(f.Columns.XLSX(f.Cut), f.wide)}, {Name: f.Parquet, Format: of(f.Columns.Parquet, f.wide)},
	}
	return export.Create(create, slices.DeleteFunc(all, func(f export.File[Row]) bool { return f.Name == "" }))
}

// of is a format of rows that are made of other ones.
func of[R any](format rows.Format[R], row func(Row) R) rows.Format[Row] {
	return func(w io.Writer) (rows.Encoder[Row], error) {
		e, err := format(w)
		return made[R]{e, row}, err
	}
}

type made[R any] struct {
	rows.Encoder[R]
	row func(Row) R
}

func (m made[R]) Write(all ...Row) error {
	for _, r := range all {
		if err := m.Encoder.Write(m.row(r)); err != nil {
			return err
		}
	}
	return nil
}

// line is a line of the JSON export. Its lists have equal lengths, best concept first, so that score can read them.
type line struct {
	ID        string     `json:"id"`
	Language  string     `json:"language"`
	Concepts  []string   `json:"concepts"`
	Labels    []string   `json:"labels"`
	Notations []string   `json:"notations"`
	Scores    []float32  `json:"scores"`
	Evidence  []evidence `json:"evidence"`
	Unmatched *[]phrase  `json:"unmatched,omitempty"`
	Digest    string     `json:"digest,omitempty"` // by which score knows that it has the document that was labelled
}

// phrase is a keyphrase that matches no concept. It has no place if it is absent.
type phrase struct {
	Phrase  string  `json:"phrase"`
	Score   float32 `json:"score"`
	Field   string  `json:"field,omitempty"`
	Start   *int32  `json:"start,omitempty"`
	End     *int32  `json:"end,omitempty"`
	Surface string  `json:"surface,omitempty"`

	StartChar *int32 `json:"start_char,omitempty"`
	Start16   *int32 `json:"start_utf16,omitempty"`
}

// evidence is the reason for a concept: the place of its label, with offsets in bytes and the first also in characters, and the
// most similar indexed document that has it.
type evidence struct {
	Field     string     `json:"field,omitempty"`
	Words     [][2]int32 `json:"words,omitempty"`
	Surface   string     `json:"surface,omitempty"`
	Neighbour string     `json:"neighbour,omitempty"`
	StartChar *int32     `json:"start_char,omitempty"`
	Start16   *int32     `json:"start_utf16,omitempty"`
}

// json writes a document as a line. It calls w's Write once.
func (f Files) json(w io.Writer, a Row) error {
	l := line{a.ID, a.Language, []string{}, []string{}, []string{}, []float32{}, []evidence{}, nil, a.Digest}
	for _, c := range a.Concepts {
		l.Concepts, l.Labels, l.Notations = append(l.Concepts, c.Concept), append(l.Labels, c.Label), append(l.Notations, c.Notation)
		e := evidence{Field: c.Field, Surface: c.Surface, Neighbour: c.Neighbour, StartChar: c.StartChar, Start16: c.StartUTF16}
		for i := range c.Starts {
			e.Words = append(e.Words, [2]int32{c.Starts[i], c.Ends[i]})
		}
		l.Scores, l.Evidence = append(l.Scores, c.Score), append(l.Evidence, e)
	}
	if f.Unmatched {
		all := []phrase{}
		for _, p := range a.Unmatched {
			all = append(all, phrase{p.Phrase, p.Score, p.Field, p.Start, p.End, p.Surface, p.StartChar, p.StartUTF16})
		}
		l.Unmatched = &all
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(l)
}

var header = []string{"id", "rank", "concept", "label", "notation", "score", "field", "start", "end", "surface", "neighbour", "start_char", "start_utf16"}

// long returns the lines of a document: one per concept, then one, without a concept, per phrase that matches none.
func long(a Row, cell func(string) string) (lines [][]string) {
	for i, c := range a.Concepts {
		start, end := "", ""
		if n := len(c.Starts); n > 0 {
			start, end = strconv.Itoa(int(c.Starts[0])), strconv.Itoa(int(c.Ends[n-1]))
		}
		lines = append(lines, []string{cell(a.ID), strconv.Itoa(i + 1), cell(c.Concept), cell(c.Label), cell(c.Notation), export.Score(c.Score),
			c.Field, start, end, cell(c.Surface), cell(c.Neighbour),
			export.Number(c.StartChar), export.Number(c.StartUTF16)})
	}
	for i, p := range a.Unmatched {
		lines = append(lines, []string{cell(a.ID), strconv.Itoa(i + 1), "", cell(p.Phrase), "", export.Score(p.Score), p.Field, export.Number(p.Start), export.Number(p.End),
			cell(p.Surface), "", export.Number(p.StartChar), export.Number(p.StartUTF16)})
	}
	return lines
}

// Columns returns the columns that tables have after those of the documents.
func Columns(unmatched bool) (columns []corpus.Column) {
	names := []string{"concepts", "labels", "notations", "scores", "language", "unmatched", "unmatched_scores"}
	if !unmatched {
		names = names[:5]
	}
	for _, name := range names {
		columns = append(columns, corpus.Column{Name: name})
	}
	return columns
}

// wide returns the row of a document. Each of its lists is a line of CSV in one cell, see list.
func (f Files) wide(a Row) export.Row {
	lists := make([][]string, 4)
	for _, c := range a.Concepts {
		for i, text := range []string{c.Concept, c.Label, c.Notation, export.Score(c.Score)} {
			lists[i] = append(lists[i], text)
		}
	}
	var unmatched, scores []string
	for _, p := range a.Unmatched {
		unmatched, scores = append(unmatched, p.Phrase), append(scores, export.Score(p.Score))
	}
	r := export.Row{Cells: a.Cells}
	for _, text := range []string{list(lists[0]), list(lists[1]), list(lists[2]), list(lists[3]), a.Language, list(unmatched), list(scores)}[:len(f.Columns.Ours)] {
		r.Ours = append(r.Ours, corpus.Cell{Text: text})
	}
	return r
}

// list joins values by ";", by the rules of CSV: a value with a ;, a quote or a line end stands in quotes, and its quotes are
// doubled. Readers of CSV cut the list into the same values.
func list(values []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = ';'
	w.Write(values) // a strings.Builder does not fail
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}
