package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

const (
	reviewHead        = "title,phrase,score,keep?,id,digest,shown\n"
	reviewDocuments   = `{"id":"a","title":"Graph cuts and trees","abstract":"We cut graphs by trees and moss."}` + "\n" + `{"id":"b","title":"Sea","abstract":"Salt and waves."}` + "\n" + `{"id":"c","title":"Untouched","abstract":"Rocks."}` + "\n"
	reviewPredictions = `{"id":"a","keyphrases":["graph cut","trees","moss","meadow"],"scores":[0.9,0.6,0.5,0.1]}` + "\n" + `{"id":"b","keyphrases":["salt"],"scores":[0.4]}` + "\n" + `{"id":"c","keyphrases":["rocks"],"scores":[0.4]}` + "\n"
)

// TestReview works a review out on paper. Document a: "graph cuts" is kept, "trees" struck, "moss" has no mark, "meadow" is not in the
// sheet, and "networks" was added. Document b: "salt" is struck. Document c is untouched.
func TestReview(t *testing.T) {
	documents := file(t, "d.jsonl", reviewDocuments)
	predictions := file(t, "p.jsonl", reviewPredictions)
	sheet := file(t, "r.csv", reviewHead+"A,graph cuts,.9,yes,a,,graph cuts\nA,tree,.6,no,a,,tree\nA,moss,.5,,a,,moss\nA,networks,,,a,,\nB,salt,.4,no,b,,salt\nC,rocks,.4,,c,,rocks\n")
	args := []string{"--documents", documents, "--predictions", predictions, "--review", sheet, "--name", "x"}
	out, printed, log := done(t, args...)
	m := metricsOf(t, out)
	near(t, m, "x/", map[string]float64{
		"documents": 2, "review/right": 1, "review/struck": 2, "review/unmarked": 1, "review/unseen": 1, "review/precision": 1. / 3,
		"present/targets": 1, "absent/targets": 1, "present/predictions": 3, "absent/predictions": 1,
		"present/macro/p@M": (1. / 2) / 2, "present/macro/r@M": 1. / 2, "present/macro/p@5": (1. / 5) / 2,
	})
	if low, high := m["x/review/precision/low"], m["x/review/precision/high"]; !(low >= 0 && low <= 1./3 && high >= 1./3 && high <= 1) {
		t.Errorf("the interval of the precision is %v to %v", low, high)
	}
	for _, want := range []string{"review: of 3 judged predictions 0.3333 are right (1 right, 2 struck), 95% of 1000", "1 predictions without a mark are left out, and 1 that the sheet lacks count as wrong"} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is not in\n%s", want, printed)
		}
	}
	if !strings.Contains(log, "documents corrected: 2 of 3; phrases kept: 1, added: 1, struck: 2, without a mark, which count neither as right nor as wrong: 1") || !strings.Contains(log, "correct 28 more") {
		t.Error(log)
	}
	// By the rules of German "trees" has another stem than "tree".
	out, _, _ = done(t, append(args, "--language", "de")...)
	near(t, metricsOf(t, out), "x/review/", map[string]float64{"struck": 1, "unmarked": 1, "unseen": 2})
	// A column of keyphrases of the documents does not count.
	other := file(t, "k.jsonl", strings.ReplaceAll(reviewDocuments, `"}`, `","keywords":["trees"]}`))
	_, _, m = outcome(t, other, predictions, "--review", sheet)
	near(t, m, "x/", map[string]float64{"review/right": 1, "present/targets": 1})
	if _, _, m := outcome(t, other, predictions); m["x/documents"] != 3 || m["x/review/right"] != 0 {
		t.Error("without --review there is something of one")
	}
}

func TestReviewRefused(t *testing.T) {
	documents := file(t, "d.jsonl", reviewDocuments)
	predictions := file(t, "p.jsonl", reviewPredictions)
	args := func(sheet string, more ...string) []string {
		return append(more, "--documents", documents, "--predictions", predictions, "--review", file(t, "r.csv", reviewHead+sheet))
	}
	refused(t, stages.ExitInput, `document "z" is not in --documents`, args("Z,p,.5,yes,z,,p\n")...)
	refused(t, stages.ExitInput, `document "a" has another title or text than the one that was corrected, row 2 of`, args("A,p,.5,yes,a,text:00,p\n")...)
	refused(t, stages.ExitInput, "none of its 1 documents is corrected; write yes or no under keep?", args("A,p,.5,,a,,p\n")...)
	refused(t, stages.ExitInput, `row 2: cell D2: keep? is "perhaps"`, args("A,p,.5,perhaps,a,,p\n")...)
	refused(t, stages.ExitUsage, "leave out --released or --review", args("A,p,.5,yes,a,,p\n", "--released")...)
}

// TestReviewIsNoCopy: the keyphrases of a review are predictions that people kept, which is no reason to warn.
func TestReviewIsNoCopy(t *testing.T) {
	var documents, predictions, sheet strings.Builder
	sheet.WriteString(reviewHead)
	for i := range 5 {
		fmt.Fprintf(&documents, `{"id":"d%d","title":"graph cuts and tides","abstract":"Tides and graph cuts."}`+"\n", i)
		fmt.Fprintf(&predictions, `{"id":"d%d","keyphrases":["graph cuts","tides"]}`+"\n", i)
		fmt.Fprintf(&sheet, "A,graph cuts,.9,yes,d%d,,graph cuts\nA,tides,.6,yes,d%[1]d,,tides\n", i)
	}
	_, _, log := done(t, "--documents", file(t, "d.jsonl", documents.String()), "--predictions", file(t, "p.jsonl", predictions.String()),
		"--review", file(t, "r.csv", sheet.String()), "--name", "x")
	if strings.Contains(log, "same order") || !strings.Contains(log, "phrases kept: 10") {
		t.Error(log)
	}
}
