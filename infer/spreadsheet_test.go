package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestSpreadsheetSafe: an id that is a formula is one in the csv export, unless that is to be safe in a spreadsheet, and it
// stays as it is in the other exports.
func TestSpreadsheetSafe(t *testing.T) {
	docs := filepath.Join(t.TempDir(), "a.jsonl")
	save(t, docs, func(f *os.File) error {
		_, err := f.WriteString(`{"id":"=1+1","title":"Graph-Cuts","abstract":"Of IMAGES."}` + "\n")
		return err
	})
	model, all := choosing(t), madeUp(t)
	all.Floor = 0 // every slot is heard, so that there is a phrase
	if err := saveChoice(all, model); err != nil {
		t.Fatal(err)
	}
	args := []string{"--model", model, "--documents", docs, "--export", "csv,jsonl", "--absent", "all"}
	for want, more := range map[string][]string{"\n=1+1,1,": nil, "\n'=1+1,1,": {"--spreadsheet-safe"}} {
		out := mustInfer(t, append(more, args...)...)
		if got := string(readFile(t, filepath.Join(out, csvFile))); !strings.Contains(got, want) {
			t.Errorf("%v: %q has no %q", more, got, want)
		}
		if got := string(readFile(t, filepath.Join(out, jsonFile))); !strings.HasPrefix(got, `{"id":"=1+1"`) {
			t.Errorf("%v: %q", more, got)
		}
	}
	stagetest.Refused(t, stage(), stages.ExitUsage, []string{"spreadsheet_safe needs --export csv"},
		"--model", model, "--documents", docs, "--export", "jsonl", "--spreadsheet-safe", "--out", t.TempDir()+"/out")
}
