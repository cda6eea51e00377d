package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// TestOnce holds the table to the tree: the text of each fault occurs exactly once in its file, and with the fault it is Go.
func TestOnce(t *testing.T) {
	all, err := table(files)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range all {
		text, err := os.ReadFile(filepath.Join("../../..", f.file))
		if err != nil {
			t.Error(err)
			continue
		}
		faulty, err := f.in(string(text))
		if err == nil {
			_, err = parser.ParseFile(token.NewFileSet(), f.file, faulty, parser.SkipObjectResolution)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", f.area, f.title, err)
		}
		if id := f.area + f.title; seen[id] {
			t.Errorf("%s: %s: two faults of that title", f.area, f.title)
		} else {
			seen[id] = true
		}
	}
}

// module is a package whose test sees one of its two statements.
var module = map[string]string{
	"go.mod":    "module example\n\ngo 1.26\n",
	"a/a.go":    "package a\n\nfunc A(n int) (int, string) {\n\tunseen := \"x\"\n\treturn n + 1, unseen\n}\n",
	"b/b.go":    "package b\n",
	"a/wait.go": "package a\n\nimport \"time\"\n\nfunc Wait() { time.Sleep(0) }\n",
	"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {\n\tif n, _ := A(1); n != 2 {\n\t\tt.Error(n)\n\t}\n}\n" +
		"\nfunc TestWait(t *testing.T) { Wait() }\n\nfunc TestRed(t *testing.T) { t.Error(\"always\") }\n",
}

const faults = `# All that can come of a fault.

a sum is a difference
file a/a.go
tests ./a -run TestA
- n + 1
+ n - 1

another string
file a/a.go
tests ./a -run TestA
- "x"
+ "y"

the same, with a reason
file a/a.go
tests ./a -run TestA
- "x"
+ "y"
known nothing reads it

no such name
file a/a.go
tests ./a -run TestA
- n + 1
+ m + 1

no such text
file a/a.go
tests ./a -run TestA
- n + 2
+ n + 3

waits
file a/wait.go
tests ./a -run TestWait
- time.Sleep(0)
+ time.Sleep(time.Hour)

a test that always fails
file a/a.go
tests ./a -run TestRed
- n + 1
+ n - 1

a test that is not there, and a package without any
file a/a.go
tests ./a ./b -run TestNone
- n + 1
+ n - 1

one of two packages has the test
file a/a.go
tests ./a ./b -run TestA
- n + 1
+ n - 1

two lines, all tests of the package
file a/a.go
- 	unseen := "x"
- 	return n + 1, unseen
+ 	return n + 1, "x"
`

func TestVerdicts(t *testing.T) {
	dir := t.TempDir()
	for name, text := range module {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all, err := table(fstest.MapFS{"faults/area.txt": {Data: []byte(faults)}})
	if err != nil {
		t.Fatal(err)
	}
	r := runner{dir: dir, timeout: 3 * time.Second}
	var out bytes.Buffer
	results := r.all(t.Context(), &out, 2, all)
	want := []verdict{caught, survived, known, broken, stale, hangs, unsound, untested, caught, unsound}
	if len(results) != len(want) {
		t.Fatalf("%d faults, want %d", len(results), len(want))
	}
	for i, o := range results {
		if o.verdict != want[i] {
			t.Errorf("%s: %s, want %s\n%s", o.title, o.verdict, want[i], o.detail)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "a/a.go")); err != nil || string(text) != module["a/a.go"] {
		t.Errorf("the tree was touched: %v\n%s", err, text)
	}
}

func TestSummary(t *testing.T) {
	f := fault{area: "a", title: "title"}
	for _, test := range []struct {
		verdicts []verdict
		ok       bool
	}{
		{[]verdict{caught, hangs, known}, true},
		{[]verdict{caught, survived}, false},
		{[]verdict{caught, broken}, false},
		{[]verdict{stale}, false},
		{[]verdict{unsound}, false},
		{[]verdict{untested}, false},
		{[]verdict{stopped}, false},
	} {
		var results []outcome
		for _, v := range test.verdicts {
			results = append(results, outcome{fault: f, verdict: v})
		}
		var out bytes.Buffer
		if ok := summary(&out, results); ok != test.ok {
			t.Errorf("%v: %v, want %v", test.verdicts, ok, test.ok)
		}
		if last := test.verdicts[len(test.verdicts)-1]; !test.ok && !strings.Contains(out.String(), "\n"+string(last)+": a: title\n") {
			t.Errorf("%v: not named in\n%s", test.verdicts, &out)
		}
	}
}

func TestChoose(t *testing.T) {
	all := []fault{{area: "choose", title: "one", file: "stages/model/choose/pick.go"}, {area: "train", title: "two", file: "train/run.go"}}
	for _, test := range []struct {
		words []string
		want  int
	}{{nil, 2}, {[]string{"choose"}, 1}, {[]string{"two"}, 1}, {[]string{"run.go", "pick"}, 2}, {[]string{"nothing"}, 0}} {
		if got := len(choose(all, test.words)); got != test.want {
			t.Errorf("%q: %d, want %d", test.words, got, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"title\nfile a.go\n- x\n+ x\n", "two different texts"},
		{"title\n- x\n+ y\n", "wants a file"},
		{"title\nfile a.go\n+ y\n", "wants a file"},
		{"title\nfiles a.go\n- x\n", `"files"`},
		{"\n\ntitle\nfile a.go\n", "before line 5"},
	} {
		if _, err := parse("faults/a.txt", test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, want %q", test.text, err, test.want)
		}
	}
}
