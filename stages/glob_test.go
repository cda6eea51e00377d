package stages

import (
	"os"
	"strings"
	"testing"
)

// What a pattern matches is read or is an error, and a numbered set is whole.
func TestGlob(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"plain/a.txt", "plain/b.txt", "plain/.hidden.txt", "plain/sub/c.txt", "plain/sub/.git/d.txt",
		"dangling/a.txt", "loop/a.txt", "deep/a/x.txt",
		"whole/l-00000-of-00002.txt", "whole/l-00001-of-00002.txt", "whole/m-00000-of-00001.txt",
		"gap/l-00000-of-00004.txt", "gap/l-00001-of-00004.txt", "gap/l-00003-of-00004.txt",
		"torch/l-0001-of-0002.txt", "torch/l-0002-of-0002.txt",
		"one/l-00001-of-00003.txt", "one/m-00000-of-00001.txt", "long/l-00009-of-00020.txt"} {
		write(t, name, "x\n")
	}
	for link, to := range map[string]string{"dangling/b.txt": "none", "loop/b.txt": "b.txt", "deep/b": "a", "deep/c": "none"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	if err := os.MkdirAll("deep/d", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("none", "deep/d/x.txt"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		spec, files, want string
	}{
		{spec: "plain/*", files: "plain/a.txt plain/b.txt"},
		{spec: "plain/**", files: "plain/a.txt plain/b.txt plain/sub/c.txt"},
		{spec: "plain/**/*.txt", files: "plain/a.txt plain/b.txt plain/sub/c.txt"},
		{spec: "./plain/{a,b}.txt", files: "plain/a.txt plain/b.txt"},
		{spec: "deep/[ab]/*.txt", files: "deep/a/x.txt deep/b/x.txt"},
		{spec: "none/*.txt", want: "no file matches"},
		{spec: "dangling/*.txt", want: "dangling/b.txt: no such file"},
		{spec: "dangling/b*", want: "dangling/b.txt: no such file"},
		{spec: "dangling/{a,b}.txt", want: "dangling/b.txt: no such file"},
		{spec: "deep/*/x.txt", want: "deep/d/x.txt: no such file"},
		{spec: "loop/*.txt", want: "loop/b.txt: too many levels of symbolic links"},
		{spec: "whole/*.txt", files: "whole/l-00000-of-00002.txt whole/l-00001-of-00002.txt whole/m-00000-of-00001.txt"},
		{spec: "whole/l-*1-of-*.txt", files: "whole/l-00001-of-00002.txt"},
		{spec: "torch/*.txt", files: "torch/l-0001-of-0002.txt torch/l-0002-of-0002.txt"},
		{spec: "gap/*.txt", want: "gap/*.txt: 1 of 4 files of a set are missing: l-00002-of-00004.txt; add them"},
		{spec: "gap", want: "gap: 1 of 4 files of a set are missing: l-00002-of-00004.txt"},
		{spec: "one/*", want: "2 of 3 files of a set are missing: l-00000-of-00003.txt, l-00002-of-00003.txt;"},
		{spec: "long/*", want: "19 of 20 files of a set are missing: l-00000-of-00020.txt, l-00001-of-00020.txt, l-00002-of-00020.txt, …;"},
		{spec: "gap/l-00001-of-00004.txt", files: "gap/l-00001-of-00004.txt"},
	} {
		sources, err := Input{Name: "in"}.Resolve(nil, []string{c.spec})
		switch {
		case c.want != "":
			if err == nil || !strings.Contains(err.Error(), c.want) || exitCode(err) != ExitInput {
				t.Errorf("%s: %v (exit code %d), want %q", c.spec, err, exitCode(err), c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", c.spec, err)
		case strings.Join(sources[0].Files, " ") != c.files:
			t.Errorf("%s: %v, want %s", c.spec, sources[0].Files, c.files)
		}
	}
}

// A file or a folder that may not be read is the user's to open.
func TestGlobUnreadable(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in/a.txt", "x\n")
	write(t, "in/b.txt", "x\n")
	write(t, "in/sub/c.txt", "x\n")
	for _, c := range []struct{ path, spec string }{{"in/b.txt", "in/*.txt"}, {"in/sub", "in/**/*.txt"}} {
		if err := os.Chmod(c.path, 0); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(c.path, 0o777)
		if f, err := os.Open(c.path); err == nil {
			f.Close()
			t.Skip("this user may read everything")
		}
		if _, err := (Input{Name: "in"}).Resolve(nil, []string{c.spec}); exitCode(err) != ExitInput || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("%s: %v (exit code %d)", c.spec, err, exitCode(err))
		}
		os.Chmod(c.path, 0o777)
	}
}
