package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestGolden pins every name and number of metrics.json for a made-up set, the rows of scores.parquet, and the page without its style.
// Read the difference when the page changes; the tests of package report check its parts. It loads nothing from elsewhere.
func TestGolden(t *testing.T) {
	dir := small(t)
	out, printed, _ := done(t, "--predictions", dir, "--documents", dir, "--slots", dir, "--bins", "4")
	rows, err := schemas.Scores.ReadAll(filepath.Join(out, scoresFile))
	if err != nil {
		t.Fatal(err)
	}
	var scores strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&scores, "%+v\n", r)
	}
	whole := read(t, filepath.Join(out, reportFile))
	_, page, _ := strings.Cut(whole, "</style>")
	for name, got := range map[string]string{metricsFile: read(t, filepath.Join(out, metricsFile)), summaryFile: printed, reportFile: page, "scores.txt": scores.String()} {
		golden := filepath.Join("testdata", "small."+name)
		if stagetest.Update() {
			put(t, golden, got)
		}
		if want := read(t, golden); got != want {
			t.Errorf("%s differs from %s; got\n%s", name, golden, got)
		}
	}
	for _, no := range foreign {
		if strings.Contains(whole, no) {
			t.Errorf("the page holds %q", no)
		}
	}
	if n := strings.Count(page, "<script"); n != 1 || !strings.Contains(page, "\n<script>\n") {
		t.Errorf("%d scripts, want the page's own alone", n)
	}
}

// foreign is what no page holds: addresses, and numbers or texts that are none.
var foreign = []string{"http:", "https:", "src=", "ZgotmplZ", "NaN", "%!", "<no value>"}

// TestSameBytes: neither threads nor a second run change a byte.
func TestSameBytes(t *testing.T) {
	var src, trg, pred strings.Builder
	for i := range 700 { // more than a few batches
		src.WriteString("plants and seeds <eos> " + strings.Repeat("leaf ", i%7) + "compost root\n")
		trg.WriteString([]string{"root;soil\n", "compost\n", "seed;plants;water\n"}[i%3])
		pred.WriteString([]string{"root;leaf\n", "\n", "plant;soil;seeds;seeds\n", "water\n", "compost;roots\n"}[i%5])
	}
	documents := file(t, "x_src.txt", src.String()) + ":" + file(t, "x_trg.txt", trg.String())
	predictions := file(t, "p.txt", pred.String())
	var want [3]string
	for i, threads := range []string{"1", "2", "7", "2"} {
		out, _, _ := done(t, "--predictions", predictions, "--documents", documents, "--threads", threads, "--quiet")
		for f, name := range []string{"metrics.json", "scores.parquet", "report.html"} {
			got := read(t, filepath.Join(out, name))
			if i == 0 {
				want[f] = got
			} else if got != want[f] {
				t.Errorf("%s with %s threads differs", name, threads)
			}
		}
	}
}
