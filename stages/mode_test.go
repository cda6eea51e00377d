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
