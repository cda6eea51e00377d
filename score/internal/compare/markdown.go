package compare

import (
	"fmt"
	"io"
	"strings"
)

// Markdown writes the table as GitHub reads it; what is marked is bold.
func (t *Table) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |", markdown(t.Settings.TestSet))
	rule := "|---|"
	for j, s := range t.Systems {
		fmt.Fprintf(&b, " %s |", markdown(s))
		rule += "---:|"
		if j > 0 {
			fmt.Fprintf(&b, " %s |", markdown(t.Against(j)))
			rule += "---:|"
		}
	}
	fmt.Fprintf(&b, "\n%s\n", rule)
	for i := range t.Rows {
		r := &t.Rows[i]
		fmt.Fprintf(&b, "| %s |", markdown(r.Name))
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
		fmt.Fprintf(&b, "\n%s\n", markdown(says))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdown escapes what Markdown, and the HTML in it, would read as more than text.
func markdown(s string) string { return markdownMarks.Replace(s) }

var markdownMarks = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "|", `\|`, "[", `\[`, "]", `\]`, "#", `\#`, "~", `\~`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "\n", " ", "\r", " ")
