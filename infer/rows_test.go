package main

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// TestLongAndEmpty holds documents without tokens and documents longer than the
// table of positions, which are cut and counted.
func TestLongAndEmpty(t *testing.T) {
	long := slices.Repeat([]string{"w9"}, 3500)
	docs := []schemas.Document{{ID: "empty"}, {ID: "long", Body: long}, {ID: "cut", Body: long[:slots.MaxSource]}, {ID: "short", Title: []string{"w8"}}}
	out := mustInfer(t, "--model", modelDir(t), "--documents", documentsFile(t, docs), "--slots")
	rows := readTable(t, schemas.Predictions, out, "predictions-*")
	if len(rows) != 4 || rows[0].ID != "empty" || len(rows[0].Phrases) != 0 {
		t.Fatalf("%+v", rows)
	}
	for i, want := range []schemas.Limits{{Language: "und", Doubtful: "empty"}, {Language: "und", Truncated: true}, {Language: "und"}, {Language: "und", Doubtful: "too short"}} {
		if rows[i].Limits != want {
			t.Errorf("%s: %+v, want %+v", rows[i].ID, rows[i].Limits, want)
		}
	}
	if rows[1].Digest == rows[2].Digest {
		t.Error("the long document has the digest of its first part")
	}
	if rows[1].ID, rows[2].ID, rows[1].Limits, rows[1].Digest = "", "", rows[2].Limits, rows[2].Digest; show(rows[1]) != show(rows[2]) {
		t.Errorf("the long document reads otherwise than its first part:\n%+v\n%+v", rows[1], rows[2])
	}
	if n := notes(t, out); n["documents_cut"] != 1. || n["documents_empty"] != 1. || n["choose"] != "slots" {
		t.Errorf("notes %v", n)
	}
	each := map[string]int{}
	for i, s := range readTable(t, schemas.Slots, out, "slots-*") {
		each[s.ID]++
		if s.ID == "empty" && (int(s.Slot) != i || s.NullProbability != 1 || len(s.NonNull) > 0) {
			t.Errorf("slot %d of nothing: %+v", i, s)
		}
	}
	if each["empty"] != each["short"] || each["short"] == 0 {
		t.Errorf("slots by document: %v", each)
	}
}
