package stages

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

func TestResolve(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.txt", "b.txt", "c:d.txt", "sub/x.txt", "sub/.hidden", "sub/manifest.json", "sub/deep/y.txt", "odd[1].txt"} {
		write(t, name, "x\n")
	}
	os.Mkdir("empty", 0o777)
	plain := Input{Name: "in", Doc: "d", Schema: "s"}
	for _, c := range []struct {
		in    Input
		spec  string
		files string // joined by spaces, or
		want  string // part of the message
		code  int
	}{
		{in: plain, spec: "a.txt", files: "a.txt"},
		{in: plain, spec: "c:d.txt", files: "c:d.txt"},
		{in: plain, spec: "odd[1].txt", files: "odd[1].txt"},
		{in: plain, spec: "a.txt:b.txt", files: "a.txt b.txt"},
		{in: plain, spec: "c:d.txt:b.txt", files: "c:d.txt b.txt"},
		{in: plain, spec: "*.txt", files: "a.txt b.txt c:d.txt odd[1].txt"},
		{in: plain, spec: "sub", files: "sub/x.txt"},
		{in: plain, spec: "sub/*", files: "sub/x.txt"},
		{in: Input{Files: []string{"a*", "odd*"}}, spec: ".", files: "a.txt odd[1].txt"},
		{in: Input{Files: []string{"*.parquet"}}, spec: ".", want: "no *.parquet", code: ExitInput},
		{in: plain, spec: "empty", want: "no files", code: ExitInput},
		{in: plain, spec: "none.txt", want: "no such file or folder", code: ExitInput},
		{in: plain, spec: "*.gz", want: "no file matches", code: ExitInput},
		{in: plain, spec: "a.txt:none.txt", want: "none.txt: no such file", code: ExitInput},
		{in: plain, spec: "sub:a.txt", want: "sub: is not a regular file", code: ExitInput},
		{in: plain, spec: "a.txt/b", want: "not a directory", code: ExitInput},
		{in: plain, spec: "none:", want: "want source.txt:target.txt", code: ExitUsage},
		{in: plain, spec: "[", want: "syntax error in pattern", code: ExitUsage},
		{in: plain, spec: "https://x/y", want: "is not read or written", code: ExitUsage},
		{in: plain, spec: "", want: "empty", code: ExitUsage},
	} {
		sources, err := c.in.Resolve(nil, []string{c.spec})
		if c.want != "" {
			if err == nil || !strings.Contains(err.Error(), c.want) || exitCode(err) != c.code {
				t.Errorf("%q: error %v (exit code %d), want %s (%d)", c.spec, err, exitCode(err), c.want, c.code)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.spec, err)
			continue
		}
		if got := strings.Join(sources[0].Files, " "); got != c.files {
			t.Errorf("%q: files %s, want %s", c.spec, got, c.files)
		}
		if s := sources[0]; s.Spec != c.spec || s.Pair != strings.Contains(c.spec, ".txt:") || (s.Dir != "") != (c.spec == "sub" || c.spec == ".") {
			t.Errorf("%q: %+v", c.spec, s)
		}
	}
}

func TestResolveNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.txt", "")
	write(t, "b=c.txt", "")
	in := Input{Name: "test", Named: true}
	sources, err := in.Resolve(nil, []string{"kp20k=a.txt", "in-spec=b=c.txt"})
	if err != nil || len(sources) != 2 || sources[0].Name != "kp20k" || sources[1].Files[0] != "b=c.txt" {
		t.Errorf("%+v, %v", sources, err)
	}
	if _, err := in.Resolve(nil, []string{"a/b=a.txt"}); exitCode(err) != ExitUsage {
		t.Error(err)
	}
}

// The digests of inputs come from the manifest of the stage that made them, and with --verify from the files.
func TestDigestIsTakenOver(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	if code, _, stderr := run(t, copyStage(Whole), "--lines", in, "--out", "made"); code != 0 {
		t.Fatal(stderr)
	}
	m, err := manifest.Read(nil, "made/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var d manifest.Digester
	file := "made/" + m.Outputs[0].Path
	if f, err := d.Digest(t.Context(), file); err != nil || f.SHA256 != m.Outputs[0].SHA256 || f.Rows == nil || *f.Rows != 1 {
		t.Errorf("%+v, %v", f, err)
	}
	m.Outputs[0].SHA256 = strings.Repeat("0", 64) // a wrong one shows whether the file was read
	save(t, "made/manifest.json", m)
	if f, err := new(manifest.Digester).Digest(t.Context(), file); err != nil || f.SHA256 != m.Outputs[0].SHA256 {
		t.Errorf("the file was read: %+v, %v", f, err)
	}
	var changed *manifest.ChangedError
	if _, err := (&manifest.Digester{Verify: true}).Digest(t.Context(), file); !errors.As(err, &changed) || changed.Stage != "copy" {
		t.Errorf("--verify: %v", err)
	}
}

func TestInputPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an input that the stage has not is given")
		}
	}()
	(&Task{}).Input("none")
}

func TestFoldersManifestLists(t *testing.T) {
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n"+strings.Repeat("x\n", 200)+"bad\n")
	if code, _, stderr := run(t, copyStage(Whole), "--lines", in, "--out", "made"); code != 0 {
		t.Fatal(stderr)
	}
	write(t, "made/stray.txt", "x")
	src, err := only(Input{Name: "in"}, "made")
	if err != nil || !slices.Equal(src.Files, []string{filepath.Join("made", "lines-00000-of-00001.txt")}) {
		t.Errorf("%+v, %v", src, err)
	}
}

// only is the one source that an input is given.
func only(in Input, spec string) (Source, error) {
	sources, err := in.Resolve(nil, []string{spec})
	if err != nil {
		return Source{}, err
	}
	return sources[0], nil
}
