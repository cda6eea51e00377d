package paper

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/markup"
)

// conventions returns the sentences under the tables.
func (s *Study) conventions() []string {
	return []string{
		fmt.Sprintf("Numbers are means over the seeds %s (fewer if a run is missing), ± their sample standard deviation. The paper's own numbers, in parentheses, come from 20 epochs on 510,000 documents. F1 is macro over all documents: F1 of mean precision and mean recall; @5 divides by 5.", list(s.Seeds)),
		"Compare a row with the paper's only if it was trained on as many documents. Rows of ours compare with each other.",
	}
}

// lines are the cells of a table for Markdown, headings first.
func (t *Table) lines() [][]string {
	line := []string{"", "documents"}
	for i := range t.Columns {
		line = append(line, markup.Markdown(t.Columns[i].heading()))
	}
	all := [][]string{line}
	for _, r := range t.Rows {
		documents := "–"
		if r.Documents > 0 {
			documents = fmt.Sprint(r.Documents)
		}
		line := []string{markup.Markdown(r.Name), documents}
		for i, c := range r.Cells {
			line = append(line, markup.Markdown(t.Columns[i].text(c)))
		}
		all = append(all, line)
	}
	return all
}

// Markdown writes all tables for GitHub.
func (s *Study) Markdown(w io.Writer) error {
	var b strings.Builder
	for _, t := range s.Tables {
		fmt.Fprintf(&b, "## %s\n\n%s", markup.Markdown(t.Title), markup.MarkdownTable(t.lines()))
		for _, note := range t.Notes {
			fmt.Fprintf(&b, "\n%s\n", markup.Markdown(note))
		}
		b.WriteString("\n")
	}
	for _, says := range s.conventions() {
		fmt.Fprintf(&b, "%s\n\n", markup.Markdown(says))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// CSV writes one line per number, in full precision. Our columns are empty without a run, the paper's without a
// number.
func (s *Study) CSV(w io.Writer) error {
	lines := [][]string{{"table", "system", "column", "documents", "seeds", "value", "deviation", "p_not_above_settrans", "paper", "paper_deviation"}}
	full := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, t := range s.Tables {
		for _, r := range t.Rows {
			for i, c := range r.Cells {
				line := []string{t.Key, r.Key, t.Columns[i].Key, strconv.FormatInt(r.Documents, 10), strconv.Itoa(c.Seeds), "", "", "", "", ""}
				if c.Seeds > 0 {
					line[5], line[6] = full(c.Value), full(c.Deviation)
				}
				if c.P != nil {
					line[7] = full(*c.P)
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

// list joins names in a sentence.
func list(names []string) string { return strings.Join(names, ", ") }
