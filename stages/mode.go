package stages

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Mode is one job of a program, a [Stage] or a [Query]. The first mode of [Main] runs if the command line begins with
// a flag. Another mode runs if it begins with the second word of its name: train refit.
type Mode interface {
	// command is the words that select the mode, "train refit"; title describes it in one line.
	command() string
	title() string
	Validate() error
	flag() bool // --word selects the mode, too, wherever it stands
	// run does what args ask for. modes are those of the program.
	run(ctx context.Context, at *store.Store, con *cli.Console, modes []Mode, args []string, stdout io.Writer) error
}

// Query is a mode that answers a question about a folder and writes nothing. An error of its Do gives the same
// exit code as an error of a stage's Run.
type Query cli.Query

func (q Query) command() string { return q.Name }

func (q Query) title() string {
	first, _ := cli.Title(q.Doc)
	return first
}

func (q Query) flag() bool { return false }

// Validate reports what is wrong with the query itself.
func (q Query) Validate() error {
	if !commandForm.MatchString(q.Name) || strings.TrimSpace(q.Doc) == "" || q.Value == "" || q.Do == nil {
		return fmt.Errorf("query %q is not well formed: want a name of lower-case words, a doc, a word for its argument, and Do", q.Name)
	}
	return nil
}

func (q Query) run(ctx context.Context, _ *store.Store, _ *cli.Console, _ []Mode, args []string, stdout io.Writer) error {
	return cli.Query(q).Run(ctx, args, stdout)
}

// pick returns the mode that args select, and the remaining args.
func pick(modes []Mode, args []string) (Mode, []string) {
	if len(args) == 0 {
		return modes[0], args
	}
	for _, m := range modes[1:] {
		_, word, _ := strings.Cut(m.command(), " ")
		if word == args[0] {
			return m, args[1:]
		}
		if i := slices.Index(args, "--"+word); i >= 0 && m.flag() {
			return m, slices.Delete(slices.Clone(args), i, i+1)
		}
	}
	return modes[0], args
}

// validModes reports what is wrong with the modes of a program, singly and together.
func validModes(modes []Mode) error {
	seen := map[string]bool{}
	for i, m := range modes {
		if err := m.Validate(); err != nil {
			return err
		}
		program, word, _ := strings.Cut(m.command(), " ")
		if i > 0 && (program != modes[0].command() || word == "") || seen[word] {
			return fmt.Errorf("mode %q of %s: want %s and a word of its own", m.command(), modes[0].command(), modes[0].command())
		}
		seen[word] = true
	}
	return nil
}
