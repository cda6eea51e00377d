package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

func TestStageIsWellFormed(t *testing.T) {
	if err := stage.Validate(); err != nil {
		t.Error(err)
	}
}

// TestGolden pins every name and number of metrics.json for a made-up set, and the page without its style. Read the
// difference when the page changes; TestReport and the tests of package report check its parts.
func TestGolden(t *testing.T) {
	dir := small(t)
	out, printed, _ := done(t, "--predictions", dir, "--documents", dir, "--slots", dir, "--bins", "4")
	_, page, _ := strings.Cut(read(t, filepath.Join(out, "report.html")), "</style>")
	for name, got := range map[string]string{"metrics.json": read(t, filepath.Join(out, "metrics.json")), "summary.txt": printed, "report.html": page} {
		golden := filepath.Join("testdata", "small."+name)
		if stagetest.Update() {
			put(t, golden, got)
		}
		if want := read(t, golden); got != want {
			t.Errorf("%s differs from %s; got\n%s", name, golden, got)
		}
	}
}

func TestScoresTable(t *testing.T) {
	dir := small(t)
	out, _, _ := done(t, "--predictions", dir, "--documents", dir, "--quiet")
	rows, err := schemas.Scores.ReadAll(filepath.Join(out, "scores.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 9 {
		t.Fatalf("%d rows, want 3 documents x 3 kinds", len(rows))
	}
	first := rows[0]
	if first.TestSet != "garden" || first.ID != "a" || first.Kind != "present" || first.Predictions != 2 || first.Targets != 2 {
		t.Errorf("first row %+v", first)
	}
	if at := first.At5; at.Hits != 1 || at.P != 1./5 || at.R != 1./2 {
		t.Errorf("at 5: %+v", at)
	}
}

// TestReport: the page holds the texts of the data, escaped, and loads nothing from elsewhere.
func TestReport(t *testing.T) {
	dir := small(t)
	out, _, _ := done(t, "--predictions", dir, "--documents", dir, "--slots", dir, "--quiet")
	page := read(t, filepath.Join(out, "report.html"))
	for _, want := range []string{"<h1>garden</h1>", "watering tomato plants", "&lt;script&gt;", "Reliability", "Over-estimation", "macro_with_targets", "over 2 documents", `<input type="search"`, "more columns", "we <mark class=\"gold\">water</mark> &lt;digit&gt; <mark class=\"right\">tomato plants</mark> each <mark class=\"guess\">morning</mark>", "2 repeated or invalid predictions left out"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	if n := strings.Count(page, "<script"); n != 1 || !strings.Contains(page, "\n<script>\n") {
		t.Errorf("%d scripts, want the page's own alone", n)
	}
	for _, no := range []string{"http:", "https:", "src=", "ZgotmplZ", "NaN", "%!", "<no value>"} {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %q", no)
		}
	}
}

// TestSameBytes: neither threads nor a second run change a byte.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	var src, trg, pred strings.Builder
	for i := range 700 { // more than a few batches
		src.WriteString("plants and seeds <eos> " + strings.Repeat("leaf ", i%7) + "compost root\n")
		trg.WriteString([]string{"root;soil\n", "compost\n", "seed;plants;water\n"}[i%3])
		pred.WriteString([]string{"root;leaf\n", "\n", "plant;soil;seeds;seeds\n", "water\n", "compost;roots\n"}[i%5])
	}
	documents := put(t, filepath.Join(dir, "x_src.txt"), src.String()) + ":" + put(t, filepath.Join(dir, "x_trg.txt"), trg.String())
	predictions := put(t, filepath.Join(dir, "p.txt"), pred.String())
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
