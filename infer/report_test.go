//go:build !nomodel

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// reported runs infer report and returns its page and its summary.
func reported(t *testing.T, args ...string) (page, summary string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "report")
	stagetest.Do(t, reporting(), append(args, "--out", out)...)
	return string(readFile(t, filepath.Join(out, reportFile))), string(readFile(t, filepath.Join(out, summaryFile)))
}

// refusedReport runs infer report, which must fail with a code and a message.
func refusedReport(t *testing.T, code int, said string, args ...string) {
	t.Helper()
	stagetest.Refused(t, reporting(), code, []string{said}, append(args, "--out", filepath.Join(t.TempDir(), "report"))...)
}

// tides are documents with a journal and a year; ids begin with from.
func tides(t *testing.T, from string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id":"%s%d","title":"Support vector machines for tide prediction %d","abstract":"We predict the tide of harbours by support vector machines and compare them with neural networks. Tide gauges give the data.","journal":"Journal %d","year":"%d-05-01"}`+"\n",
			from, i, i, i%2, 2019+i%3)
	}
	return stagetest.Write(t, t.TempDir(), from+".jsonl", b.String())
}

// labelledTides labels them.
func labelledTides(t *testing.T, documents string, more ...string) string {
	t.Helper()
	return mustInfer(t, append([]string{"--documents", documents, "--precision", "int8"}, more...)...)
}

// TestReport: the page has what was labelled, the columns, the years, the texts with marks and why phrases were chosen; the same labels
// give the same bytes.
func TestReport(t *testing.T) {
	documents := tides(t, "a", 8)
	labels := labelledTides(t, documents)
	page, summary := reported(t, labels, "--documents", documents, "--by", "journal", "--threads", "3")
	for _, want := range []string{"8</div>", "Typical by <bdi>journal</bdi>", "Documents by year", "<mark class=", "in the text", "strongest evidence", "(odds ×", "of the network", "precision int8", "--choose f1", "Journal 1", "2019 – 2021"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "at hand") || !strings.HasPrefix(summary, "documents       8, each has a phrase\n") {
		t.Errorf("summary %s", summary)
	}
	again, _ := reported(t, "--labels", labels, "--documents", documents, "--by", "journal", "--threads", "1")
	if again != page {
		t.Error("another page for the same labels")
	}
	other, _ := reported(t, labels, "--documents", documents, "--by", "journal", "--seed", "7", "--examples", "2")
	if other == page || strings.Count(other, `class="card document"`) != 4 {
		t.Errorf("%d documents with --examples 2", strings.Count(other, `class="card document"`))
	}
	none, _ := reported(t, labels, "--examples", "0")
	if strings.Contains(none, "document\"") || !strings.Contains(none, "Give --documents") {
		t.Error("documents with --examples 0, or no word about --documents")
	}
}

// TestReportYears: a column of years is found by its name or given; one that is not there is refused, as is one of too many values.
func TestReportYears(t *testing.T) {
	documents := tides(t, "a", 4)
	labels := labelledTides(t, documents)
	if page, _ := reported(t, labels, "--documents", documents, "--years", "YEAR"); !strings.Contains(page, "Documents by year") {
		t.Error("--years finds no column of other capitals")
	}
	refusedReport(t, 64, "--by field: ", labels, "--documents", documents, "--by", "field")
	refusedReport(t, 64, "--years when: ", labels, "--documents", documents, "--years", "when")
	refusedReport(t, 64, "need --documents", labels, "--by", "journal")
}

// TestReportFolders: several folders are one corpus; the same one twice, an unfinished one, another kind, other documents and other
// texts are refused.
func TestReportFolders(t *testing.T) {
	first, second := tides(t, "a", 3), tides(t, "b", 4)
	a, b := labelledTides(t, first), labelledTides(t, second, "--choose", "top=2")
	page, summary := reported(t, a, b, "--documents", first, "--documents", second)
	if !strings.HasPrefix(summary, "documents       7,") || !strings.Contains(page, "--choose f1; --choose top=2") || strings.Count(page, "strongest evidence") < 14 {
		t.Errorf("of two folders: %s", summary)
	}
	refusedReport(t, 64, "give each folder once", a, a)
	refusedReport(t, 65, "is not in --documents", a, b, "--documents", first)
	refusedReport(t, 65, "has labels already", a, labelledTides(t, first, "--choose", "top=1"))
	changed := stagetest.Write(t, t.TempDir(), "a.jsonl", strings.ReplaceAll(string(readFile(t, first)), "harbours", "rivers"))
	refusedReport(t, 65, "another title or text", a, "--documents", changed)
	if err := os.Remove(filepath.Join(b, "manifest.json")); err != nil {
		t.Fatal(err)
	}
	refusedReport(t, 65, "unfinished", a, b)
}

