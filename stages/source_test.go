package stages

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// resolved is what an input makes of what it is given.
type resolved struct {
	in    Input
	spec  string
	files string // joined by spaces, or
	want  string // part of the message
	code  int
}

// resolve holds an input against a table; prefix stands before every spec and file.
func resolve(t *testing.T, at *store.Store, prefix string, table []resolved) {
	t.Helper()
	for _, c := range table {
		sources, err := c.in.Resolve(at, []string{prefix + c.spec})
		switch {
		case c.want != "":
			if err == nil || !strings.Contains(err.Error(), c.want) || exitCode(err) != c.code || strings.Contains(err.Error(), "hush") {
				t.Errorf("%q: %v (exit code %d), want %s (%d)", c.spec, err, exitCode(err), c.want, c.code)
			}
		case err != nil:
			t.Errorf("%q: %v", c.spec, err)
		case strings.ReplaceAll(strings.Join(sources[0].Files, " "), prefix, "") != c.files:
			t.Errorf("%q: %v, want %s", c.spec, sources[0].Files, c.files)
		}
	}
}

// What is given names files, in a pattern all of them, or is an error; a numbered set is whole.
func TestResolve(t *testing.T) {
	t.Chdir(t.TempDir())
	for name := range strings.FieldsSeq(`a.txt b.txt c:d.txt b=c.txt sub/x.txt sub/.hidden sub/manifest.json sub/deep/y.txt odd[1].txt
		plain/a.txt plain/b.txt plain/.hidden.txt plain/sub/c.txt plain/sub/.git/d.txt dangling/a.txt loop/a.txt deep/a/x.txt
		whole/l-00000-of-00002.txt whole/l-00001-of-00002.txt whole/m-00000-of-00001.txt
		gap/l-00000-of-00004.txt gap/l-00001-of-00004.txt gap/l-00003-of-00004.txt torch/l-0001-of-0002.txt torch/l-0002-of-0002.txt
		one/l-00001-of-00003.txt one/m-00000-of-00001.txt long/l-00009-of-00020.txt closed/a.txt`) {
		write(t, name, "x\n")
	}
	links := errors.Join(os.MkdirAll("empty", 0o777), os.MkdirAll("deep/d", 0o777), os.Symlink("none", "dangling/b.txt"), os.Symlink("b.txt", "loop/b.txt"),
		os.Symlink("a", "deep/b"), os.Symlink("none", "deep/c"), os.Symlink("none", "deep/d/x.txt"))
	if links != nil {
		t.Skip(links)
	}
	plain := Input{Name: "in", Doc: "d", Schema: "s"}
	resolve(t, nil, "", []resolved{
		{in: plain, spec: "a.txt", files: "a.txt"},
		{in: plain, spec: "c:d.txt", files: "c:d.txt"},
		{in: plain, spec: "odd[1].txt", files: "odd[1].txt"},
		{in: plain, spec: "a.txt:b.txt", files: "a.txt b.txt"},
		{in: plain, spec: "c:d.txt:b.txt", files: "c:d.txt b.txt"},
		{in: plain, spec: "*.txt", files: "a.txt b.txt b=c.txt c:d.txt odd[1].txt"},
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
		{in: plain, spec: "plain/*", files: "plain/a.txt plain/b.txt"},
		{in: plain, spec: "plain/**", files: "plain/a.txt plain/b.txt plain/sub/c.txt"},
		{in: plain, spec: "plain/**/*.txt", files: "plain/a.txt plain/b.txt plain/sub/c.txt"},
		{in: plain, spec: "./plain/{a,b}.txt", files: "plain/a.txt plain/b.txt"},
		{in: plain, spec: "deep/[ab]/*.txt", files: "deep/a/x.txt deep/b/x.txt"},
		{in: plain, spec: "none/*.txt", want: "no file matches", code: ExitInput},
		{in: plain, spec: "dangling/*.txt", want: "dangling/b.txt: no such file", code: ExitInput},
		{in: plain, spec: "dangling/{a,b}.txt", want: "dangling/b.txt: no such file", code: ExitInput},
		{in: plain, spec: "deep/*/x.txt", want: "deep/d/x.txt: no such file", code: ExitInput},
		{in: plain, spec: "loop/*.txt", want: "loop/b.txt: too many levels of symbolic links", code: ExitInput},
		{in: plain, spec: "whole/*.txt", files: "whole/l-00000-of-00002.txt whole/l-00001-of-00002.txt whole/m-00000-of-00001.txt"},
		{in: plain, spec: "whole/l-*1-of-*.txt", files: "whole/l-00001-of-00002.txt"},
		{in: plain, spec: "torch/*.txt", files: "torch/l-0001-of-0002.txt torch/l-0002-of-0002.txt"},
		{in: plain, spec: "gap/*.txt", want: "gap/*.txt: 1 of 4 files of a set are missing: l-00002-of-00004.txt; add them", code: ExitInput},
		{in: plain, spec: "gap", want: "gap: 1 of 4 files of a set are missing: l-00002-of-00004.txt", code: ExitInput},
		{in: plain, spec: "one/*", want: "2 of 3 files of a set are missing: l-00000-of-00003.txt, l-00002-of-00003.txt;", code: ExitInput},
		{in: plain, spec: "long/*", want: "19 of 20 files of a set are missing: l-00000-of-00020.txt, l-00001-of-00020.txt, l-00002-of-00020.txt, …;", code: ExitInput},
		{in: plain, spec: "gap/l-00001-of-00004.txt", files: "gap/l-00001-of-00004.txt"},
	})
	named := Input{Name: "test", Named: true}
	sources, err := named.Resolve(nil, []string{"kp20k=a.txt", "in-spec=b=c.txt", "pair=a.txt:b.txt", "dir=sub"})
	if err != nil || sources[0].Name != "kp20k" || sources[1].Files[0] != "b=c.txt" || !sources[2].Pair || sources[0].Pair || sources[3].Dir == "" || sources[0].Dir != "" {
		t.Errorf("%+v, %v", sources, err)
	}
	if _, err := named.Resolve(nil, []string{"a/b=a.txt"}); exitCode(err) != ExitUsage {
		t.Error(err)
	}
	// A folder that may not be read is the user's to open.
	if err := os.Chmod("closed", 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod("closed", 0o777)
	if _, err := os.ReadDir("closed"); err != nil {
		resolve(t, nil, "", []resolved{{in: plain, spec: "closed/*.txt", want: "permission denied", code: ExitInput}})
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
