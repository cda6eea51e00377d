package main

import (
	"encoding/csv"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

// theirs are predictions for the documents of small, in another order and without scores.
const theirs = `{"id":"c","keyphrases":["seed bank","dormancy"]}
{"id":"a","keyphrases":["morning","watering","watering"]}
{"id":"b","keyphrases":["compost"]}
`

// TestCompare: the table holds the numbers that score gives for each system alone, whatever its format, and is printed.
func TestCompare(t *testing.T) {
	dir := small(t)
	other := file(t, "theirs.jsonl", theirs)
	out, printed, _ := done(t, "compare", "--predictions", "ours="+dir, "--predictions", "their_s="+other, "--documents", dir, "--bins", "4")
	if printed != read(t, filepath.Join(out, "compare.txt")) || !strings.Contains(printed, "their_s − ours") ||
		!strings.Contains(printed, "their_s: predictions theirs.jsonl.\n") {
		t.Errorf("printed\n%s", printed)
	}
	alone := map[string]map[string]float64{}
	for name, predictions := range map[string]string{"ours": dir, "their_s": other} {
		own, _, _ := done(t, "--predictions", predictions, "--documents", dir, "--bins", "4", "--quiet")
		alone[name] = metricsOf(t, own)
	}
	lines, err := csv.NewReader(strings.NewReader(read(t, filepath.Join(out, "compare.csv")))).ReadAll()
	if err != nil || len(lines) != 1+2*15 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for _, l := range lines[1:] {
		want, scored := alone[l[2]][l[0]]
		if l[3] == "" && !scored {
			continue
		}
		if got, err := strconv.ParseFloat(l[3], 64); err != nil || got != want || !scored {
			t.Errorf("%s of %s: %s, alone %v", l[0], l[2], l[3], want)
		}
		if d, err := strconv.ParseFloat(l[5], 64); l[2] == "their_s" && (err != nil || d != want-alone["ours"][l[0]]) {
			t.Errorf("%s: difference %s", l[0], l[5])
		}
	}
	page := read(t, filepath.Join(out, "compare.html"))
	for _, no := range append([]string{"<script"}, foreign...) {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %q", no)
		}
	}
}

// TestCompareSettings: every setting changes the comparison, and threads change nothing.
func TestCompareSettings(t *testing.T) {
	dir := small(t)
	other := file(t, "theirs.jsonl", theirs)
	forms := []string{"compare.txt", "compare.md", "compare.csv", "compare.tex", "compare.html"}
	written := func(args ...string) (all []string) {
		out, _, _ := done(t, append([]string{"compare", "--predictions", "a=" + dir, "--predictions", "b=" + other, "--documents", dir, "--quiet"}, args...)...)
		for _, f := range forms {
			all = append(all, read(t, filepath.Join(out, f)))
		}
		return all
	}
	usual := written("--threads", "1")
	for i, again := range written("--threads", "3") {
		if again != usual[i] {
			t.Errorf("%s with three threads differs", forms[i])
		}
	}
	for _, args := range [][]string{
		{"--bootstrap", "50"}, {"--bootstrap", "0"}, {"--seed", "3"}, {"--bins", "3"}, {"--name", "x"}, {"--ks", "2"}, {"--absent-ks", "1"},
		{"--valid-filter=false", "--keep-unk"}, {"--num-preds", "1"}, {"--one-word-filter"}, {"--released"},
	} {
		for i, other := range written(args...) {
			if other == usual[i] && !(args[0] == "--seed" && forms[i] == "compare.csv") { // with three documents most seeds give equal intervals
				t.Errorf("%s is the same with %v", forms[i], args)
			}
		}
	}
}

func TestCompareRefusals(t *testing.T) {
	dir := small(t)
	short := file(t, "short.jsonl", `{"id":"a","keyphrases":["morning"]}`+"\n")
	for _, c := range []struct {
		code int
		says string
		args []string
	}{
		{stages.ExitUsage, "--predictions is required", nil},
		{stages.ExitUsage, "at least two", []string{"--predictions", "a=" + dir}},
		{stages.ExitUsage, "there is no flag --slots", []string{"--slots", dir}},
		{stages.ExitUsage, "given twice", []string{"--predictions", "a=" + dir, "--predictions", "a=" + dir}},
		{stages.ExitUsage, "NAME=", []string{"--predictions", dir, "--predictions", "b=" + dir}},
		{stages.ExitInput, `no prediction for "b", "c"`, []string{"--predictions", "a=" + dir, "--predictions", "b=" + short}},
	} {
		refused(t, c.code, c.says, append([]string{"compare", "--documents", dir}, c.args...)...)
	}
}
