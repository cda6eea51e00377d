package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestSpark, TestRay, TestDuckDB and TestBeam let them label documents by an Arrow stream, and compare with the files of a
// run.
func TestSpark(t *testing.T) { cluster(t, "SPARK_PYTHON", "pyspark", "spark.py") }

func TestRay(t *testing.T) { cluster(t, "RAY_PYTHON", "ray[data]", "rays.py") }

func TestDuckDB(t *testing.T) { cluster(t, "DUCKDB_PYTHON", "duckdb and pyarrow", "duck.py") }

func TestBeam(t *testing.T) { cluster(t, "BEAM_PYTHON", "apache-beam and pyarrow", "beams.py") }

func cluster(t *testing.T, variable, wanted, script string) {
	python := os.Getenv(variable)
	if python == "" {
		t.Skipf("%s names no Python that has %s: see stages/python/README.md", variable, wanted)
	}
	var rows []asked
	for i, d := range randomDocuments(100) {
		r := asked{int64(i), strings.Join(d.Title, " "), strings.Join(d.Body, " ")}
		switch i % 20 {
		case 7:
			r.title, r.text = nil, nil
		case 8:
			r.text = nil
		}
		rows = append(rows, r)
	}
	model, dir := modelDir(t), t.TempDir()
	documents, out := filepath.Join(dir, "a.jsonl"), filepath.Join(dir, "out.jsonl")
	save(t, documents, func(f *os.File) error {
		e := json.NewEncoder(f)
		for _, r := range rows {
			if err := e.Encode(map[string]any{"id": r.id, "title": r.title, "abstract": r.text}); err != nil {
				return err
			}
		}
		return nil
	})
	p := stagetest.Program{Stage: "infer", Args: []string{"--model", model, "--threads", "1"}}
	child := p.Command(t, "-")
	cmd := exec.Command(python, append([]string{filepath.Join("../stages/python", script), documents, out}, child.Args...)...)
	cmd.Env = child.Env
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	got := strings.Split(strings.TrimSpace(string(readFile(t, out))), "\n")
	want := expected(t, model, rows)
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i, line := range got {
		if !sameNumbers(line, want[i]) {
			t.Errorf("row %d is\n%s\nwant\n%s", i, line, want[i])
		}
	}
}

// sameNumbers is sameJSON for a writer that shows numbers of 32 bits with the digits of 64.
func sameNumbers(a, b string) bool {
	round := func(line string) (v any) {
		if json.Unmarshal([]byte(line), &v) != nil {
			return fmt.Errorf("not JSON: %s", line)
		}
		return rounded(v)
	}
	x, err := json.Marshal(round(a))
	y, other := json.Marshal(round(b))
	return err == nil && other == nil && string(x) == string(y)
}

// rounded makes the numbers in v such of 32 bits.
func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		return float32(v)
	case []any:
		for i := range v {
			v[i] = rounded(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = rounded(v[k])
		}
	}
	return v
}
