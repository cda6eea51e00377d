package report

import (
	"fmt"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages/page"
)

// view is the data of report.html.tmpl.
type view struct {
	*Page
	Noun, Nouns string
	Facts       []fact
	Quality     []table
	Charts      []*page.Chart
	Frequent    table
	ByColumn    []typical
	Trends      []table
	NoTrend     string
	Together    table
	Documents   []gallery
}

type fact struct{ Name, Value, Note string }

// table is a table of the page. The first cell of a row is its name.
type table struct {
	Title string
	Lead  string
	Heads []string
	Rows  [][]cell
	Note  string
}

// cell is a cell of a table.
type cell struct {
	Text  string
	Small string
	Given bool    // Text is what users wrote
	Bar   float64 // share of the width that a bar has; 0: none
	Line  string  // points of a sparkline, "" for none
}

// given is a cell of what users wrote.
func given(s string) cell { return cell{Text: page.Cut(s, mostLabel), Given: true} }

func text(s string) cell { return cell{Text: s} }

// typical are the phrases of the values of a column.
type typical struct {
	Name   string
	Values []survey.Value // of which something is typical
	Plain  []string       // values of which nothing is
	More   int            // values that are not shown
}

// gallery is a section of documents.
type gallery struct {
	Title, Lead string
	Examples    []example
}

// shown cuts a name for the page.
func shown(s string) string { return page.Cut(s, mostLabel) }

func (p *Page) view() *view {
	noun := p.noun()
	v := &view{Page: p, Noun: noun, Nouns: noun + "s", Facts: p.cards(), Quality: p.quality(), Frequent: p.frequent(), Together: p.together()}
	for _, c := range p.Columns {
		t := typical{Name: shown(c.Name), More: c.Number - len(c.Values)}
		for _, value := range c.Values {
			if value.Name = shown(value.Name); len(value.Typical) > 0 {
				t.Values = append(t.Values, value)
			} else {
				t.Plain = append(t.Plain, value.Name)
			}
		}
		v.ByColumn = append(v.ByColumn, t)
	}
	v.Trends, v.NoTrend = p.trends()
	if p.Likely && p.All.Labels > 0 {
		v.Charts = append(v.Charts, p.rankChart())
	}
	if len(p.Survey.Years.All) > 1 {
		v.Charts = append(v.Charts, p.yearChart())
	}
	v.Documents = p.galleries()
	return v
}

// cards are the chief numbers.
func (p *Page) cards() []fact {
	doubtful := p.doubtful()
	all := []fact{
		{"documents", page.Count(p.Survey.Documents), p.emptyNote()},
		{p.noun() + "s", page.Count(p.Labels), mean(p.Labels, p.Survey.Documents) + " for each document; " + p.distinct() + " different"},
	}
	if p.Likely && p.All.Labels > 0 {
		all = append(all, fact{"probably right", expected(&p.All), page.Count(int64(p.All.Expected+.5)) + " of " + page.Count(p.All.Labels) + "; 95 % interval " + interval(&p.All)})
	}
	if p.Concepts {
		return append(all, fact{"without their label in the text", share(p.Absent, p.Labels), "concepts that similar indexed documents suggest"})
	}
	return append(all, fact{"doubtful documents", page.Count(doubtful), share(doubtful, p.Survey.Documents) + "; cut: " + page.Count(p.Cut)})
}

// emptyNote says how many documents have no label.
func (p *Page) emptyNote() string {
	if p.Empty == 0 {
		return "each has a " + p.noun()
	}
	return page.Count(p.Empty) + " without a " + p.noun()
}

// distinct is the number of different labels.
func (p *Page) distinct() string {
	if p.More {
		return "more than " + page.Count(int64(p.Distinct))
	}
	return page.Count(int64(p.Distinct))
}

// share formats the share that n is of all.
func share(n, all int64) string {
	x := float64(n) / float64(max(all, 1))
	if n > 0 && x < .001 {
		return "below 0.1 %"
	}
	return page.Share(x)
}

// doubtful is the number of doubtful documents.
func (p *Page) doubtful() (n int64) {
	for _, r := range p.Survey.Reasons {
		n += r.Documents
	}
	return n
}

// galleries are the documents that are shown.
func (p *Page) galleries() (all []gallery) {
	add := func(title, lead string, documents []*survey.Document) {
		if len(documents) > 0 {
			all = append(all, gallery{title, lead, p.examples(documents)})
		}
	}
	add("Drawn by chance", "Every document had the same chance to be here.", p.Drawn)
	if p.Likely {
		add("Least certain", fmt.Sprintf("The lowest mean probability of their %ss: look here first for what is wrong.", p.noun()), p.Uncertain)
	}
	return all
}
