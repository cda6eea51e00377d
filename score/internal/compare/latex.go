package compare

import (
	"fmt"
	"io"
	"strings"
)

// LaTeX writes the table as one that needs no package; what is marked is bold.
func (t *Table) LaTeX(w io.Writer) error {
	var b strings.Builder
	columns := "l" + strings.Repeat("r", 2*len(t.Systems)-1)
	fmt.Fprintf(&b, "\\begin{table}\n\\centering\n\\begin{tabular}{%s}\n\\hline\n%s", columns, latex(t.Settings.TestSet))
	for j, s := range t.Systems {
		fmt.Fprintf(&b, " & %s", latex(s))
		if j > 0 {
			fmt.Fprintf(&b, " & %s", latex(t.Against(j)))
		}
	}
	b.WriteString(" \\\\\n\\hline\n")
	for i := range t.Rows {
		r := &t.Rows[i]
		b.WriteString(latex(r.Name))
		for j, v := range r.Values {
			value := latex(r.Number(v))
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
	fmt.Fprintf(&b, "\\hline\n\\end{tabular}\n\\caption{%s}\n\\end{table}\n", latex(strings.Join(t.Conventions(), " ")))
	_, err := io.WriteString(w, b.String())
	return err
}

// latex escapes what LaTeX would read as more than text.
func latex(s string) string { return latexMarks.Replace(s) }

var latexMarks = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`,
	"~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "–", "--", "−", "$-$", "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, "\n", " ", "\r", " ")
