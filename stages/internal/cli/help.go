package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"
)

// page is a document that explain fills: the text of --help-all, or the manual page.
type page interface {
	heading(title, note string)
	paragraph(text string)
	entry(name, text string)
}

// explain writes the complete description of the program.
func (p *Program) explain(to page) {
	to.heading("Usage", "")
	to.paragraph(p.usage())
	if p.Details != "" {
		to.heading("Description", "")
		for text := range strings.SplitSeq(p.Details, "\n\n") {
			to.paragraph(text)
		}
	}
	p.explainModes(to)
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

// explainModes lists the other modes of the program.
func (p *Program) explainModes(to page) {
	if len(p.Modes) == 0 {
		return
	}
	to.heading("Modes", fmt.Sprintf("other jobs of this program; for their help: %s --help", p.Modes[0].Command))
	for _, m := range p.Modes {
		to.entry(m.Command, m.Doc)
	}
}

// help returns the text of --help, in lines of at most width columns: a screen with examples and the usual settings.
func (p *Program) help(width int) string {
	t := &columns{width: width}
	t.heading(p.Stage, p.Doc)
	t.examples(p.Details)
	t.heading("Usage", "")
	t.paragraph(p.usage())
	p.explainModes(t)
	t.heading("Flags", "")
	for _, o := range p.options() {
		if p.usual(o) {
			t.entry(o.shown(), o.explained())
		}
	}
	t.heading("More", "")
	t.paragraph(fmt.Sprintf("%s --help-all describes the program and every setting; --man is the same as a manual page.", p.Stage))
	return t.String()
}

// usual reports whether --help shows an option; --help-all shows every one.
func (p *Program) usual(o option) bool {
	usual := []string{"out", "force", "threads"}
	if len(p.Presets) > 0 {
		usual = append(usual, "preset")
	}
	for _, in := range p.Inputs {
		usual = append(usual, in.name())
	}
	return slices.Contains(append(usual, p.Usual...), o.name)
}

// examples writes the commands in the paragraphs of a description that begin with Example.
func (t *columns) examples(details string) {
	first := true
	for text := range strings.SplitSeq(details, "\n\n") {
		command, ok := example(text)
		if !ok {
			continue
		}
		if first {
			t.heading("Examples", "")
			first = false
		}
		t.paragraph(command)
		t.filled = false
	}
}

// example returns the command of a paragraph that begins with Example.
func example(text string) (command string, ok bool) {
	what, command, ok := strings.Cut(text, ": ")
	return command, ok && strings.HasPrefix(what, "Example")
}

// fullHelp returns the text of --help-all.
func (p *Program) fullHelp(width int) string {
	t := &columns{width: width}
	t.heading(p.Stage, p.Doc)
	p.explain(t)
	return t.String()
}

// width returns the width of the help: that of the terminal, within limits.
func width(w io.Writer) int {
	const narrowest, widest = 72, 100
	if f, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			return min(max(columns, narrowest), widest)
		}
	}
	return widest
}
