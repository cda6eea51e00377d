package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestUncalibrated: foreign predictions without scores, or with scores that are not probabilities, have all other measures,
// and the summary and the page say once why there is no calibration.
func TestUncalibrated(t *testing.T) {
	documents := file(t, "x_src.txt", "a b <eos> c\nd <eos> e\n") + ":" + file(t, "x_trg.txt", "a b\nd;f\n")
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
		code, printed, complaints := score("--predictions", file(t, name, c.predictions), "--documents", documents, "--out", out)
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
