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

// modes runs one of three modes.
func modes(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	twice := copyStage(Whole)
	twice.Name = "copy twice"
	var out, said strings.Builder
	code = Execute(t.Context(), []Mode{copyStage(Whole), twice, asking("copy ask")}, args, &out, &said)
	return code, out.String(), said.String()
}

// The first mode runs unless the second word of another's name comes first, and its help names the others.
func TestModes(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--lines", in, "--out", "a"}, 0, "stage=copy"},
		{[]string{"twice", "--lines", in, "--out", "b"}, 0, `stage="copy twice"`},
		{[]string{"ask", "x"}, 0, "folder x"},
		{[]string{"ask", "--json", "x"}, 0, `"folder": "x"`},
		{[]string{"ask", "--help"}, 0, "the fields of what --json prints"},
		{[]string{"ask"}, ExitUsage, "want one FOLDER"},
		{[]string{"ask", "x", "y"}, ExitUsage, "want one FOLDER"},
		{[]string{"--help"}, 0, "copy twice"},
		{[]string{"twise", "--lines", in, "--out", "c"}, ExitUsage, "there is no mode twise; did you mean twice?"},
		{[]string{"--lines", in, "twice", "--out", "c"}, ExitUsage, "there is no mode twice"},
	} {
		code, stdout, stderr := modes(t, c.args...)
		if code != c.code || !strings.Contains(stdout+stderr, c.says) {
			t.Errorf("%v: exit code %d, want %d and %q\n%s%s", c.args, code, c.code, c.says, stdout, stderr)
		}
	}
	if got := read(t, "b/manifest.json"); !strings.Contains(got, `"stage": "copy twice"`) {
		t.Errorf("the manifest does not name the mode:\n%s", got)
	}
	if _, help, _ := modes(t, "twice", "--help"); strings.Contains(help, "copy ask") {
		t.Error("the help of a mode names the others")
	}
}

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

// A flag that moved says where to.
func TestMoved(t *testing.T) {
	s := copyStage(Whole)
	s.Moved = map[string]string{"twice": "it is a mode of its own, copy twice"}
	if code, _, stderr := run(t, s, "--twice"); code != ExitUsage || !strings.Contains(stderr, "there is no flag --twice any more: it is a mode of its own, copy twice") {
		t.Errorf("exit code %d\n%s", code, stderr)
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

// A stage that answers has no folder, and needs no --out.
func TestAnswer(t *testing.T) {
	s := streamStage()
	s.Layout, s.Outputs = Answer, []Output{{Name: s.Outputs[0].Name, Doc: "x", Schema: "text", Stream: true}}
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	code, stdout, stderr := run(t, s, "--lines", in, "--config", "none")
	if code != 0 || stdout != "one\n" {
		t.Errorf("exit code %d: %q\n%s", code, stdout, stderr)
	}
	for _, flag := range []string{"--out=x", "--force", "--verify"} {
		if code, _, stderr := run(t, s, "--lines", in, flag); code != ExitUsage || !strings.Contains(stderr, "there is no flag --"+strings.TrimPrefix(strings.TrimSuffix(flag, "=x"), "--")) {
			t.Errorf("%s: exit code %d\n%s", flag, code, stderr)
		}
	}
}
