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

// TestSmallByHand works the set of TestGolden out on paper.
func TestSmallByHand(t *testing.T) {
	dir := small(t)
	out, _, _ := done(t, "--predictions", dir, "--documents", dir, "--slots", dir, "--bins", "4", "--quiet")
	metrics := metricsOf(t, out)
	f1 := func(p, r float64) float64 { return 2 * p * r / (p + r) }
	for name, want := range map[string]float64{
		// present: a has "tomato plant" (hit) and "morning", of 2 targets; b nothing of 1; c nothing of 0
		"present/documents":              3,
		"present/documents_with_targets": 2,
		"present/predicted_mean":         2. / 3,
		"present/targets_mean":           1,
		"present/mae":                    1. / 3,
		"present/macro/p@5":              (1. / 5) / 3,
		"present/macro/r@5":              (1. / 2) / 3,
		"present/macro/f1@5":             f1((1./5)/3, (1./2)/3),
		"present/macro/p@M":              (1. / 2) / 3,
		"present/macro/f1@M":             f1((1./2)/3, (1./2)/3),
		"present/macro_with_targets/p@5": (1. / 5) / 2,
		"present/macro_unpadded/p@5":     (1. / 2) / 3,
		"present/mean_of_documents/f1@5": f1(1./5, 1./2) / 3,
		"present/micro/p@5":              1. / 5,
		"present/micro/r@5":              1. / 3,
		"present/micro/hits@5":           1,
		"present/micro/predictions@5":    5,
		"present/micro/targets@5":        3,
		"present/macro/p@O":              (1. / 2) / 3,
		// absent: a has "irrigation" (hit) of 1; c "seed bank" (hit) and "<script>" of 2
		"absent/macro/p@M": (1 + 1./2) / 3,
		"absent/macro/r@M": (1 + 1./2) / 3,
		// of seven phrases one repeats; "<unk> plants" is distinct but left out
		"duplication":           1. / 7,
		"all/predictions":       5,
		"all/calibration/bins":  4,
		"all/calibration/brier": (0.1*0.1 + 0.65*0.65 + 0.2*0.2 + 0.4*0.4 + 0.5*0.5) / 5,
		// bins of a quarter: {.2 miss}, {.35 hit}, {.6 hit, .5 miss}, {.9 hit}
		"all/calibration/ece": (0.2 + 0.65 + 2*(0.55-0.5) + 0.1) / 5,
		// expected hits: a "tomato plants" .9 and "morning" .2 of 2 present targets; "irrigation" .35 of 1, c .6 and .5 of 2
		"present/calibration/expected/hits": 1.1,
		"present/calibration/hits":          1,
		"present/calibration/score":         1.1 / 2,
		"present/calibration/precision":     1. / 2,
		"present/calibration/expected/p@5":  (1.1 / 5) / 3,
		"present/calibration/expected/r@5":  (1.1 / 2) / 3,
		"present/calibration/expected/f1@5": f1((1.1/5)/3, (1.1/2)/3),
		"present/calibration/expected/f1@M": f1((1.1/2)/3, (1.1/2)/3),
		"absent/calibration/expected/hits":  1.45,
		"absent/calibration/expected/p@M":   (0.35 + 1.1/2) / 3,
		"absent/calibration/expected/r@O":   (0.35 + 1.1/2) / 3,
		"absent/calibration/brier":          (0.65*0.65 + 0.4*0.4 + 0.5*0.5) / 3,
		"absent/calibration/ece":            (0.65 + 2*(0.55-0.5)) / 3,
		"slots/calibration/phrases":         12,
		// right without ∅: present half a0, a1 ("water" stems to "watering"), b0; absent half a2, b3, c2, c3; of these a1, b0, b3, c3 answered ∅
		"over_estimation/present/share": 2. / 3,
		"over_estimation/absent/share":  2. / 4,
		"over_estimation/all/share":     4. / 7,
		"over_estimation/documents/1":   2,
		"over_estimation/documents/2":   1,
	} {
		got, ok := metrics["garden/"+name]
		if !ok || got-want > 1e-7 || want-got > 1e-7 { // scores are float32
			t.Errorf("%s = %v, want %v", name, got, want)
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
