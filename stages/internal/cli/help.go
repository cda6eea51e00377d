package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// page is what --help, --help-all and --man show.
type page struct {
	Name, Doc string
	sections  []section
}

// section is a part of a page: a heading, and lines, paragraphs or entries.
type section struct {
	Title, Note string // Note may be empty
	Lines       []string
	Paragraphs  []string
	Entries     []entry
}

// entry is a name with what it means.
type entry struct{ Name, Text string }

// Sections returns those that hold something.
func (p page) Sections() []section {
	return slices.DeleteFunc(slices.Clone(p.sections), func(s section) bool { return len(s.Lines)+len(s.Paragraphs)+len(s.Entries) == 0 })
}

// page describes the program: a screen with examples and the usual flags, or everything.
func (p *Program) page(all bool) page {
	modes := section{Title: "Modes"}
	for _, m := range p.Modes {
		modes.Note = fmt.Sprintf("other jobs of this program; for their help: %s --help", p.Modes[0].Command)
		modes.Entries = append(modes.Entries, entry{m.Command, m.Doc})
	}
	usage := section{Title: "Usage", Lines: []string{p.usage()}}
	if all {
		sections := []section{usage, {Title: "Description", Paragraphs: paragraphs(p.Details)}, modes}
		return page{p.Stage, p.Doc, append(append(sections, p.explained()...), p.installation())}
	}
	flags := section{Title: "Flags"}
	for _, f := range p.flags() {
		if p.usual(f) {
			flags.Entries = append(flags.Entries, f.entry())
		}
	}
	more := fmt.Sprintf("%s --help-all describes the program and every setting; --man is the same as a manual page.", p.Stage)
	return page{p.Stage, p.Doc, []section{{Title: "Examples", Lines: examples(p.Details)}, usage, modes, flags, {Title: "More", Lines: []string{more}}}}
}

// explained returns every flag and preset.
func (p *Program) explained() (all []section) {
	for _, g := range p.groups() {
		s := section{Title: g.title, Note: g.note}
		for _, f := range g.flags {
			s.Entries = append(s.Entries, f.entry())
		}
		all = append(all, s)
		if g.title == layers {
			presets := section{Title: "Presets", Note: "named by --preset, else by the key preset of pipeline.yaml"}
			for _, preset := range p.Presets {
				presets.Entries = append(presets.Entries, entry{preset.Name, preset.Doc})
			}
			all = append(all, presets)
		}
	}
	return all
}

func (p *Program) installation() section {
	name := p.binary()
	return section{Title: "Installation", Note: "completion in a shell, and the manual page", Entries: []entry{
		{"bash", fmt.Sprintf(`eval "$(%s --completion bash)" in ~/.bashrc`, name)},
		{"zsh", fmt.Sprintf(`eval "$(%s --completion zsh)" in ~/.zshrc, after compinit`, name)},
		{"fish", fmt.Sprintf("%[1]s --completion fish > ~/.config/fish/completions/%[1]s.fish", name)},
		{"man", fmt.Sprintf("%s --man > ~/.local/share/man/man1/%s.1", p.Stage, dashed(p.Stage))},
	}}
}

// usage returns the command line in short.
func (p *Program) usage() string {
	words := []string{p.Stage}
	for _, in := range p.Inputs {
		word := in.flag().entry().Name
		if !in.Required {
			word = "[" + word + "]"
		}
		if in.flag().Many {
			word += "..."
		}
		words = append(words, word)
	}
	if !p.Answers {
		words = append(words, "--out FOLDER")
	}
	return strings.Join(append(words, "[settings]"), " ")
}

// usual reports whether --help shows a flag; --help-all shows every one.
func (p *Program) usual(f Flag) bool {
	usual := []string{"--out", "--force", "--threads"}
	if len(p.Presets) > 0 {
		usual = append(usual, "--preset")
	}
	for _, in := range p.Inputs {
		usual = append(usual, in.Flag)
	}
	return slices.Contains(usual, f.Flag) || slices.Contains(p.Usual, strings.ReplaceAll(f.name(), "-", "_"))
}

// paragraphs splits a doc at its blank lines, each part on one line.
func paragraphs(doc string) (all []string) {
	for text := range strings.SplitSeq(doc, "\n\n") {
		if words := strings.Fields(text); len(words) > 0 {
			all = append(all, strings.Join(words, " "))
		}
	}
	return all
}

// examples returns the commands in the paragraphs that begin with Example.
func examples(doc string) (commands []string) {
	for _, text := range paragraphs(doc) {
		if what, command, ok := strings.Cut(text, ": "); ok && strings.HasPrefix(what, "Example") {
			commands = append(commands, command)
		}
	}
	return commands
}

// helpTemplate lays out a page as plain text. wrap, of urfave/cli, breaks a text into lines and sets in all but the first.
const helpTemplate = `{{wrap (print .Name ": " .Doc) 0}}
{{range .Sections}}
{{if .Note}}{{wrap (print .Title ": " .Note) 0}}{{else}}{{.Title}}{{end}}
{{range .Lines}}  {{wrap . 2}}
{{end}}{{range $i, $text := .Paragraphs}}{{if $i}}
{{end}}  {{wrap $text 2}}
{{end}}{{range .Entries}}{{if gt (len .Name) 26}}  {{.Name}}
{{printf "%30s" ""}}{{else}}{{printf "  %-28s" .Name}}{{end}}{{wrap .Text 30}}
{{end}}{{end}}`

// manTemplate lays out a page in the man(7) macros. The page that urfave/cli makes would list the flags without their groups and
// values, and lose every word in angle brackets.
const manTemplate = `.TH {{roff (upper (dashed .Name))}} 1
.nh
.ad l
.SH NAME
{{roff (dashed .Name)}} \- {{roff .Doc}}
{{range .Sections}}.SH {{roff (upper .Title)}}
{{if .Note}}.PP
{{roff (print (upper (slice .Note 0 1)) (slice .Note 1))}}.
{{end}}{{range .Lines}}.PP
{{roff .}}
{{end}}{{range .Paragraphs}}.PP
{{roff .}}
{{end}}{{range .Entries}}.TP
.B {{roff .Name}}
{{roff .Text}}
{{end}}{{end}}`

// text returns the page in lines of at most width columns.
func (p page) text(width int) string {
	var b strings.Builder
	cli.HelpPrinterCustom(&b, helpTemplate, p, map[string]any{"wrapAt": func() int { return width }})
	return b.String()
}

// manual returns the page as a manual page.
func (p page) manual() string {
	var b strings.Builder
	cli.HelpPrinterCustom(&b, manTemplate, p, map[string]any{"roff": roff, "upper": strings.ToUpper, "dashed": dashed})
	return b.String()
}

// dashed is the name of the manual page: train-refit of train refit.
func dashed(command string) string { return strings.ReplaceAll(command, " ", "-") }

// roff escapes text so that man reads no commands in it: no line begins with a dot or a quote, and no dash is a hyphen.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "~", `\(ti`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`).Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	return text
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
