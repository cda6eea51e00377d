package paper

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/markup"
)

// Conventions returns the sentences under the tables of the files, where the paper's numbers stand in parentheses.
func (s *Study) Conventions() []string { return s.ConventionsFor("in parentheses") }

// ConventionsFor returns the sentences under tables that set off the paper's numbers in another way, such as "in grey".
func (s *Study) ConventionsFor(paper string) []string {
	return []string{
		fmt.Sprintf("Numbers are means over the seeds %s (fewer if a run is missing), ± their sample standard deviation. The paper's own numbers, %s, come from 20 epochs on 510,000 documents. F1 is macro over all documents: F1 of mean precision and mean recall; @5 divides by 5.", list(s.Seeds), paper),
		"Compare a row with the paper's only if it was trained on as many documents. Rows of ours compare with each other.",
	}
}

// lines are the cells of a table, headings first.
func (t *Table) lines(escape func(string) string) [][]string {
	line := []string{"", "documents"}
	for _, c := range t.Columns {
		line = append(line, escape(c.Heading()))
	}
	all := [][]string{line}
	for _, r := range t.Rows {
		line := []string{escape(r.Name), escape(r.Trained())}
		for i, c := range r.Cells {
			line = append(line, escape(t.Columns[i].Both(c)))
		}
		all = append(all, line)
	}
	return all
}

// Markdown writes all tables for GitHub.
func (s *Study) Markdown(w io.Writer) error {
	var b strings.Builder
	for _, t := range s.Tables() {
		fmt.Fprintf(&b, "## %s\n\n%s", markup.Markdown(t.Title), markup.MarkdownTable(t.lines(markup.Markdown)))
		for _, note := range t.Notes {
			fmt.Fprintf(&b, "\n%s\n", markup.Markdown(note))
		}
		b.WriteString("\n")
	}
	for _, says := range s.Conventions() {
		fmt.Fprintf(&b, "%s\n\n", markup.Markdown(says))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// LaTeX writes all tables, which need no package but amssymb for ∅.
func (s *Study) LaTeX(w io.Writer) error {
	for _, t := range s.Tables() {
		caption := strings.Join(append(append([]string{t.Title + "."}, t.Notes...), s.Conventions()...), " ")
		if _, err := fmt.Fprintln(w, markup.LaTeXTable("table*", `\footnotesize`, t.lines(markup.LaTeX), markup.LaTeX(caption))); err != nil {
			return err
		}
	}
	return nil
}

// CSV writes one line per number, in full precision. Our columns are empty without a run, the paper's without a
// number.
func (s *Study) CSV(w io.Writer) error {
	lines := [][]string{{"table", "system", "column", "documents", "seeds", "value", "deviation", "p_not_above_settrans", "paper", "paper_deviation"}}
	for _, t := range s.Tables() {
		for _, r := range t.Rows {
			for i, c := range r.Cells {
				line := []string{t.Key, r.Key, t.Columns[i].Key, strconv.FormatInt(r.Documents, 10), strconv.Itoa(c.Seeds), "", "", "", "", ""}
				if c.Seeds > 0 {
					line[5], line[6] = full(c.Value), full(c.Deviation)
				}
				if c.Mark.Tested {
					line[7] = full(c.Mark.P)
				}
				if c.Paper != nil {
					line[8], line[9] = full(c.Paper.Value), full(c.Paper.Deviation)
				}
				lines = append(lines, line)
			}
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

func full(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// Heading joins group and name of a column.
func (c Column) Heading() string { return strings.TrimSpace(c.Group + " " + c.Name) }

// Both formats our number of a cell, with the paper's in parentheses.
func (c Column) Both(cell Cell) string {
	if theirs := c.Theirs(cell); theirs != "" {
		return c.Ours(cell) + " (" + theirs + ")"
	}
	return c.Ours(cell)
}
