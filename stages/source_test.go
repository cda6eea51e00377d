package stages

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

// What is given names files, in a pattern all of them, or is an error; a numbered set is whole.
func TestResolve(t *testing.T) {
	inputs := cases.Read(t, "testdata/cases.txt", "inputs", 4)
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
	for _, c := range inputs {
		in := Input{Name: "in", Doc: "d", Schema: "s", Files: strings.FieldsFunc(c[0], func(r rune) bool { return r == '|' })}
		sources, err := in.Resolve(nil, []string{c[1]})
		got := fmt.Sprint(err)
		if err == nil {
			got = strings.Join(sources[0].Files, " ")
		}
		if fmt.Sprint(exitCode(err)) != c[2] || err == nil && got != c[3] || !strings.Contains(got, c[3]) {
			t.Errorf("%q: exit code %d, %s; want %s, %s", c[1], exitCode(err), got, c[2], c[3])
		}
	}
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
		if _, err := (Input{}).Resolve(nil, []string{"closed/*.txt"}); exitCode(err) != ExitInput || !strings.Contains(err.Error(), "permission denied") {
			t.Error(err)
		}
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
