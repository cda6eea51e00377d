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

// LaTeXTable is a table of escaped cells, the first line of which are headings, with an escaped caption. environment is table
// or table*; size is empty or a command such as \\footnotesize.
func LaTeXTable(environment, size string, lines [][]string, caption string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\\begin{%s}\n\\centering%s\n\\begin{tabular}{l%s}\n\\hline\n", environment, size, strings.Repeat("r", len(lines[0])-1))
	for i, cells := range lines {
		b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
		if i == 0 {
			b.WriteString("\\hline\n")
		}
	}
	fmt.Fprintf(&b, "\\hline\n\\end{tabular}\n\\caption{%s}\n\\end{%s}\n", caption, environment)
	return b.String()
}
