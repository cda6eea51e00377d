package export

import (
	"encoding/csv"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Wide writes tables with one row per document: the columns that the document has in its file, and keywords, which are its
// phrases joined by "; ".
type Wide struct {
	Layout *corpus.Layout
	Comma  rune // of CSV
	Mark   bool // CSV begins with a byte order mark
	Raw    bool // cells of CSV that look like formulas stay as they are
}

// header returns the names of all columns. The last is keywords, or another name if the document's file has that column.
func (o Wide) header() []string {
	var names []string
	taken := map[string]bool{}
	for _, c := range o.Layout.Columns {
		names = append(names, c.Name)
		taken[strings.ToLower(strings.TrimSpace(c.Name))] = true
	}
	ours := "keywords"
	for taken[ours] {
		ours = "predicted_" + ours
	}
	return append(names, ours)
}

// keywords joins the phrases of a document.
func (d Row) keywords() string {
	var phrases []string
	for _, k := range d.phrases() {
		phrases = append(phrases, separators.Replace(k.Phrase))
	}
	return strings.Join(phrases, "; ")
}

// CSV writes a table by the rules of encoding/csv. Unless o.Raw is set, no cell begins like a formula, see Inert, but plain
// numbers such as -5 stay as they are.
func (o Wide) CSV(w io.Writer) (rows.Encoder[Row], error) {
	t := &wideCSV{wide: o, to: w}
	t.csv = csv.NewWriter(w)
	t.csv.Comma = o.Comma
	return t, nil
}

type wideCSV struct {
	wide  Wide
	to    io.Writer
	csv   *csv.Writer
	begun bool
}

// begin writes the header. It needs the first row, since the columns of a pipe are unknown before.
func (t *wideCSV) begin() error {
	if t.begun {
		return nil
	}
	t.begun = true
	if t.wide.Mark {
		if _, err := io.WriteString(t.to, "\ufeff"); err != nil {
			return err
		}
	}
	return t.write(t.wide.header())
}

func (t *wideCSV) write(cells []string) error {
	for i := range cells {
		if !t.wide.Raw && strings.Trim(cells[i], "+-.,0123456789") != "" {
			cells[i] = Inert(cells[i])
		}
	}
	return t.csv.Write(cells)
}

func (t *wideCSV) Write(documents ...Row) error {
	if err := t.begin(); err != nil {
		return err
	}
	for _, d := range documents {
		var cells []string
		for _, c := range d.Cells {
			cells = append(cells, c.Text)
		}
		if err := t.write(append(cells, d.keywords())); err != nil {
			return err
		}
	}
	t.csv.Flush()
	return t.csv.Error()
}

// Close writes the header of a table without documents.
func (t *wideCSV) Close() error {
	if err := t.begin(); err != nil {
		return err
	}
	t.csv.Flush()
	return t.csv.Error()
}
