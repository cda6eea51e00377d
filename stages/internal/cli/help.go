package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// page is something to read that explain fills: the text of --help, or the manual page.
type page interface {
	heading(title, note string)
	paragraph(text string)
	entry(name, text string)
}

// explain writes all that there is to say about the program.
func (p *Program) explain(to page) {
	to.heading("Usage", "")
	to.paragraph(p.usage())
	if p.Details != "" {
		to.heading("Description", "")
		for text := range strings.SplitSeq(p.Details, "\n\n") {
			to.paragraph(text)
		}
	}
	if len(p.Modes) > 0 {
		to.heading("Modes", fmt.Sprintf("other jobs of the program, each with a help of its own: %s --help", p.Modes[0].Command))
		for _, m := range p.Modes {
			to.entry(m.Command, m.Doc)
		}
	}
	for _, g := range p.groups() {
		if len(g.options) == 0 && len(g.presets) == 0 {
			continue
		}
		to.heading(g.title, g.note)
		for _, o := range g.options {
			to.entry(o.shown(), o.explained())
		}
		for _, preset := range g.presets {
			to.entry(preset.Name, preset.Doc)
		}
	}
	to.heading("Installation", "completion in a shell, and the manual page")
	for _, s := range shells() {
		to.entry(s.name, fmt.Sprintf(s.install, p.binary()))
	}
	to.entry("man", fmt.Sprintf("%s --man > ~/.local/share/man/man1/%s.1", p.Stage, p.page()))
}

// help is what --help prints, in lines of at most width columns.
func (p *Program) help(width int) string {
	t := &columns{width: width}
	t.heading(p.Stage, p.Doc)
	p.explain(t)
	return t.String()
}

// width is how wide the help is: as the terminal, within bounds.
func width(w io.Writer) int {
	const narrowest, widest = 72, 100
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			return min(max(columns, narrowest), widest)
		}
	}
	return widest
}
