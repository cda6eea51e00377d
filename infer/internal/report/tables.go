package report

import (
	"fmt"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages/page"
)

// Limits of tables, in rows.
const (
	mostFrequent  = 50
	mostLanguages = 12
)

// quality are the tables of the expected share of right labels.
func (p *Page) quality() (all []table) {
	if p.Likely && p.All.Labels > 0 {
		all = append(all, p.ranks())
	}
	if len(p.Survey.Reasons) > 0 {
		all = append(all, p.reasons())
	}
	groups := func(title string, groups []survey.Group, more int) {
		t := table{Title: title, Heads: []string{"", "documents"}}
		if p.Likely {
			t.Heads = append(t.Heads, "probably right")
		}
		if t.Heads = append(t.Heads, p.noun()+"s each"); !p.Concepts {
			t.Heads = append(t.Heads, "doubtful")
		}
		for i := range groups {
			t.Rows = append(t.Rows, p.group(&groups[i]))
		}
		if more > 0 {
			t.Note = fmt.Sprintf("%s more are not shown.", page.Count(int64(more)))
		}
		all = append(all, t)
	}
	languages := p.Languages[:min(len(p.Languages), mostLanguages)]
	if len(languages) > 1 {
		groups("By language, as detected", languages, len(p.Languages)-len(languages))
	}
	for _, c := range p.Columns {
		var rows []survey.Group
		for i := range c.Values {
			rows = append(rows, c.Values[i].Group)
		}
		if c.None.Documents > 0 {
			none := c.None
			none.Name = "no value"
			rows = append(rows, none)
		}
		groups("By "+shown(c.Name), rows, c.Number-len(c.Values))
	}
	return all
}

// group is the row of a group.
func (p *Page) group(g *survey.Group) []cell {
	name := given(g.Name)
	if g.Name == "und" {
		name = text("not known")
	}
	row := []cell{name, text(page.Count(g.Documents))}
	if p.Likely {
		row = append(row, right(&g.Sure))
	}
	if row = append(row, text(mean(g.Labels, g.Documents))); !p.Concepts {
		row = append(row, text(page.Count(g.Doubtful)))
	}
	return row
}

// ranks is the table of kinds and ranks.
func (p *Page) ranks() table {
	t := table{Title: "By place and rank", Heads: []string{"", p.noun() + "s", "probably right", "expected number"}}
	add := func(name string, of *survey.Tally) {
		if of.Labels > 0 {
			t.Rows = append(t.Rows, []cell{text(name), text(page.Count(of.Labels)), right(of), text(page.Count(int64(of.Expected + .5)))})
		}
	}
	add("all (@M)", &p.All)
	add("in the text", &p.Present)
	add("not in the text", &p.Missing)
	for i := range p.Ranks {
		add(fmt.Sprintf("rank %d", i+1), &p.Ranks[i])
	}
	t.Note = "Below each share stands its 95 % interval."
	return t
}

// right is the expected share of right labels above its interval.
func right(t *survey.Tally) cell {
	if t.Labels == 0 {
		return text("–")
	}
	return cell{Text: expected(t), Small: interval(t)}
}

// reasons is the table of doubtful documents.
func (p *Page) reasons() table {
	t := table{Title: "Doubtful documents", Heads: []string{"", "documents", "share", p.noun() + "s each"}}
	for i := range p.Survey.Reasons {
		r := &p.Survey.Reasons[i]
		row := []cell{given(r.Name), text(page.Count(r.Documents)), text(share(r.Documents, p.Survey.Documents))}
		if p.Likely {
			row = append(row, text(mean(r.Labels, r.Documents)))
		}
		t.Rows = append(t.Rows, row)
	}
	if p.Likely {
		t.Note = "The model was not trained for such texts: their probabilities are not to be trusted, and they count nowhere as probably right."
	} else {
		t.Heads = t.Heads[:3]
	}
	return t
}

// frequent is the table of frequent labels.
func (p *Page) frequent() table {
	t := table{Title: "Most frequent", Heads: []string{"", "documents", "share"}}
	if p.Likely {
		t.Heads = append(t.Heads, "probability")
	}
	if p.yearly() {
		t.Heads = append(t.Heads, p.span())
	}
	for i := range p.Phrases[:min(len(p.Phrases), mostFrequent)] {
		t.Rows = append(t.Rows, p.phrase(&p.Phrases[i]))
	}
	switch {
	case p.Floor > 0:
		t.Note = fmt.Sprintf("Numbers are exact. All %ss of %s documents or more were counted; rarer ones can be missing from the lists below.", p.noun(), page.Count(p.Floor))
	default:
		t.Note = fmt.Sprintf("All %s different %ss were counted.", p.distinct(), p.noun())
	}
	return t
}

// phrase is the row of a label.
func (p *Page) phrase(f *survey.Phrase) []cell {
	name := given(f.Text)
	name.Bar = float64(f.Documents) / float64(max(p.Phrases[0].Documents, 1))
	row := []cell{name, text(page.Count(f.Documents)), text(share(f.Documents, p.Survey.Documents))}
	if p.Likely {
		row = append(row, text(probability(f.Score)))
	}
	if p.yearly() {
		row = append(row, p.line(f))
	}
	return row
}

// yearly reports whether there are years to draw.
func (p *Page) yearly() bool { return len(p.Survey.Years.All) > 1 }

// span names the first and the last year.
func (p *Page) span() string {
	y := p.Survey.Years.All
	return fmt.Sprintf("%d – %d", y[0], y[len(y)-1])
}

// trends are the tables of rising and falling labels. If there are none, the text says so.
func (p *Page) trends() (all []table, none string) {
	if p.Years == "" {
		return nil, ""
	}
	for _, of := range []struct {
		title  string
		trends []survey.Trend
	}{{"Rising", p.Rising}, {"Falling", p.Falling}} {
		t := table{Title: of.title, Heads: []string{"", "documents", "points a year", p.noun() + "s by year"}}
		for _, r := range of.trends {
			t.Rows = append(t.Rows, []cell{given(r.Text), text(page.Count(r.Documents)), {Text: points(r.Slope), Small: "± " + points(r.Error)[1:]}, p.line(r.Phrase)})
		}
		if len(t.Rows) > 0 {
			t.Heads[3] = p.span()
			all = append(all, t)
		}
	}
	switch {
	case len(p.Survey.Years.All) < 3:
		none = "There are too few years for trends: at least three are needed."
	case p.Survey.Years.Tests == 0:
		none = fmt.Sprintf("No %s is frequent enough to test for a trend.", p.noun())
	case len(all) == 0:
		none = fmt.Sprintf("No %s rises or falls more than chance would explain, among %s tested.", p.noun(), page.Count(int64(p.Survey.Years.Tests)))
	}
	return all, none
}

// together is the table of pairs.
func (p *Page) together() table {
	t := table{Title: "Together", Heads: []string{"", "documents", "times chance", "G²"}}
	for i := range p.Pairs {
		r := &p.Pairs[i]
		name := given(page.Cut(r.A.Text, mostLabel/2) + " + " + page.Cut(r.B.Text, mostLabel/2))
		t.Rows = append(t.Rows, []cell{name, text(page.Count(r.Documents)), text(several(r.By)), text(page.Count(int64(r.G2 + .5)))})
	}
	return t
}
