package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// CSV writes one line per measure and system, numbers in full precision. Measures have their names in metrics.json, with
// the convention macro. The columns from difference on are empty if there is no difference.
func (t *Table) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"metric", "documents", "system", "value", "against", "difference", "low", "high"}}
	full := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for i := range t.Rows {
		r := &t.Rows[i]
		for j, v := range r.Values {
			line := []string{r.Metric, fmt.Sprint(t.Documents), t.Systems[j], "", "", "", "", ""}
			if v.Known {
				line[3] = full(v.Value)
			}
			if d := v.Difference; d != nil {
				line[4], line[5] = t.Systems[0], full(d.By)
				if d.Interval != nil {
					line[6], line[7] = full(d.Interval.Low), full(d.Interval.High)
				}
			}
			lines = append(lines, line)
		}
	}
	return out.WriteAll(lines)
}
