package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// TestClosedOutput: a result goes to no closed output. In place of one that was closed at the start, the runtime has the null device
// for reading and writing; a user opens it for writing.
func TestClosedOutput(t *testing.T) {
	file := func(path string, flag int) *os.File {
		f, err := os.OpenFile(path, flag, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	closed := file(filepath.Join(t.TempDir(), "closed"), os.O_RDWR|os.O_CREATE)
	closed.Close()
	for _, c := range []struct {
		name string
		to   io.Writer
		ok   bool
	}{
		{"no file", &bytes.Buffer{}, true}, {"a pipe", out, true}, {"a file", file(filepath.Join(t.TempDir(), "f"), os.O_RDWR|os.O_CREATE), true},
		{"nothing, on purpose", file(os.DevNull, os.O_WRONLY), true}, {"closed at the start", file(os.DevNull, os.O_RDWR), false}, {"closed since", closed, false},
	} {
		err := open(c.to)
		var usage *fault.UsageError
		if (err == nil) != c.ok || err != nil && !errors.As(err, &usage) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	t.Chdir(t.TempDir())
	args := []string{"--lines", "a", "--out", "-"}
	if err := sample(&Call{}).Run(t.Context(), args, file(os.DevNull, os.O_RDWR), NewConsole("copy", io.Discard, false)); err == nil {
		t.Error("a program runs for a closed output")
	}
}
