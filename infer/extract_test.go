//go:build !nomodel

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestExtractFile: extract.json of a model folder is part of the model: it picks the phrases of a German text, and another one makes
// an output out of date.
func TestExtractFile(t *testing.T) {
	dir := t.TempDir()
	model, out := filepath.Join(dir, "model"), filepath.Join(dir, "out")
	if err := os.CopyFS(model, os.DirFS("pretrained/model")); err != nil {
		t.Fatal(err)
	}
	documents := stagetest.Write(t, dir, "d.jsonl", `{"id":"a","abstract":"Die Zelte und die Gartenarbeit und das Haus sind hier und dort und nicht in der Stadt."}`+"\n")
	first := func(weight float64) string {
		m, err := fallback.Default()
		if err != nil {
			t.Fatal(err)
		}
		for k := range m.Terms {
			m.Terms[k].Weight = 0
		}
		m.Terms[7].Weight = weight // of the number of characters
		f, err := os.Create(filepath.Join(model, extractFile))
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Write(f); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		stagetest.Do(t, stage(), "--model", model, "--documents", documents, "--choose", "top=1", "--out", out, "--force")
		rows, err := schemas.Predictions.ReadAll(filepath.Join(out, "predictions-00000-of-00001.parquet"))
		if err != nil || len(rows) != 1 || len(rows[0].Phrases) != 1 {
			t.Fatal(rows, err)
		}
		return rows[0].Phrases[0].Phrase
	}
	if long := first(3); long != "Gartenarbeit" {
		t.Errorf("by the longest: %s", long)
	}
	if short := first(-3); short != "Haus" {
		t.Errorf("by the shortest: %s", short)
	}
	if err := os.WriteFile(filepath.Join(model, extractFile), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	stagetest.Refused(t, stage(), 65, []string{"extract.json", "train refit"}, "--model", model, "--documents", documents, "--choose", "top=1", "--out", filepath.Join(dir, "none"))
}
