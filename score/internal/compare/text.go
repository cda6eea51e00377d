package compare

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Text writes the table for a terminal; "*" follows a marked value.
func (t *Table) Text(w io.Writer) error {
	var b strings.Builder
	tabs := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tabs, "%s\t", t.Settings.TestSet)
	for j, s := range t.Systems {
		fmt.Fprintf(tabs, "%s \t", s)
		if j > 0 {
			fmt.Fprintf(tabs, "%s\t", t.Against(j))
		}
	}
	fmt.Fprintln(tabs)
	for i := range t.Rows {
		r := &t.Rows[i]
		fmt.Fprintf(tabs, "%s\t", r.Name)
		for j, v := range r.Values {
			mark := " "
			if v.Difference.Clear() {
				mark = "*"
			}
			fmt.Fprintf(tabs, "%s%s\t", r.Number(v), mark)
			if j > 0 {
				fmt.Fprintf(tabs, "%s\t", r.Gap(v))
			}
		}
		fmt.Fprintln(tabs)
	}
	tabs.Flush()
	for _, says := range t.Conventions() {
		fmt.Fprintln(&b, says)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
