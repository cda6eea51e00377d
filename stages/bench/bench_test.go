package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the expected table")

// printed is the output of go test, shortened.
const printed = `goos: linux
goarch: amd64
pkg: github.com/wrone2set/wrone2set/stages/nn/kernel
cpu: Some CPU 3000
BenchmarkPeak/fma/1-2         	   100	   1000000 ns/op	       100.0 GFLOP/s
BenchmarkPeak/fma/1-2         	   100	    900000 ns/op	       120.0 GFLOP/s
BenchmarkPeak/fma/2-2         	   100	   1000000 ns/op	       200.0 GFLOP/s
BenchmarkMul/NT/2400x512x512/1-2 	   100	  12000000 ns/op	       100.0 GFLOP/s	       0 B/op	       0 allocs/op
BenchmarkMul/NT/2400x512x512/2-2 	   100	   6000000 ns/op	       190.0 GFLOP/s
BenchmarkMul/NN/2400x512x512/2-2 	   100	   6000000 ns/op	       180.0 GFLOP/s
BenchmarkMul/Packed/64x512x512/1-2 	 100	   6000000 ns/op	        90.0 GFLOP/s
BenchmarkPeakBytes/vnni/1-2 	 100	   6000 ns/op	        400.0 GFLOP/s
BenchmarkAttend/slots/infer-2 	 100	   6000 ns/op	        30.0 GFLOP/s
BenchmarkRows/Exp-2 	 100	   6000 ns/op	        0.9 Gelem/s
BenchmarkBroken-2 	 --- FAIL
PASS
ok  	github.com/wrone2set/wrone2set/stages/nn/kernel	1.2s
pkg: github.com/wrone2set/wrone2set/train/internal/machine
BenchmarkStep/float32-2 	 1	 5250000000 ns/op	 120.0 GFLOP/s	 100 held-MB
BenchmarkStep/bfloat16-2 	 1	 3000000000 ns/op	 210.0 GFLOP/s	 100 held-MB
pkg: github.com/wrone2set/wrone2set/stages/label
BenchmarkPaper/float32-2 	 1	 1000000 ns/op	 10.0 documents/s	 100.0 GFLOP/s
BenchmarkPaper/float32/all_slots-2 	 1	 1000000 ns/op	 8.0 documents/s
pkg: github.com/wrone2set/wrone2set/infer
BenchmarkStorage/s3-2 	 1	 1000000 ns/op	 7.0 documents/s	 0.95 local
pkg: github.com/wrone2set/wrone2set/stages/model/slots
BenchmarkLabel/int8/encode-2 	 1	 1000000 ns/op	 200.0 documents/s
BenchmarkLabel/int8/vocabulary-2 	 1	 1000000 ns/op	 500.0 documents/s
pkg: github.com/wrone2set/wrone2set/preprocess
BenchmarkPool/train_pool.jsonl.gz-2 	 1	 3000000000 ns/op	 29510 documents/s
BenchmarkMemory-2 	 1	 60000000000 ns/op	 93.5 B/document	 1000 B/op	 10 allocs/op
pkg: github.com/wrone2set/wrone2set/stages/data/text
BenchmarkStem/plain 	 1000	 72.5 ns/op
`

func TestTable(t *testing.T) {
	all := readLines(t, printed)
	if all.cpu != "Some CPU 3000" {
		t.Errorf("CPU %q", all.cpu)
	}
	rows := table(all)
	var got strings.Builder
	print(&got, rows)
	golden := filepath.Join("testdata", "table.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("table\n%s\nwant\n%s", got.String(), want)
	}
}

func TestSave(t *testing.T) {
	all := readLines(t, printed)
	path := filepath.Join(t.TempDir(), "new", "bench.json")
	if err := save(path, table(all), []byte(printed)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var figures []map[string]any
	if err := json.Unmarshal(data, &figures); err != nil {
		t.Fatal(err)
	}
	byName := map[string]map[string]any{}
	for _, f := range figures {
		byName[f["name"].(string)] = f
	}
	if f := byName["gemm/2400x512x512/2"]; f["value"] != 190.0 || f["unit"] != "GFLOP/s" || f["share"] != 0.95 || len(f) != 4 {
		t.Errorf("a product: %v", f)
	}
	if f := byName["peak/fma/1"]; f["value"] != 120.0 || len(f) != 3 {
		t.Errorf("the peak: %v", f)
	}
	if f, ok := byName["score/kp20k"]; ok {
		t.Errorf("a benchmark that did not run: %v", f)
	}
	raw, err := os.ReadFile(filepath.Join(filepath.Dir(path), "bench.txt"))
	if err != nil || string(raw) != printed {
		t.Errorf("the lines for benchstat: %v\n%s", err, raw)
	}
}

// TestNoResult covers lines that are not from a benchmark, or are incomplete.
func TestNoResult(t *testing.T) {
	for _, line := range []string{
		"", "ok  	github.com/wrone2set/wrone2set/score	1.2s", "BenchmarkX", "BenchmarkX-2 10", "BenchmarkX-2 10 5", "BenchmarkX-2 10 many ns/op", "BenchmarkX-2 10 5 B/op", "Mark 10 5 ns/op",
	} {
		if all := readLines(t, line); len(all.list) > 0 {
			t.Errorf("%q is taken for %+v", line, all.list[0])
		}
	}
}

func TestResult(t *testing.T) {
	all := readLines(t, "pkg: github.com/wrone2set/wrone2set/score\nBenchmarkA/b-c-16 10 5 ns/op 7 x 3 MB/s\nBenchmarkB/4 1 2 ns/op\n")
	a, b := all.list[0], all.list[1]
	if a.pkg != "score" || a.name != "A/b-c" || a.cores != 16 || a.metrics["ns/op"] != 5 || a.metrics["x"] != 7 || a.metrics["MB/s"] != 3 {
		t.Errorf("%+v", a)
	}
	if b.name != "B/4" || b.cores != 1 {
		t.Errorf("%+v", b)
	}
}

func readLines(t *testing.T, lines string) *results {
	t.Helper()
	all := new(results)
	if err := all.read(strings.NewReader(lines)); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestDigits(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.0123456: "0.01235", 5.25: "5.250", 117.26: "117.3", 29510.4: "29510", 1e-12: "0.000000000"} {
		if got := digits(v); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
}
