package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/stages/page"
)

// inSummary is the number of frequent labels of the summary.
const inSummary = 20

// Text writes the chief numbers in words.
func (p *Page) Text(w io.Writer) error {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-16s"+format+"\n", append([]any{name}, args...)...)
	}
	line("documents", "%s, %s", page.Count(p.Survey.Documents), p.emptyNote())
	line(p.noun()+"s", "%s, %s for each document, %s different", page.Count(p.Labels), mean(p.Labels, p.Survey.Documents), p.distinct())
	switch {
	case !p.Likely:
		line("probably right", "not known: the scores are no probabilities")
	case p.All.Labels == 0:
		line("probably right", "not known: every document is doubtful")
	default:
		line("probably right", "%s, 95 %% interval %s; %s of %s", expected(&p.All), interval(&p.All), page.Count(int64(p.All.Expected+.5)), page.Count(p.All.Labels))
		var ranks []string
		for i := range p.Ranks {
			if p.Ranks[i].Labels > 0 {
				ranks = append(ranks, fmt.Sprintf("%d: %s", i+1, expected(&p.Ranks[i])))
			}
		}
		line("by rank", "%s", strings.Join(ranks, ", "))
	}
	if p.Corrected != "" {
		line("corrections", "%s", p.Corrected)
	}
	if !p.Concepts {
		var reasons []string
		for _, r := range p.Survey.Reasons {
			reasons = append(reasons, fmt.Sprintf("%s %s", page.Plain(page.Cut(r.Name, mostLabel)), page.Count(r.Documents)))
		}
		line("doubtful", "%s%s", counted(int(p.doubtful()), "document"), joined(": ", reasons))
		line("cut", "%s", counted(int(p.Cut), "document"))
	}
	list := func(name string, all []string) {
		if len(all) > 0 {
			line(name, "%s", strings.Join(all, "; "))
		}
	}
	var frequent, rising, falling, pairs []string
	for _, f := range p.Phrases[:min(len(p.Phrases), inSummary)] {
		frequent = append(frequent, fmt.Sprintf("%s %s", plain(f.Text), page.Count(f.Documents)))
	}
	for _, t := range p.Rising {
		rising = append(rising, plain(t.Text))
	}
	for _, t := range p.Falling {
		falling = append(falling, plain(t.Text))
	}
	for _, t := range p.Pairs {
		pairs = append(pairs, fmt.Sprintf("%s + %s %s", plain(t.A.Text), plain(t.B.Text), page.Count(t.Documents)))
	}
	list("most frequent", frequent)
	list("rising", rising)
	list("falling", falling)
	list("together", pairs)
	for _, c := range p.Columns {
		for i := range c.Values {
			var all []string
			for _, t := range c.Values[i].Typical {
				all = append(all, fmt.Sprintf("%s %s", plain(t.Text), page.Count(t.Inside)))
			}
			if len(all) > 0 {
				fmt.Fprintf(&b, "typical of %s %s: %s\n", plain(c.Name), plain(c.Values[i].Name), strings.Join(all, "; "))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// joined joins texts behind a beginning; "" for none.
func joined(begin string, all []string) string {
	if len(all) == 0 {
		return ""
	}
	return begin + strings.Join(all, ", ")
}

// plain makes a text of a user one for a line of a terminal.
func plain(s string) string { return page.Plain(page.Cut(s, mostLabel)) }
