package report

import (
	"fmt"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/stages/page"
)

// view is the data of the templates: a page, with its parts as methods.
type view struct{ *Page }

// Noun is the word for a label.
func (v view) Noun() string {
	if v.Concepts {
		return "concept"
	}
	return "phrase"
}

// Nouns is its plural.
func (v view) Nouns() string { return v.Noun() + "s" }

// Known reports whether it is known how many labels are right.
func (v view) Known() bool { return v.Likely && v.All.Labels > 0 }

// Facts are the chief numbers.
func (v view) Facts() []Fact {
	all := []Fact{
		{"documents", page.Count(v.Survey.Documents), v.Unlabelled()},
		{v.Nouns(), page.Count(v.Labels), mean(v.Labels, v.Survey.Documents) + " for each document; " + v.Different() + " different"},
	}
	if v.Known() {
		all = append(all, Fact{"probably right", expected(v.All), nearest(v.All.Expected) + " of " + page.Count(v.All.Labels) + "; 95 % interval " + interval(v.All)})
	}
	if v.Concepts {
		return append(all, Fact{"without their label in the text", share(v.Absent, v.Labels), "concepts that similar indexed documents suggest"})
	}
	return append(all, Fact{"doubtful documents", page.Count(v.Doubtful()), share(v.Doubtful(), v.Survey.Documents) + "; cut: " + page.Count(v.Cut)})
}

// Unlabelled says how many documents have no label.
func (v view) Unlabelled() string {
	if v.Empty == 0 {
		return "each has a " + v.Noun()
	}
	return page.Count(v.Empty) + " without a " + v.Noun()
}

// Different is the number of different labels.
func (v view) Different() string {
	if v.More {
		return "more than " + page.Count(int64(v.Distinct))
	}
	return page.Count(int64(v.Distinct))
}

// Doubtful is the number of doubtful documents.
func (v view) Doubtful() (n int64) {
	for _, r := range v.Survey.Reasons {
		n += r.Documents
	}
	return n
}

// Charts are the charts for which there are numbers.
func (v view) Charts() (all []*page.Chart) {
	if v.Known() {
		all = append(all, v.rankChart())
	}
	if v.yearly() {
		all = append(all, v.yearChart())
	}
	return all
}

// untypical names the values of a column of which nothing is typical.
func untypical(c *survey.Column) (names []string) {
	for _, value := range c.Values {
		if len(value.Typical) == 0 {
			names = append(names, shown(value.Name))
		}
	}
	return names
}

// gallery is a section of documents.
type gallery struct {
	Title, Lead string
	Documents   []*survey.Document
}

// Galleries are the documents that are shown.
func (v view) Galleries() (all []gallery) {
	if len(v.Drawn) > 0 {
		all = append(all, gallery{"Drawn by chance", "Every document had the same chance to be here.", v.Drawn})
	}
	if v.Likely && len(v.Uncertain) > 0 {
		all = append(all, gallery{"Least certain", fmt.Sprintf("The lowest mean probability of their %s: look here first for what is wrong.", v.Nouns()), v.Uncertain})
	}
	return all
}
