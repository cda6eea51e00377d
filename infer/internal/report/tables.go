package report

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages/page"
)

// Limits of tables, in rows.
const (
	mostFrequent  = 50
	mostLanguages = 12
)

// table is a table of the page. The first cell of a row is its name.
type table struct {
	Title string
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
func given(s string) cell { return cell{Text: shown(s), Given: true} }

func text(s string) cell { return cell{Text: s} }

func count(n int64) cell { return text(page.Count(n)) }

// shown cuts a name for the page.
func shown(s string) string { return page.Cut(s, mostLabel) }

// column is a column of a table over values of R: its head, whether the table has it, and its cells.
type column[R any] struct {
	head string
	has  bool
	cell func(R) cell
}

// tableOf returns a table with a row for each value.
func tableOf[R any](title string, all []R, columns []column[R]) table {
	t := table{Title: title, Rows: make([][]cell, len(all))}
	for _, c := range columns {
		if !c.has {
			continue
		}
		t.Heads = append(t.Heads, c.head)
		for i, r := range all {
			t.Rows[i] = append(t.Rows[i], c.cell(r))
		}
	}
	return t
}

// Quality are the tables of the expected share of right labels.
func (v view) Quality() (all []table) {
	if v.Known() {
		all = append(all, v.ranks())
	}
	if len(v.Survey.Reasons) > 0 {
		all = append(all, v.reasons())
	}
	if few := v.Languages[:min(len(v.Languages), mostLanguages)]; len(few) > 1 {
		all = append(all, v.groups("By language, as detected", few, len(v.Languages)-len(few)))
	}
	for _, c := range v.Columns {
		var groups []survey.Group
		for _, value := range c.Values {
			groups = append(groups, value.Group)
		}
		if c.None.Documents > 0 {
			none := c.None
			none.Name = "no value"
			groups = append(groups, none)
		}
		all = append(all, v.groups("By "+shown(c.Name), groups, c.Number-len(c.Values)))
	}
	return all
}

// groups is a table of groups, without more of them.
func (v view) groups(title string, all []survey.Group, more int) table {
	t := tableOf(title, all, []column[survey.Group]{
		{"", true, func(g survey.Group) cell {
			if g.Name == "und" {
				return text("not known")
			}
			return given(g.Name)
		}},
		{"documents", true, func(g survey.Group) cell { return count(g.Documents) }},
		{"probably right", v.Likely, func(g survey.Group) cell { return right(g.Sure) }},
		{v.Nouns() + " each", true, func(g survey.Group) cell { return text(mean(g.Labels, g.Documents)) }},
		{"doubtful", !v.Concepts, func(g survey.Group) cell { return count(g.Doubtful) }},
	})
	if more > 0 {
		t.Note = fmt.Sprintf("%s more are not shown.", page.Count(int64(more)))
	}
	return t
}

// ranks is the table of kinds and ranks.
func (v view) ranks() table {
	type named struct {
		name string
		survey.Tally
	}
	all := []named{{"all (@M)", v.All}, {"in the text", v.Present}, {"not in the text", v.Missing}}
	for i, t := range v.Ranks {
		all = append(all, named{fmt.Sprintf("rank %d", i+1), t})
	}
	t := tableOf("By place and rank", slices.DeleteFunc(all, func(n named) bool { return n.Labels == 0 }), []column[named]{
		{"", true, func(n named) cell { return text(n.name) }},
		{v.Nouns(), true, func(n named) cell { return count(n.Labels) }},
		{"probably right", true, func(n named) cell { return right(n.Tally) }},
		{"expected number", true, func(n named) cell { return text(nearest(n.Expected)) }},
	})
	t.Note = "Below each share stands its 95 % interval."
	return t
}

// right is the expected share of right labels above its interval.
func right(t survey.Tally) cell {
	if t.Labels == 0 {
		return text("–")
	}
	return cell{Text: expected(t), Small: interval(t)}
}

// reasons is the table of doubtful documents.
func (v view) reasons() table {
	t := tableOf("Doubtful documents", v.Survey.Reasons, []column[survey.Group]{
		{"", true, func(g survey.Group) cell { return given(g.Name) }},
		{"documents", true, func(g survey.Group) cell { return count(g.Documents) }},
		{"share", true, func(g survey.Group) cell { return text(share(g.Documents, v.Survey.Documents)) }},
		{v.Nouns() + " each", v.Likely, func(g survey.Group) cell { return text(mean(g.Labels, g.Documents)) }},
	})
	if v.Likely {
		t.Note = "The model was not trained for such texts: their probabilities are not to be trusted, and they count nowhere as probably right."
	}
	return t
}

// Frequent is the table of frequent labels.
func (v view) Frequent() table {
	t := tableOf("Most frequent", v.Phrases[:min(len(v.Phrases), mostFrequent)], []column[*survey.Phrase]{
		{"", true, func(f *survey.Phrase) cell {
			name := given(f.Text)
			name.Bar = float64(f.Documents) / float64(max(v.Phrases[0].Documents, 1))
			return name
		}},
		{"documents", true, func(f *survey.Phrase) cell { return count(f.Documents) }},
		{"share", true, func(f *survey.Phrase) cell { return text(share(f.Documents, v.Survey.Documents)) }},
		{"probability", v.Likely, func(f *survey.Phrase) cell { return text(probability(f.Score)) }},
		{v.span(), v.yearly(), v.line},
	})
	t.Note = fmt.Sprintf("All %s different %s were counted.", v.Different(), v.Nouns())
	if v.Floor > 0 {
		t.Note = fmt.Sprintf("Numbers are exact. All %s of %s documents or more were counted; rarer ones can be missing from the lists below.", v.Nouns(), page.Count(v.Floor))
	}
	return t
}

// yearly reports whether there are years to draw.
func (v view) yearly() bool { return len(v.Survey.Years.All) > 1 }

// span names the first and the last year; "" without years.
func (v view) span() string {
	y := v.Survey.Years.All
	if len(y) == 0 {
		return ""
	}
	return fmt.Sprintf("%d – %d", y[0], y[len(y)-1])
}

// Trends are the tables of rising and falling labels.
func (v view) Trends() (all []table) {
	for _, of := range []struct {
		title  string
		trends []survey.Trend
	}{{"Rising", v.Rising}, {"Falling", v.Falling}} {
		if len(of.trends) == 0 {
			continue
		}
		all = append(all, tableOf(of.title, of.trends, []column[survey.Trend]{
			{"", true, func(t survey.Trend) cell { return given(t.Text) }},
			{"documents", true, func(t survey.Trend) cell { return count(t.Documents) }},
			{"points a year", true, func(t survey.Trend) cell { return cell{Text: points(t.Slope), Small: "± " + points(t.Error)[1:]} }},
			{v.span(), true, func(t survey.Trend) cell { return v.line(t.Phrase) }},
		}))
	}
	return all
}

// NoTrend says why there are no trends; "" if there are, or no years.
func (v view) NoTrend() string {
	switch y := v.Survey.Years; {
	case v.Years == "":
		return ""
	case len(y.All) < 3:
		return "There are too few years for trends: at least three are needed."
	case y.Tests == 0:
		return fmt.Sprintf("No %s is frequent enough to test for a trend.", v.Noun())
	case len(v.Rising)+len(v.Falling) == 0:
		return fmt.Sprintf("No %s rises or falls more than chance would explain, among %s tested.", v.Noun(), page.Count(int64(y.Tests)))
	}
	return ""
}

// Together is the table of pairs.
func (v view) Together() table {
	return tableOf("Together", v.Pairs, []column[survey.Pair]{
		{"", true, func(r survey.Pair) cell {
			return given(page.Cut(r.A.Text, mostLabel/2) + " + " + page.Cut(r.B.Text, mostLabel/2))
		}},
		{"documents", true, func(r survey.Pair) cell { return count(r.Documents) }},
		{"times chance", true, func(r survey.Pair) cell { return text(several(r.By)) }},
		{"G²", true, func(r survey.Pair) cell { return text(nearest(r.G2)) }},
	})
}
