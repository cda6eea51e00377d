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
//	-- stderr --
//	texts that stderr contains, one per line
//	-- exit --
//	0
//	-- out/train-00000-of-00001.parquet --
//	{"ID": …}
//
// Files outside out/ exist before the run, in its working folder. Those in out/ are exactly the expected output,
// except for manifests. exit is left out if it is 0. Codecs convert files to text; a file without a codec is text.
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
	want, said := string(txtar.Format(archive)), ""
	made := func(f txtar.File) bool { return strings.HasPrefix(f.Name, "out/") || f.Name == "exit" }
	archive.Files = slices.DeleteFunc(archive.Files, made)
	for _, f := range archive.Files {
		if f.Name == "stderr" {
			said = string(f.Data)
			continue
		}
		if err := place(t, f, codecs); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
	}
	args := arguments(string(archive.Comment))
	r := Run(t, s, append(slices.Clone(args), "--threads", "1", "--out", "out")...)
	if again := Run(t, s, append(slices.Clone(args), "--threads", "3", "--out", "again")...); again.Code != r.Code {
		t.Errorf("exit code %d with one thread, %d with three", r.Code, again.Code)
	}
	for line := range strings.Lines(said) {
		if !strings.Contains(r.Stderr, strings.TrimSpace(line)) {
			t.Errorf("stderr does not hold %q", strings.TrimSpace(line))
		}
	}
	if r.Code == stages.ExitDone {
		Equal(t, "out", "again")
		archive.Files = append(archive.Files, outputs(t, codecs)...)
	} else {
		archive.Files = append(archive.Files, txtar.File{Name: "exit", Data: []byte(strconv.Itoa(r.Code))})
		if _, err := os.Stat("out/manifest.json"); err == nil {
			t.Errorf("exit code %d and a finished output", r.Code)
		}
	}
	got := string(txtar.Format(archive))
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != want {
		t.Errorf("%s\nstderr:\n%s(go test -update accepts what came out)", difference(want, got), r.Stderr)
	}
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

// place writes a file that exists before the run.
func place(t *testing.T, f txtar.File, codecs []Codec) error {
	Write(t, ".", f.Name, string(f.Data))
	if c, ok := codec(codecs, f.Name); ok {
		return c.Encode(f.Name, f.Data)
	}
	return nil
}

// outputs are the files of the output folder as text.
func outputs(t *testing.T, codecs []Codec) (all []txtar.File) {
	t.Helper()
	found := files(t, "out", nil)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		data := found[name]
		if c, ok := codec(codecs, name); ok {
			var err error
			if data, err = c.Decode(filepath.Join("out", name)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		all = append(all, txtar.File{Name: "out/" + name, Data: data})
	}
	return all
}

// difference shows the first line in which two texts differ.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < min(len(w), len(g))-1 && w[i] == g[i] {
		i++
	}
	return "line " + strconv.Itoa(i+1) + "\n want " + w[i] + "\n  got " + g[i]
}
