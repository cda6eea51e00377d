package stages

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// builtInStage copies the file lines of its one input, which has a default.
func builtInStage(def fs.FS) Stage[copyConfig] {
	s := copyStage(Whole)
	s.Inputs = []Input{{Name: "lines", Doc: "lines to copy", Schema: "text", Required: true, Files: []string{"lines", "more"}, Default: def}}
	s.Run = func(_ context.Context, t *Task, _ copyConfig) error {
		f, err := t.Input("lines")[0].Open("lines")
		if err != nil {
			return err
		}
		defer f.Close()
		return t.Fill("lines-*.txt", func(w io.Writer) error { _, err := io.Copy(w, f); return err })
	}
	return s
}

// What is built in is read where the flag is not given, makes a key by its names and digests, and is nothing of the disk:
// files of the same names that lie about are others.
func TestBuiltIn(t *testing.T) {
	t.Chdir(t.TempDir())
	def := fstest.MapFS{"lines": {Data: []byte("within\n")}, "more": {Data: []byte("m")}, "CARD.md": {Data: []byte("c")}}
	write(t, "lines", "on the disk\n")
	write(t, "given/lines", "within\n")
	write(t, "given/more", "m")
	key := func(out, want string, s Stage[copyConfig], args ...string) string {
		t.Helper()
		if code, _, said := run(t, s, append(args, "--out", out)...); code != 0 {
			t.Fatalf("exit code %d: %s", code, said)
		}
		if got, err := os.ReadFile(filepath.Join(out, "lines-00000-of-00001.txt")); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", out, got, err, want)
		}
		m, err := manifest.Read(nil, filepath.Join(out, manifest.Name))
		if err != nil {
			t.Fatal(err)
		}
		return m.Key
	}
	first := key("a", "within\n", builtInStage(def))
	if key("b", "within\n", builtInStage(def), "--lines", "given") != first {
		t.Error("the same files in a folder make another key")
	}
	if key("c", "on the disk\n", builtInStage(def), "--lines", ".") == first {
		t.Error("other files make the same key")
	}
	def["CARD.md"].Data = []byte("another")
	if code, _, said := run(t, builtInStage(def), "--out", "a"); code != 0 || !strings.Contains(said, "nothing to do") {
		t.Errorf("exit code %d: %s", code, said)
	}
	def["more"].Data = []byte("another")
	if key("a", "within\n", builtInStage(def), "--force") == first {
		t.Error("another file makes the same key")
	}
	m, err := manifest.Read(nil, "a/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	if in := m.Inputs[0]; in.Spec != "built-in" || len(in.Files) != 2 || in.Files[0].Path != "lines" || !in.Files[0].BuiltIn || in.Files[0].Size != 7 {
		t.Errorf("the manifest has %+v", in)
	}
}

// An input with a default need not be given, and says what is read then.
func TestBuiltInShown(t *testing.T) {
	_, described, _ := run(t, builtInStage(fstest.MapFS{}), "--describe")
	_, help, _ := run(t, builtInStage(fstest.MapFS{}), "--help")
	code, _, said := run(t, builtInStage(nil), "--out", filepath.Join(t.TempDir(), "out"))
	if !strings.Contains(described, `"required": false`) || !strings.Contains(described, `"default": "built-in"`) || !strings.Contains(help, "default: built-in") ||
		code != ExitUsage || !strings.Contains(said, "--lines is required") {
		t.Errorf("%s%s without a default: exit code %d: %s", described, help, code, said)
	}
}
