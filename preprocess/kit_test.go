package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// kitPair is the source:target argument of one set of the kit's texts.
func kitPair(t *testing.T, name string) string {
	texts := parity.Path(t, "..", "data", "kp20k_small")
	return filepath.Join(texts, name+"_src.txt") + ":" + filepath.Join(texts, name+"_trg.txt")
}

// execute runs the stage into a fresh folder and returns it.
func execute(t testing.TB, want int, args ...string) (out, log string) {
	t.Helper()
	out = filepath.Join(t.TempDir(), "out")
	var console bytes.Buffer
	code := stages.Execute(t.Context(), []stages.Mode{stage}, append([]string{"--out", out}, args...), &console, &console)
	if code != want {
		t.Fatalf("preprocess %s: exit code %d, want %d\n%s", strings.Join(args, " "), code, want, console.String())
	}
	return out, console.String()
}

func readTable[R any](t testing.TB, table schemas.Table[R], elem ...string) []R {
	t.Helper()
	rows, err := table.ReadAll(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func readExamples(t testing.TB, elem ...string) ([]schemas.Example, schemas.ExampleHeader) {
	t.Helper()
	r, err := schemas.OpenExamples(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	all := make([]schemas.Example, r.Len())
	for i := range all {
		if all[i], err = r.At(i); err != nil {
			t.Fatal(err)
		}
	}
	return all, r.Header()
}

// readJSON decodes a JSON file, or a line of one.
func readJSON[V any](t testing.TB, path string) (v V) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &v)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

func readLines[V any](t testing.TB, path string) (all []V) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var v V
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, v)
	}
	return all
}

// ids are the documents of a set, file by file.
func ids(t *testing.T, out, set string) (all []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(out, set+"-*.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, d := range readTable(t, schemas.Documents, f) {
			all = append(all, d.ID)
		}
	}
	return all
}

// causes are the rows that the rules left out.
func causes(t *testing.T, out string) (all []string) {
	t.Helper()
	for _, f := range readTable(t, schemas.FilteredRows, out, "filtered.parquet") {
		all = append(all, strings.TrimSpace(f.ID+": "+f.Cause+" "+f.Of))
	}
	return all
}
