package compare

import (
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/markup"
)

// LaTeX writes the table without needing a package; marked values are bold.
func (t *Table) LaTeX(w io.Writer) error {
	var b strings.Builder
	columns := "l" + strings.Repeat("r", 2*len(t.Systems)-1)
	fmt.Fprintf(&b, "\\begin{table}\n\\centering\n\\begin{tabular}{%s}\n\\hline\n%s", columns, markup.LaTeX(t.Settings.TestSet))
	for j, s := range t.Systems {
		fmt.Fprintf(&b, " & %s", markup.LaTeX(s))
		if j > 0 {
			fmt.Fprintf(&b, " & %s", markup.LaTeX(t.Against(j)))
		}
	}
	b.WriteString(" \\\\\n\\hline\n")
	for i := range t.Rows {
		r := &t.Rows[i]
		b.WriteString(markup.LaTeX(r.Name))
		for j, v := range r.Values {
			value := markup.LaTeX(r.Number(v))
			if v.Difference.Clear() {
				value = `\textbf{` + value + `}`
			}
			fmt.Fprintf(&b, " & %s", value)
			if j > 0 {
				fmt.Fprintf(&b, " & $%s$", strings.ReplaceAll(r.Gap(v), "–", `\mbox{--}`))
			}
		}
		b.WriteString(" \\\\\n")
	}
	fmt.Fprintf(&b, "\\hline\n\\end{tabular}\n\\caption{%s}\n\\end{table}\n", markup.LaTeX(strings.Join(t.Conventions(), " ")))
	_, err := io.WriteString(w, b.String())
	return err
}
