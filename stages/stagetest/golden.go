package stagetest

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wrone2set/wrone2set/stages"
)

// update is the flag -update of a test binary: it rewrites the goldens with the actual output.
var update = flag.Bool("update", false, "rewrite goldens")

// Update reports whether -update was given.
func Update() bool { return *update }

// Golden runs the stage on every txtar archive that matches glob, each as a subtest. An archive reads
//
//	any remark
//	$ --train pool.jsonl --batch-size 7
//	-- pool.jsonl --
//	{"id": …}
//	-- out/train-00000-of-00001.parquet --
//	{"ID": …}
//	-- exit --
//	0
//	-- stderr --
//	texts that stderr contains, one per line
//
// Files outside out/ exist before the run, in its working folder. Those in out/ are exactly the expected output,
// except for manifests. exit may be left out if it is 0. Codecs convert files to text; a file without a codec is text.
// The stage runs twice, with one thread and with three, and both outputs must be equal to the byte.
func Golden[C any](t *testing.T, s stages.Stage[C], glob string, codecs ...Codec) {
	archives, err := filepath.Glob(glob)
	if err != nil || len(archives) == 0 {
		t.Fatalf("no golden is called %s (%v)", glob, err)
	}
	for _, file := range archives {
		file, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { golden(t, s, file, codecs) })
	}
}

func golden[C any](t *testing.T, s stages.Stage[C], file string, codecs []Codec) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	want := map[string]string{}
	for _, f := range archive.Files {
		switch {
		case strings.HasPrefix(f.Name, "out/"), f.Name == "exit", f.Name == "stderr":
			want[f.Name] = string(f.Data)
		default:
			place(t, f, codecs)
		}
	}
	args := arguments(string(archive.Comment))
	r := Run(t, s, append(slices.Clone(args), "--threads", "1", "--out", "out")...)
	if again := Run(t, s, append(slices.Clone(args), "--threads", "3", "--out", "again")...); again.Code != r.Code {
		t.Errorf("exit code %d with one thread, %d with three", r.Code, again.Code)
	}
	got := map[string]string{"exit": strconv.Itoa(r.Code) + "\n"}
	if r.Code == stages.ExitDone {
		Equal(t, "out", "again")
		decode(t, got, codecs)
	} else if _, err := os.Stat("out/manifest.json"); err == nil {
		t.Errorf("exit code %d and a finished output", r.Code)
	}
	if *update {
		rewrite(t, file, archive, got)
		return
	}
	compare(t, want, got, r)
}

// arguments collects the words of the lines that begin with $.
func arguments(comment string) (args []string) {
	for line := range strings.Lines(comment) {
		if rest, ok := strings.CutPrefix(line, "$"); ok {
			args = append(args, strings.Fields(rest)...)
		}
	}
	return args
}

func place(t *testing.T, f txtar.File, codecs []Codec) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.Name), 0o777); err != nil {
		t.Fatal(err)
	}
	var err error
	if c, ok := codec(codecs, f.Name); ok {
		err = c.Encode(f.Name, f.Data)
	} else {
		err = os.WriteFile(f.Name, f.Data, 0o666)
	}
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
}

func decode(t *testing.T, got map[string]string, codecs []Codec) {
	t.Helper()
	for name, data := range files(t, "out", nil) {
		if c, ok := codec(codecs, name); ok {
			var err error
			if data, err = c.Decode(filepath.Join("out", name)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		got["out/"+name] = text(data)
	}
}

// text returns data in a form that an archive can store: the last line ends with a newline.
func text(data []byte) string {
	if s := string(data); s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return string(data) + "\n"
}

func compare(t *testing.T, want, got map[string]string, r Result) {
	t.Helper()
	if want["exit"] == "" {
		want["exit"] = "0\n"
	}
	for line := range strings.Lines(want["stderr"]) {
		if !strings.Contains(r.Stderr, strings.TrimSpace(line)) {
			t.Errorf("stderr does not hold %q", strings.TrimSpace(line))
		}
	}
	delete(want, "stderr")
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s:\n%s", name, difference(want[name], got[name]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is not expected:\n%s", name, got[name])
		}
	}
	if t.Failed() {
		t.Logf("stderr:\n%s(go test -update accepts what came out)", r.Stderr)
	}
}

// difference shows the first line in which two texts differ.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		var a, b string
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b || i >= len(w) || i >= len(g) {
			return "line " + strconv.Itoa(i+1) + "\n want " + a + "\n  got " + b
		}
	}
	return ""
}

func rewrite(t *testing.T, file string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
		return strings.HasPrefix(f.Name, "out/") || f.Name == "exit"
	})
	if got["exit"] == "0\n" {
		delete(got, "exit")
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got[name])})
	}
	if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
		t.Fatal(err)
	}
}
