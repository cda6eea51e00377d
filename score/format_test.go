package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestUncalibrated: foreign predictions without scores, or with scores that are not probabilities, have all other measures,
// and the summary and the page say once why there is no calibration.
func TestUncalibrated(t *testing.T) {
	dir := t.TempDir()
	documents := put(t, filepath.Join(dir, "x_src.txt"), "a b <eos> c\nd <eos> e\n") + ":" + put(t, filepath.Join(dir, "x_trg.txt"), "a b\nd;f\n")
	for name, c := range map[string]struct{ predictions, says string }{
		"p.txt":          {"a b;c\nd\n", "no calibration: the predictions have no scores"},
		"bare.jsonl":     {"{\"phrases\":[\"a b\",\"c\"]}\n{\"phrases\":[\"d\"]}\n", "no calibration: the predictions have no scores"},
		"logs.jsonl":     {"{\"phrases\":[\"a b\",\"c\"],\"scores\":[1,0.5]}\n{\"phrases\":[\"d\"],\"scores\":[-2.5]}\n", "no calibration: the scores are not probabilities, one is -2.5"},
		"scored.jsonl":   {"{\"phrases\":[\"a b\",\"c\"],\"scores\":[1,0.5]}\n{\"phrases\":[\"d\"],\"scores\":[0]}\n", ""},
		"nothing.jsonl":  {"{\"phrases\":[]}\n{\"phrases\":[]}\n", "no calibration: the predictions have no scores"},
		"dropped.jsonl":  {"{\"phrases\":[\"a b\",\"a b\"],\"scores\":[1,7]}\n{\"phrases\":[\"d\"],\"scores\":[1]}\n", ""}, // a repeated one does not count
		"greater1.jsonl": {"{\"phrases\":[\"a b\"],\"scores\":[1.5]}\n{\"phrases\":[\"d\"],\"scores\":[1]}\n", "no calibration: the scores are not probabilities, one is 1.5"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		code, printed, complaints := score("--predictions", put(t, filepath.Join(dir, name), c.predictions), "--documents", documents, "--out", out)
		if code != 0 {
			t.Errorf("%s: exit %d: %s", name, code, complaints)
			continue
		}
		metrics, page := metricsOf(t, out), read(t, filepath.Join(out, "report.html"))
		ece := metrics["x/all/calibration/phrases"] > 0
		if want := c.says == ""; ece != want || strings.Contains(printed, "ECE") != want || strings.Contains(page, "Reliability") != want || strings.Contains(page, "Scores of predicted phrases") != want {
			t.Errorf("%s: calibration %v in the numbers, printed %s", name, ece, printed)
		}
		if c.says != "" && (strings.Count(printed, c.says) != 1 || strings.Count(page, "N"+c.says[1:]) != 1) {
			t.Errorf("%s: not said once: %q in\n%s", name, c.says, printed)
		}
		if metrics["x/present/macro/f1@M"] == 0 != (name == "nothing.jsonl") {
			t.Errorf("%s: present F1@M %v", name, metrics["x/present/macro/f1@M"])
		}
	}
}

// TestMarkAndLongLine: a byte order mark at the head of source, target or predictions is not part of a word, so that the
// first document's phrase stays a hit; a line of 2 MiB is read like any other. preprocess tests the
// same for its corpora.
func TestMarkAndLongLine(t *testing.T) {
	dir := t.TempDir()
	const mark = "\ufeff"
	source := "deep learning . <eos> a body\nlong <eos> " + strings.Repeat("w ", 1<<20) + "end\n"
	files := map[string]string{"s": source, "t": "deep learning;body\nend\n", "p": "deep learning;body\n" + "end;" + strings.Repeat("v ", 1<<20) + "v\n"}
	for _, marked := range []string{"", "s", "t", "p", "stp"} {
		paths := map[string]string{}
		for name, text := range files {
			if strings.Contains(marked, name) {
				text = mark + text
			}
			paths[name] = put(t, filepath.Join(dir, marked+name+".txt"), text)
		}
		out := filepath.Join(dir, "out"+marked)
		if code, _, complaints := score("--predictions", paths["p"], "--documents", paths["s"]+":"+paths["t"], "--out", out, "--quiet"); code != 0 {
			t.Fatalf("marks in %q: exit %d: %s", marked, code, complaints)
		}
		rows, err := schemas.Scores.ReadAll(filepath.Join(out, "scores.parquet"))
		if err != nil {
			t.Fatal(err)
		}
		hits := map[string]int32{}
		for _, r := range rows {
			if r.Kind == "present" {
				hits[r.ID[len(r.ID)-1:]] = r.AtM.Hits
			}
		}
		if hits["1"] != 2 || hits["2"] != 1 {
			t.Errorf("marks in %q: %d and %d hits, want 2 and 1", marked, hits["1"], hits["2"])
		}
	}
}
