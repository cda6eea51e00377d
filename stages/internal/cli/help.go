package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/wrone2set/wrone2set/stages/internal/input"
)

// page is what --help and --help-all show.
type page struct {
	Name, Doc string
	sections  []section
}

// section is a part of a page: a heading, and lines or entries.
type section struct {
	Title   string
	Lines   []string
	Entries []entry
}

// entry is a name with what it means.
type entry struct{ Name, Text string }

// Sections returns those that hold something.
func (p page) Sections() []section {
	return slices.DeleteFunc(slices.Clone(p.sections), func(s section) bool { return len(s.Lines)+len(s.Entries) == 0 })
}

// page describes the program: a screen with examples and the usual flags, or everything.
func (p *Program) page(all bool) page {
	modes := section{Title: "Modes"}
	for _, m := range p.Modes {
		modes.Title = fmt.Sprintf("Modes: other jobs of this program; for their help: %s --help", p.Modes[0].Command)
		modes.Entries = append(modes.Entries, entry{m.Command, m.Doc})
	}
	if all {
		return page{p.Stage, p.Doc, append([]section{{Title: "Description", Lines: paragraphs(p.Details)}, modes}, p.explained()...)}
	}
	flags := section{Title: "Flags"}
	for _, f := range p.flags() {
		if p.usual(f) {
			flags.Entries = append(flags.Entries, f.entry())
		}
	}
	commands, _ := examples(p.Details)
	more := fmt.Sprintf("%s --help-all describes the program and every setting.", p.Stage)
	return page{p.Stage, p.Doc, []section{{Title: "Examples", Lines: commands}, modes, flags, {Title: "More", Lines: []string{more}}}}
}

// explained returns every flag and preset.
func (p *Program) explained() (all []section) {
	for _, g := range p.groups() {
		s := section{Title: g.title}
		for _, f := range g.flags {
			s.Entries = append(s.Entries, f.entry())
		}
		all = append(all, s)
	}
	presets := section{Title: "Presets: named by --preset, else by the key preset of pipeline.yaml"}
	for _, preset := range p.Presets {
		presets.Entries = append(presets.Entries, entry{preset.Name, preset.Doc})
	}
	return append(all, presets)
}

// usual reports whether --help shows a flag; --help-all shows every one.
func (p *Program) usual(f Flag) bool {
	ofInput := slices.ContainsFunc(p.Inputs, func(in input.Input) bool { return in.Flag() == f.Flag })
	return ofInput || slices.Contains([]string{"--out", "--force", "--threads"}, f.Flag) || f.Flag == "--preset" && len(p.Presets) > 0 ||
		slices.Contains(p.Usual, strings.ReplaceAll(f.name(), "-", "_"))
}

// paragraphs returns the paragraphs of a doc, each on one line, and an empty line between two. One that is set in keeps its lines.
func paragraphs(doc string) (lines []string) {
	for i, text := range strings.Split(strings.TrimSpace(doc), "\n\n") {
		if i > 0 {
			lines = append(lines, "")
		}
		if strings.HasPrefix(text, "    ") {
			lines = append(lines, text)
			continue
		}
		lines = append(lines, strings.Join(strings.Fields(text), " "))
	}
	return lines
}

// examples returns the commands in the paragraphs that begin with Example, and the doc without them.
func examples(doc string) (commands []string, rest string) {
	var others []string
	for text := range strings.SplitSeq(doc, "\n\n") {
		if what, command, ok := strings.Cut(text, ": "); ok && strings.HasPrefix(what, "Example") {
			commands = append(commands, strings.Join(strings.Fields(command), " "))
		} else {
			others = append(others, text)
		}
	}
	return commands, strings.Join(others, "\n\n")
}

// helpTemplate lays out a page as plain text. wrap, of urfave/cli, breaks a text into lines and sets in all but the first.
const helpTemplate = `{{wrap (print .Name ": " .Doc) 0}}
{{range .Sections}}
{{wrap .Title 0}}
{{range .Lines}}{{if .}}  {{wrap . 2}}{{end}}
{{end}}{{range .Entries}}{{if gt (len .Name) 26}}  {{.Name}}
{{printf "%30s" ""}}{{else}}{{printf "  %-28s" .Name}}{{end}}{{wrap .Text 30}}
{{end}}{{end}}`

// text returns the page in lines of at most width columns.
func (p page) text(width int) string {
	var b strings.Builder
	cli.HelpPrinterCustom(&b, helpTemplate, p, map[string]any{"wrapAt": func() int { return width }})
	return b.String()
}

// manTemplate lays out a page as the Markdown of which md2man makes a manual page.
const manTemplate = `% {{dashed .Name}} 1
# NAME
{{dashed .Name}} - {{literal .Doc}}
{{range .Sections}}
# {{literal .Title}}
{{range .Lines}}{{literal .}}
{{if .}}
{{end}}{{end}}{{range .Entries}}
**{{literal .Name}}**
: {{literal .Text}}
{{end}}{{end}}`

// manual returns the page as a manual page.
func (p page) manual() string {
	var b bytes.Buffer
	literal := strings.NewReplacer(`<`, `\<`, `*`, `\*`, `_`, `\_`, "`", "\\`", `[`, `\[`).Replace
	dashed := func(command string) string { return strings.ReplaceAll(command, " ", "-") } // train-refit for train refit
	cli.HelpPrinterCustom(&b, manTemplate, p, map[string]any{"literal": literal, "dashed": dashed})
	return string(md2man.Render(b.Bytes()))
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
