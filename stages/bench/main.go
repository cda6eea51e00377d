// Program bench runs the benchmarks of the module and prints one table of their
// results in this run, with the named figures first and all others below:
//
//	go run ./stages/bench [-out run/bench.json] [-count 3] [-benchtime 0.3s]
//
//	go test -bench ─► benchmark lines ─┬─► run/bench.txt
//	                                   └─ read ─► result ─ table ─► rows ─┬─► table on the standard output
//	                                                                      └─► run/bench.json
//
// Every benchmark runs -count times; the fastest run counts. A named figure whose
// benchmark did not run or failed is marked as missing in the table and left out of
// the file. After a failure the exit code is 1.
//
// The benchmarks are Go's own. bench.txt has the lines of go test unchanged, for
// every run: benchstat of golang.org/x/perf compares those of two commits. The
// table has these figures:
//
//	peak/fma/N         BenchmarkPeak/fma/N of stages/nn/kernel
//	gemm/MxNxK/N       BenchmarkMul/KIND/MxNxK/N of stages/nn/kernel, KIND NT or TN
//	train/paper/step/… BenchmarkStep/PRECISION of train/internal/machine, seconds per operation
//	infer/paper/…      BenchmarkPaper/… of stages/label, documents/s
//	infer/arrow/stream BenchmarkArrow/stream of infer, documents/s; the note has its share of the rate of files
//	infer/startup      BenchmarkStartup of infer, seconds per operation
//	storage/s3         BenchmarkStorage/s3 of infer, documents/s; the note has its share of the rate of local files
//	label/…/encode     BenchmarkLabel/PRECISION/encode of stages/model/slots, documents/s; also decode and vocabulary
//	preprocess/pool    BenchmarkPool/CORPUS of preprocess, documents/s; the note has CORPUS
//	preprocess/memory  BenchmarkMemory of preprocess, bytes of peak memory per training document
//	score/kp20k        BenchmarkScore of score, documents/s
//
// A benchmark that knows its number of useful operations reports them with
// b.ReportMetric(x, "GFLOP/s"). The share of the peak is x over the peak of the
// cores used: the number at the end of the name (gemm), or all of GOMAXPROCS.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
)

// suites are the packages in the order of their runs.
var suites = []string{
	"./stages/nn/kernel", "./stages/model/slots", "./stages/label", "./infer/...", "./train/...", "./preprocess/...", "./score/...", "./stages/data/text", "./schemas",
}

func main() {
	out := flag.String("out", "run/bench.json", "file for the figures")
	count := flag.Int("count", 3, "runs of each benchmark, of which the fastest counts")
	benchtime := flag.String("benchtime", "0.3s", "time of each run, as go test takes it")
	bench := flag.String("bench", ".", "benchmarks to run, as go test takes it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Stderr, *out, *count, *benchtime, *bench); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, stdout, stderr io.Writer, out string, count int, benchtime, bench string) error {
	var lines bytes.Buffer
	var failed []string
	for _, suite := range suites {
		fmt.Fprintln(stderr, "benchmarks of", suite)
		text, err := goTest(ctx, stderr, suite, count, benchtime, bench)
		if err != nil {
			failed = append(failed, fmt.Sprintf("%s: %v", suite, err))
		}
		lines.Write(text)
	}
	var all results
	if err := all.read(bytes.NewReader(lines.Bytes())); err != nil {
		return err
	}
	rows := table(&all)
	fmt.Fprintf(stdout, "%s, fastest of %d\n\n", machine(all.cpu), count)
	print(stdout, rows)
	if err := save(out, rows, lines.Bytes()); err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("not all benchmarks ran:\n  %s", strings.Join(failed, "\n  "))
	}
	return ctx.Err()
}

// goTest returns the output of one suite; that of a failed suite also goes to
// stderr.
func goTest(ctx context.Context, stderr io.Writer, suite string, count int, benchtime, bench string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-bench", bench, "-benchmem",
		"-count", fmt.Sprint(count), "-benchtime", benchtime, "-timeout", "30m", suite)
	cmd.Stderr = stderr
	var text bytes.Buffer
	cmd.Stdout = &text
	err := cmd.Run()
	if err != nil {
		stderr.Write(text.Bytes())
	}
	return text.Bytes(), err
}

// save writes the figures that exist as a JSON list and, beside it as .txt, the lines that they come from.
func save(path string, rows []row, lines []byte) error {
	figures := []row{}
	for _, r := range rows {
		if r.Unit != "" {
			figures = append(figures, r)
		}
	}
	data, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	raw := strings.TrimSuffix(path, filepath.Ext(path)) + ".txt"
	return errors.Join(os.WriteFile(path, append(data, '\n'), 0o666), os.WriteFile(raw, lines, 0o666))
}
