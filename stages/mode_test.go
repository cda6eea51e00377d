package stages

import (
	"context"
	"fmt"
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

// An output is required exactly when one of the inputs and settings that it comes with is given.
func TestWhen(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	for i, c := range []struct {
		when []string
		args []string
		code int
	}{
		{nil, nil, ExitFailed},
		{[]string{"more"}, nil, 0},
		{[]string{"more"}, []string{"--more", "x=" + in}, ExitFailed},
		{[]string{"loud"}, nil, 0},
		{[]string{"more", "loud"}, []string{"--loud"}, ExitFailed},
		{[]string{"words=b"}, nil, 0},
		{[]string{"words=b"}, []string{"--words", "a,b"}, ExitFailed},
		{[]string{"batch_size"}, []string{"--batch-size", "0"}, 0},
		{[]string{"batch_size"}, nil, ExitFailed},
		{[]string{"more+loud"}, []string{"--loud"}, 0},
		{[]string{"more+loud"}, []string{"--more", "x=" + in}, 0},
		{[]string{"more+loud", "words=b"}, []string{"--more", "x=" + in, "--loud"}, ExitFailed},
		{[]string{"more+loud", "words=b"}, []string{"--words", "b"}, ExitFailed},
	} {
		s := copyStage(Whole)
		s.Outputs = append(s.Outputs, Output{Name: "never.txt", Doc: "what Run does not write", Schema: "text", When: c.when})
		out := fmt.Sprint("out", i)
		code, _, stderr := run(t, s, append([]string{"--lines", in, "--out", out, "--config", "none"}, c.args...)...)
		if code != c.code || code != 0 && !strings.Contains(stderr, "never.txt") {
			t.Errorf("when %v, %v: exit code %d, want %d\n%s", c.when, c.args, code, c.code, stderr)
		}
	}
}
