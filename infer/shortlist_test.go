package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// TestShortlist: fewer words are other slots, in either precision, and a row still depends on its document alone; all
// words of the vocabulary are what none is.
func TestShortlist(t *testing.T) {
	model, path := modelDir(t), documentsFile(t, randomDocuments(40))
	rows := func(args ...string) string {
		out := mustInfer(t, append(args, "--model", model, "--documents", path, "--slots")...)
		return show(readTable(t, schemas.Predictions, out, "predictions-*")) + show(readTable(t, schemas.Slots, out, "slots-*"))
	}
	for _, precision := range []string{"float32", "int8"} {
		plain, few := rows("--precision", precision), rows("--precision", precision, "--shortlist", "3")
		if few == plain {
			t.Errorf("%s: a shortlist of 3 words changes nothing", precision)
		}
		for _, args := range [][]string{{"--batch-size", "1"}, {"--batch-tokens", "90", "--threads", "1"}, {"--threads", "3"}} {
			if rows(append(args, "--precision", precision, "--shortlist", "3")...) != few {
				t.Errorf("%s, %v: other rows", precision, args)
			}
		}
		for _, n := range []string{"0", "1000000"} {
			if rows("--precision", precision, "--shortlist", n) != plain {
				t.Errorf("%s: a shortlist of %s is not all words", precision, n)
			}
		}
	}
	if code, said := infer(t, "--model", model, "--documents", path, "--shortlist", "-2", "--out", filepath.Join(t.TempDir(), "out")); code != stages.ExitUsage || !strings.Contains(said, "shortlist") {
		t.Errorf("a shortlist of -2: exit %d: %s", code, said)
	}
}

// TestShortlistOfChoice: by default the slots write the words that they wrote when the choice was fitted, and all words where
// nothing is chosen.
func TestShortlistOfChoice(t *testing.T) {
	model, path := choosing(t), documentsFile(t, randomDocuments(40))
	rows := func(args ...string) string {
		out := mustInfer(t, append(args, "--model", model, "--documents", path)...)
		return show(readTable(t, schemas.Predictions, out, "predictions-*"))
	}
	if rows() != rows("--shortlist", "0") {
		t.Error("a choice without a shortlist is not for all words")
	}
	m := madeUp(t)
	m.Shortlist = 3
	if err := saveChoice(m, model); err != nil {
		t.Fatal(err)
	}
	if all, few := rows("--shortlist", "0"), rows("--shortlist", "3"); few == all || rows() != few {
		t.Error("by default the shortlist is not that of the choice")
	}
	slots := []string{"--choose", "slots"}
	if all := rows(append(slots, "--shortlist", "0")...); rows(slots...) != all || rows(append(slots, "--shortlist", "3")...) == all {
		t.Error("slots alone do not write all words by default, or no other words with a shortlist")
	}
}
