package report

import (
	"fmt"
	"strings"
	"unicode"
)

// Text appends the first documents with their phrases as plain text; "+"
// stands before what is right.
func (p *Page) Text(b *strings.Builder) {
	for _, e := range p.first {
		fmt.Fprintf(b, "\n%s: %s\n", plain(e.ID), plain(e.Title))
		for i, g := range e.Gold {
			fmt.Fprintf(b, "  %-7s gold       %s\n", g.Kind, listed(g))
			fmt.Fprintf(b, "          predicted  %s\n", listed(e.Guessed[i]))
		}
	}
}

// listed writes phrases one after the other, with their scores if they have any.
func listed(g group) string {
	var parts []string
	for _, ph := range g.Phrases {
		s := plain(ph.Text)
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

// plain drops what could steer a terminal, and what turns the letters behind it round.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r) && r != '\u200e' && r != '\u200f' && r != '\u061c' {
			return -1
		}
		return r
	}, s)
}
