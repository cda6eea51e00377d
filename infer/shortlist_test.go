package main

import (
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

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
	saveChoice(t, m, model)
	if all, few := rows("--shortlist", "0"), rows("--shortlist", "3"); few == all || rows() != few {
		t.Error("by default the shortlist is not that of the choice")
	}
	slots := []string{"--choose", "slots"}
	if all := rows(append(slots, "--shortlist", "0")...); rows(slots...) != all || rows(append(slots, "--shortlist", "3")...) == all {
		t.Error("slots alone do not write all words by default, or no other words with a shortlist")
	}
}
