package markup

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Text sets lines of cells in columns for a terminal, aligned right.
func Text(lines [][]string) string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, cells := range lines {
		for _, cell := range cells {
			fmt.Fprintf(t, "%s\t", cell)
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	return b.String()
}

// MarkdownTable is a table for GitHub of escaped cells, the first line of which are headings. All columns but the first are
// aligned right.
func MarkdownTable(lines [][]string) string {
	var b strings.Builder
	for i, cells := range lines {
		b.WriteString("|")
		for _, cell := range cells {
			if cell != "" {
				b.WriteString(" " + cell)
			}
			b.WriteString(" |")
		}
		b.WriteString("\n")
		if i == 0 {
			b.WriteString("|---|" + strings.Repeat("---:|", len(cells)-1) + "\n")
		}
	}
	return b.String()
}

// LaTeXTable is a table of escaped cells, the first line of which are headings, with an escaped caption. It needs no package.
func LaTeXTable(lines [][]string, caption string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\\begin{table}\n\\centering\n\\begin{tabular}{l%s}\n\\hline\n", strings.Repeat("r", len(lines[0])-1))
	for i, cells := range lines {
		b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
		if i == 0 {
			b.WriteString("\\hline\n")
		}
	}
	fmt.Fprintf(&b, "\\hline\n\\end{tabular}\n\\caption{%s}\n\\end{table}\n", caption)
	return b.String()
}
