package export

import (
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
	how := DefaultTables()
	how.BOM = true
	return table(how, func() []string { return mergedHeader }, func(r *schemas.MergedPhrase) [][]string {
		score := ""
		if r.Score != nil {
			score = strconv.FormatFloat(float64(*r.Score), 'f', scoreDigits, 32)
		}
		return [][]string{how.line([]string{r.ID, r.Phrase, list(unlike(r.Variants), cut), strconv.FormatInt(r.Documents, 10), score, Number(r.FirstYear),
			list(r.Concepts, cut), list(r.Replaces, cut), list(r.StandsFor, cut)})}
	})
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

// list joins values by "; ", as many as a cell can have. cut counts lists that have more.
func list(values []string, cut *int64) string {
	var b strings.Builder
	for i, v := range values {
		v = separators.Replace(v)
		if b.Len()+2+len(v) > cellUnits { // bytes are never fewer than units
			*cut++
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(v)
	}
	return b.String()
}