// TestReportModel: labels of a model that is not at hand have no reasons, and the page says so; another model than that is refused.
func TestReportModel(t *testing.T) {
	documents, dir := tides(t, "a", 3), modelDir(t)
	labels := labelledTides(t, documents, "--model", dir)
	page, summary := reported(t, labels, "--documents", documents)
	for _, want := range []string{"That is not known: the scores of these phrases are no probabilities", "is not at hand"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "Least certain") || strings.Contains(page, "strongest") || !strings.Contains(summary, "the scores are no probabilities") {
		t.Errorf("scores are taken for probabilities: %s", summary)
	}
	if page, _ := reported(t, labels, "--documents", documents, "--model", dir); strings.Contains(page, "at hand") {
		t.Error("the model at hand is not known")
	}
	refusedReport(t, 64, "is not the model that labelled", labelledTides(t, documents), "--documents", documents, "--model", dir)
}

// TestReportConcepts: concepts have their URI, their probability and their place.
func TestReportConcepts(t *testing.T) {
	documents, out := stagetest.Write(t, t.TempDir(), "d.jsonl", harbourDocuments), filepath.Join(t.TempDir(), "o")
	stagetest.Do(t, conceptsMode(), "--vocabulary", harbour(t), "--documents", documents, "--choose", "top=20", "--export", "parquet-wide", "--out", out)
	page, summary := reported(t, out, "--documents", documents)
	for _, want := range []string{"How good are the concepts?", "http://example.org/harbour/tug", "the title has “tugboats”", "harbour.ttl", `<mark class="`, "By language, as detected"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "doubtful documents") || !strings.Contains(summary, "concepts        1") {
		t.Errorf("summary %s", summary)
	}
	refusedReport(t, 64, "give them one by one", out, labelledTides(t, tides(t, "x", 2)))
}

// TestReportEmpty: an output without documents is refused, and predictions of others have no probabilities.
func TestReportEmpty(t *testing.T) {
	dir := t.TempDir()
	saveTable(t, schemas.Predictions, filepath.Join(dir, "predictions-00000-of-00001.parquet"), nil)
	refusedReport(t, 65, "no document was labelled", dir)
	saveTable(t, schemas.Predictions, filepath.Join(dir, "predictions-00000-of-00001.parquet"), []schemas.Prediction{{ID: "a", Limits: schemas.Limits{Language: "en"}}})
	if page, _ := reported(t, dir); !strings.Contains(page, "1 without a phrase") || !strings.Contains(page, "no probabilities") {
		t.Error("a prediction of another program")
	}
}

// TestReportCorrections: the page and the summary say whether the documents that people corrected are enough to learn from.
func TestReportCorrections(t *testing.T) {
	labels := labelledTides(t, tides(t, "a", 4))
	sheet := stagetest.Write(t, t.TempDir(), "review.csv", "title,phrase,score,keep?,id,digest,shown,words\n,tides,0.5,yes,a1,,tides,tides\n,harbours,0.4,no,a2,,harbours,harbours\n,gauges,0.4,,a3,,gauges,gauges\n")
	page, summary := reported(t, labels, "--review", sheet)
	const want = "documents corrected: 2; a refit to 30 documents changed"
	if !strings.Contains(summary, "\ncorrections     "+want) || !strings.Contains(page, want) || !strings.Contains(summary, "correct 28 more") {
		t.Errorf("%s", summary)
	}
	if _, summary := reported(t, labels); strings.Contains(summary, "corrections") {
		t.Errorf("without --review: %s", summary)
	}
}
