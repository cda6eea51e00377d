package export

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// mergedHeader are the columns of Sheet, those of schemas.MergedPhrase.
var mergedHeader = []string{"id", "phrase", "variants", "documents", "score", "first_year", "concepts", "replaces", "stands_for"}

// Sheet is the format of a table of concepts for spreadsheets: CSV with a byte order mark, lists joined by "; ", and no cell that a
// spreadsheet would run or that is longer than it can have. Of spellings that differ by capitals alone it has the first, since people
// read it. cut counts the lists that lost entries.
func Sheet(cut *int64) rows.Format[*schemas.MergedPhrase] {
	return func(w io.Writer) (rows.Encoder[*schemas.MergedPhrase], error) {
		if _, err := io.WriteString(w, "\ufeff"); err != nil {
			return nil, err
		}
		t := &sheet{csv.NewWriter(w), cut}
		return t, t.csv.Write(mergedHeader)
	}
}

type sheet struct {
	csv *csv.Writer
	cut *int64
}

func (t *sheet) Write(all ...*schemas.MergedPhrase) error {
	for _, r := range all {
		score, year := "", ""
		if r.Score != nil {
			score = strconv.FormatFloat(float64(*r.Score), 'f', scoreDigits, 32)
		}
		if r.FirstYear != nil {
			year = Number(r.FirstYear)
		}
		cells := []string{r.ID, r.Phrase, t.list(unlike(r.Variants)), strconv.FormatInt(r.Documents, 10), score, year, t.list(r.Concepts), t.list(r.Replaces), t.list(r.StandsFor)}
		if err := t.csv.Write(CSV{}.line(cells)); err != nil {
			return err
		}
	}
	return nil
}

// unlike returns the first of the spellings that differ by capitals alone.
func unlike(spellings []string) (all []string) {
	for _, s := range spellings {
		if !slices.ContainsFunc(all, func(other string) bool { return strings.EqualFold(s, other) }) {
			all = append(all, s)
		}
	}
	return all
}

// list joins values by "; ", as many as a cell can have.
func (t *sheet) list(values []string) string {
	var b strings.Builder
	for i, v := range values {
		v = separators.Replace(v)
		if b.Len()+2+len(v) > cellUnits { // bytes are never fewer than units
			*t.cut++
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(v)
	}
	return b.String()
}

func (t *sheet) Close() error {
	t.csv.Flush()
	return t.csv.Error()
}
