package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestReviewExport: infer export writes the review that infer writes, with the titles as they were given; --review-documents takes documents
// evenly out of all, and other exports still have all.
func TestReviewExport(t *testing.T) {
	model, docs := exportModel(t), tableOf(t, 40)
	read := []string{"--documents", docs, "--repeated-ids", "number", "--max-rejects", "50%"}
	whole := mustInfer(t, append(read, "--model", model, "--export", "review")...)
	exported := func(more ...string) string {
		out := filepath.Join(t.TempDir(), "out")
		stagetest.Do(t, exporting(), append(append(more, read...), "--predictions", whole, "--out", out)...)
		return out
	}
	if all := readFile(t, filepath.Join(exported("--export", "review"), export.ReviewFile)); !bytes.Equal(all, readFile(t, filepath.Join(whole, export.ReviewFile))) {
		t.Error("infer export writes another review")
	}
	few := exported("--export", "review,txt", "--review-documents", "10")
	if lines := strings.Count(string(readFile(t, filepath.Join(few, export.TextFile))), "\n"); lines != 40 {
		t.Errorf("%d lines of text", lines)
	}
	for file, want := range map[string]int{whole: 40, few: 10} {
		r, err := review.Read([]string{filepath.Join(file, export.ReviewFile)}, nil)
		if err != nil || r.Count().Documents != want {
			t.Errorf("%v, %v, want %d documents", r, err, want)
		}
	}
	for _, c := range []struct {
		says string
		args []string
	}{{"review_documents needs --export review", []string{"--export", "txt", "--review-documents", "3"}}, {"need --documents", []string{"--export", "review"}}} {
		stagetest.Refused(t, exporting(), stages.ExitUsage, []string{c.says}, append(c.args, "--predictions", whole, "--out", filepath.Join(t.TempDir(), "o"))...)
	}
}

// TestReviewConcepts: a review of concepts has their labels and URIs.
func TestReviewConcepts(t *testing.T) {
	dir := t.TempDir()
	documents, out := stagetest.Write(t, dir, "d.jsonl", harbourDocuments), filepath.Join(dir, "o")
	stagetest.Do(t, conceptsMode(), "--vocabulary", harbour(t), "--documents", documents, "--choose", "top=2", "--export", "review,csv", "--out", out)
	text := string(readFile(t, filepath.Join(out, assigned.CSVFile)))
	line := strings.Split(strings.Split(text, "\n")[1], ",")
	sheet := sheetOf(t, filepath.Join(out, export.ReviewFile))
	for _, want := range []string{line[2], line[3], "Ferries and tugboats at high tide", "Für 😀 Fähren am Kai", ">concept<"} {
		if !strings.Contains(sheet, want) {
			t.Errorf("the review lacks %q", fmt.Sprint(want))
		}
	}
}

// sheetOf returns the first sheet of a workbook.
func sheetOf(t *testing.T, path string) string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
