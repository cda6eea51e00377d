package cli

import (
	"context"
	"encoding/json"
	"fmt"
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
	// Do returns the answer. It is printed as fmt prints it or, with --json, as JSON.
	Do func(ctx context.Context, value string) (answer any, err error)
	// Shape, if set, is a zero value of what Do returns, a struct whose fields have tags json and help. There is a flag --json then.
	Shape any
}

// Run understands args, the arguments behind the words of Name, and does what they say.
func (q Query) Run(ctx context.Context, args []string, stdout io.Writer) error {
	app := newApp(q.Name, stdout, q.page)
	app.HideVersion = true
	app.Flags = []cli.Flag{&cli.BoolFlag{Name: "help-all"}}
	if q.Shape != nil {
		app.Flags = append(app.Flags, &cli.BoolFlag{Name: "json"})
	}
	app.OnUsageError = func(_ *cli.Context, err error, _ bool) error {
		return usageError(err, q.Name, []string{"json", "help"})
	}
	app.Action = func(c *cli.Context) error { return q.answer(ctx, c, stdout) }
	return app.RunContext(ctx, append([]string{q.Name}, args...))
}

func (q Query) answer(ctx context.Context, c *cli.Context, stdout io.Writer) error {
	if c.Bool("help-all") {
		return show(stdout, q.page().text(width(stdout)))
	}
	if c.NArg() != 1 {
		return fault.Usagef("want one %s, as in %s %s; flags go in front of it", q.Value, q.Name, q.Value)
	}
	answer, err := q.Do(ctx, c.Args().First())
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return showJSON(stdout, answer)
	}
	return show(stdout, fmt.Sprint(answer))
}

// page is what --help and --help-all show.
func (q Query) page() page {
	title, rest := Title(q.Doc)
	commands, description := examples(rest)
	flags, shape := []entry{{"--help", "print this and stop"}}, section{Title: "JSON: the fields of what --json prints"}
	if q.Shape != nil {
		flags = append(flags, entry{"--json", "print the answer as JSON"})
		shape.Entries = fieldEntries("", reflect.TypeOf(q.Shape))
	}
	return page{q.Name, title, []section{{Title: "Examples", Lines: commands}, {Title: "Flags", Entries: flags},
		{Title: "Description", Lines: paragraphs(description)}, shape}}
}

// fieldEntries lists the fields of a struct by their JSON paths.
func fieldEntries(within string, t reflect.Type) (all []entry) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, entry{within + name, f.Tag.Get("help")})
		if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct {
			all = append(all, fieldEntries(within+name+"[].", f.Type.Elem())...)
		}
	}
	return all
}

func show(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

func showJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Title is the first paragraph of a doc on one line; rest is what follows.
func Title(doc string) (first, rest string) {
	first, rest, _ = strings.Cut(strings.TrimSpace(doc), "\n\n")
	return strings.Join(strings.Fields(first), " "), strings.TrimSpace(rest)
}
