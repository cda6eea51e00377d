package stages

import (
	"context"
	"strings"
	"testing"
)

// asking is a Query that repeats its folder.
func asking(name string) Query {
	return Query{Name: name, Value: "FOLDER", Doc: "Repeats a folder.\n\nAnd no more.",
		Do:    func(_ context.Context, folder string) (any, error) { return folderAnswer{folder}, nil },
		Shape: folderAnswer{},
	}
}

type folderAnswer struct {
	Folder string `json:"folder" help:"the folder"`
}

func (a folderAnswer) String() string { return "folder " + a.Folder + "\n" }

// Modes of one program begin with its name and differ.
func TestModesAreWellFormed(t *testing.T) {
	for name, all := range map[string][]Mode{
		"other program": {copyStage(Whole), asking("paste ask")},
		"no word":       {copyStage(Whole), asking("copy")},
		"same twice":    {copyStage(Whole), asking("copy ask"), asking("copy ask")},
		"no doc":        {copyStage(Whole), Query{Name: "copy ask", Value: "X", Do: asking("copy ask").Do}},
	} {
		var out strings.Builder
		if code := Execute(t.Context(), all, []string{"--help"}, &out, &out); code != ExitFailed {
			t.Errorf("%s: exit code %d\n%s", name, code, out.String())
		}
	}
}

// TestFlagOfMode: a mode with Flag is selected by --WORD wherever it stands; another one is not.
func TestFlagOfMode(t *testing.T) {
	try := copyStage(Whole)
	try.Name, try.Flag = "copy try", true
	modes := []Mode{copyStage(Whole), try, asking("copy ask")}
	for _, args := range [][]string{{"try", "--lines", "a"}, {"--try", "--lines", "a"}, {"--lines", "a", "--try"}} {
		if m, rest := pick(modes, args); m.command() != "copy try" || strings.Join(rest, " ") != "--lines a" {
			t.Errorf("%v: %s %v", args, m.command(), rest)
		}
	}
	if m, _ := pick(modes, []string{"--ask", "folder"}); m.command() != "copy" {
		t.Errorf("--ask selects %s", m.command())
	}
}
