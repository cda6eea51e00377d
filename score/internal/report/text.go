package report

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/stages/page"
)

// text appends the first documents with their phrases as plain text; "+" precedes right phrases.
func (p *Page) text(b *strings.Builder) {
	for _, e := range p.first {
		fmt.Fprintf(b, "\n%s: %s\n", page.Plain(e.ID), page.Plain(e.Title))
		for i, g := range e.Gold {
			fmt.Fprintf(b, "  %-7s gold       %s\n", g.Kind, listed(g))
			fmt.Fprintf(b, "          predicted  %s\n", listed(e.Guessed[i]))
		}
	}
}

// listed joins phrases, with their scores if they have any.
func listed(g group) string {
	var parts []string
	for _, ph := range g.Phrases {
		s := page.Plain(ph.Text)
		if ph.Hit {
			s = "+" + s
		}
		if ph.Scored {
			s += fmt.Sprintf(" (%.2f)", ph.Score)
		}
		parts = append(parts, s)
	}
	switch {
	case len(parts) == 0:
		return "-"
	case g.More > 0:
		parts = append(parts, fmt.Sprintf("and %d more", g.More))
	}
	return strings.Join(parts, "; ")
}
