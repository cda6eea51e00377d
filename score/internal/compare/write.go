package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/markup"
)

// style is how cells are written: escape makes any text safe, value takes one that may be marked, and gap a difference.
type style struct {
	escape func(string) string
	value  func(s string, marked bool) string
	gap    func(string) string
}

// lines are the cells of the table, headings first.
func (t *Table) lines(s style) [][]string {
	line := []string{s.escape(t.Settings.TestSet)}
	for j, name := range t.Systems {
		line = append(line, s.value(s.escape(name), false))
		if j > 0 {
			line = append(line, s.escape(t.Against(j)))
		}
	}
	all := [][]string{line}
	for i := range t.Rows {
		r := &t.Rows[i]
		line := []string{s.escape(r.Name)}
		for j, v := range r.Values {
			line = append(line, s.value(s.escape(r.Number(v)), v.Difference.Clear()))
			if j > 0 {
				line = append(line, s.gap(r.Gap(v)))
			}
		}
		all = append(all, line)
	}
	return all
}

func plain(s string) string { return s }

// between sets marked values between two marks.
func between(before, after string) func(string, bool) string {
	return func(s string, marked bool) string {
		if marked {
			return before + s + after
		}
		return s
	}
}

// Text writes the table for a terminal; "*" follows a marked value.
func (t *Table) Text(w io.Writer) error {
	star := func(s string, marked bool) string { return s + map[bool]string{true: "*", false: " "}[marked] }
	_, err := fmt.Fprintf(w, "%s%s\n", markup.Text(t.lines(style{plain, star, plain})), strings.Join(t.Conventions(), "\n"))
	return err
}

// Markdown writes the table for GitHub; marked values are bold.
func (t *Table) Markdown(w io.Writer) error {
	table := markup.MarkdownTable(t.lines(style{markup.Markdown, between("**", "**"), plain}))
	for _, says := range t.Conventions() {
		table += "\n" + markup.Markdown(says) + "\n"
	}
	_, err := io.WriteString(w, table)
	return err
}

// LaTeX writes the table without needing a package; marked values are bold.
func (t *Table) LaTeX(w io.Writer) error {
	gap := func(s string) string { return "$" + strings.ReplaceAll(s, "–", `\mbox{--}`) + "$" }
	lines := t.lines(style{markup.LaTeX, between(`\textbf{`, "}"), gap})
	_, err := io.WriteString(w, markup.LaTeXTable(lines, markup.LaTeX(strings.Join(t.Conventions(), " "))))
	return err
}

// CSV writes one line per measure and system, numbers in full precision. Measures have their names in metrics.json, with
// the convention macro. The columns from difference on are empty if there is no difference.
func (t *Table) CSV(w io.Writer) error {
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
	return csv.NewWriter(w).WriteAll(lines)
}
