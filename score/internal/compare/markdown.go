package compare

import (
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/markup"
)

// Markdown writes the table for GitHub; marked values are bold.
func (t *Table) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |", markup.Markdown(t.Settings.TestSet))
	rule := "|---|"
	for j, s := range t.Systems {
		fmt.Fprintf(&b, " %s |", markup.Markdown(s))
		rule += "---:|"
		if j > 0 {
			fmt.Fprintf(&b, " %s |", markup.Markdown(t.Against(j)))
			rule += "---:|"
		}
	}
	fmt.Fprintf(&b, "\n%s\n", rule)
	for i := range t.Rows {
		r := &t.Rows[i]
		fmt.Fprintf(&b, "| %s |", markup.Markdown(r.Name))
		for j, v := range r.Values {
			value := r.Number(v)
			if v.Difference.Clear() {
				value = "**" + value + "**"
			}
			fmt.Fprintf(&b, " %s |", value)
			if j > 0 {
				fmt.Fprintf(&b, " %s |", r.Gap(v))
			}
		}
		b.WriteString("\n")
	}
	for _, says := range t.Conventions() {
		fmt.Fprintf(&b, "\n%s\n", markup.Markdown(says))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
