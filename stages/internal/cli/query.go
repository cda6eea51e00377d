package cli

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// Query is a mode that answers a question about a folder and writes nothing: infer status FOLDER.
type Query struct {
	Name  string // the words that call it
	Doc   string // its first paragraph is the title, the others the description
	Value string // what stands for its argument in the help: FOLDER
	Do    func(ctx context.Context, value string, stdout io.Writer) error
	// JSON, where it is set, is Do for programs: with --json what it returns is printed as JSON.
	JSON func(ctx context.Context, value string) (any, error)
	// Shape is a zero value of what JSON returns, a struct whose fields have tags json and help, for --help.
	Shape any
}

// Run understands args, the arguments behind the words of Name, and does what they say.
func (q Query) Run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := []cli.Flag{&cli.BoolFlag{Name: "help-all"}}
	if q.JSON != nil {
		flags = append(flags, &cli.BoolFlag{Name: "json"})
	}
	app := &cli.App{
		Name: q.Name, Flags: flags, HideHelpCommand: true, HideVersion: true, Writer: stdout, ErrWriter: io.Discard,
		CustomAppHelpTemplate: "{{call .Metadata.help}}",
		Metadata:              map[string]any{"help": func() string { return q.help(width(stdout)) }},
		OnUsageError: func(_ *cli.Context, err error, _ bool) error {
			return fault.Usagef("%w; see %s --help", err, q.Name)
		},
		ExitErrHandler: func(*cli.Context, error) {},
		Action:         func(c *cli.Context) error { return q.answer(ctx, c, stdout) },
	}
	return app.RunContext(ctx, append([]string{q.Name}, args...))
}

func (q Query) answer(ctx context.Context, c *cli.Context, stdout io.Writer) error {
	if c.Bool("help-all") {
		_, err := io.WriteString(stdout, q.help(width(stdout)))
		return err
	}
	if c.NArg() != 1 {
		return fault.Usagef("want one %s, as in %s %s; flags go in front of it", q.Value, q.Name, q.Value)
	}
	if q.JSON == nil || !c.Bool("json") {
		return q.Do(ctx, c.Args().First(), stdout)
	}
	data, err := q.JSON(ctx, c.Args().First())
	if err != nil {
		return err
	}
	return writeJSON(stdout, data)
}

// help is what --help and --help-all print, in lines of at most width columns.
func (q Query) help(width int) string {
	first, rest := Title(q.Doc)
	t := &columns{width: width}
	t.heading(q.Name, first)
	t.examples(rest)
	t.heading("Usage", "")
	usage := q.Name + " " + q.Value
	if q.JSON != nil {
		usage = q.Name + " [--json] " + q.Value
	}
	t.paragraph(usage)
	t.heading("Flags", "")
	if q.JSON != nil {
		t.entry("--json", "print the answer as JSON")
	}
	t.entry("--help", "print this and stop")
	described := false
	for text := range strings.SplitSeq(rest, "\n\n") {
		if _, ok := example(text); ok || text == "" {
			continue
		}
		if !described {
			t.heading("Description", "")
			described = true
		}
		t.paragraph(text)
	}
	if q.Shape != nil {
		t.heading("JSON", "the fields of what --json prints")
		describeFields(t, "", reflect.TypeOf(q.Shape))
	}
	return t.String()
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// describeFields writes an entry for each field of a struct, by its name in JSON behind that of what it stands in.
func describeFields(to page, within string, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		to.entry(within+name, f.Tag.Get("help"))
		if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct {
			describeFields(to, within+name+"[].", f.Type.Elem())
		}
	}
}

// Title is the first paragraph of a doc on one line; rest is what follows.
func Title(doc string) (first, rest string) {
	first, rest, _ = strings.Cut(strings.TrimSpace(doc), "\n\n")
	return strings.Join(strings.Fields(first), " "), strings.TrimSpace(rest)
}
