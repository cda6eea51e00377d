package stages

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// bench is a folder with an input, in which a stage is run again and again.
type bench struct {
	t   *testing.T
	s   Stage[copyConfig]
	in  string
	out string
}

func newBench(t *testing.T, layout Layout) *bench {
	t.Chdir(t.TempDir())
	return &bench{t, copyStage(layout), write(t, "in.txt", "one\ntwo\nthree\n"), "out"}
}

func (b *bench) run(args ...string) (int, string) {
	b.t.Helper()
	code, _, stderr := run(b.t, b.s, append([]string{"--lines", b.in, "--out", b.out}, args...)...)
	return code, stderr
}

// want runs and fails unless the exit code and a part of stderr are as wanted.
func (b *bench) want(code int, part string, args ...string) {
	b.t.Helper()
	got, stderr := b.run(args...)
	if got != code || !strings.Contains(stderr, part) {
		b.t.Errorf("%v: exit code %d, want %d with %q:\n%s", args, got, code, part, stderr)
	}
}

func (b *bench) made(args ...string) { b.t.Helper(); b.want(0, "msg=done", args...) }

func (b *bench) file() string { return filepath.Join(b.out, "lines-00000-of-00001.txt") }

// save writes a manifest or a mark.
func save(t *testing.T, name string, of interface{ Encode() ([]byte, error) }) {
	t.Helper()
	data, err := of.Encode()
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, string(data))
}

// lone fails when anything but the named entries lies in the working folder.
func (b *bench) lone(names ...string) {
	b.t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(names, e.Name()) {
			b.t.Errorf("left: %s", e.Name())
		}
	}
}

func TestManifest(t *testing.T) {
	b := newBench(t, Whole)
	b.made("--seed", "42", "--more", "x="+write(t, "more.txt", "four\n"))
	m, err := manifest.Read(nil, "out/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	if m.Stage != "copy" || m.Version != "1" || len(m.Key) != 64 || string(m.Seed) != "42" || m.Read != 4 || m.Rejects != 0 || !strings.Contains(string(m.Config), `"window": 3`) {
		t.Errorf("%+v", m)
	}
	if len(m.Inputs) != 2 || m.Inputs[1].Port != "more" || m.Inputs[1].Name != "x" || m.Inputs[1].Files[0].Path != "more.txt" {
		t.Errorf("inputs %+v", m.Inputs)
	}
	sum, _ := manifest.Sum(nil, b.file())
	st, _ := os.Stat(b.file())
	if o := m.Outputs[0]; o.SHA256 != sum || o.Size != st.Size() || !o.Mtime.Equal(st.ModTime()) || o.Rows == nil || *o.Rows != 4 {
		t.Errorf("output %+v", o)
	}
	if m.Info.Go == "" || m.Info.Threads < 1 || m.Info.PeakMemory < 1<<20 || m.Info.Seconds <= 0 {
		t.Errorf("info %+v", m.Info)
	}
}

// An attempt killed while --force cleared the folder: nothing of the half that is left is used.
func TestInPlaceHalfCleared(t *testing.T) {
	b := newBench(t, InPlace)
	b.made()
	save(t, "out/.stage.json", &manifest.Mark{Stage: "copy", Version: "1"})
	os.Remove("out/manifest.json")
	write(t, "out/state/old", "x")
	b.made()
	if _, err := os.Stat("out/state/old"); err == nil {
		t.Error("half of an old state is left")
	}
}
