package cli

import (
	"fmt"
	"io"
	"strings"
)

// manual is a page in the language of man: the macros of man(7). What urfave/cli writes would have the flags without
// their groups and values, and lose every word in angle brackets.
type manual struct{ strings.Builder }

func (m *manual) heading(title, note string) {
	fmt.Fprintf(m, ".SH %s\n", roff(strings.ToUpper(title)))
	if note != "" {
		m.paragraph(strings.ToUpper(note[:1]) + note[1:] + ".")
	}
}

func (m *manual) paragraph(text string) { fmt.Fprintf(m, ".PP\n%s\n", roff(text)) }

func (m *manual) entry(name, text string) { fmt.Fprintf(m, ".TP\n.B %s\n%s\n", roff(name), roff(text)) }

// roff is text of which man takes nothing for a command: no line begins with a dot or a quote, no dash is a hyphen.
func roff(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
}

// manual prints the manual page.
func (p *Program) manual(w io.Writer) error {
	m := &manual{}
	fmt.Fprintf(m, ".TH %s 1\n.nh\n.ad l\n", roff(strings.ToUpper(p.page())))
	m.heading("Name", "")
	fmt.Fprintf(m, "%s \\- %s\n", roff(p.page()), roff(p.Doc))
	p.explain(m)
	_, err := io.WriteString(w, m.String())
	return err
}
