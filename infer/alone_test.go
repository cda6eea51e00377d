package main

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
)

// byID are the rows of a file as text, sorted by document.
func byID[R any](t *testing.T, table schemas.Table[R], dir, pattern string, id func(R) string) string {
	t.Helper()
	rows := readTable(t, table, dir, pattern)
	slices.SortStableFunc(rows, func(a, b R) int { return cmp.Compare(id(a), id(b)) })
	return show(rows)
}

// TestRowsAlone: whatever the system, the rule and the precision, the row of a document is the same, bit for bit, in batches of
// one and among others, in another order, with more threads and in parts. What settings change, they change.
func TestRowsAlone(t *testing.T) {
	set := choosing(t)
	spoken := echoing(t, set, 50)
	spoken[3] = schemas.Document{ID: "3"} // without a token
	ours, theirs := randomDocuments(40), jointDocuments(40)
	ours[3], theirs[3] = spoken[3], spoken[3]
	seen := map[string]string{}
	for _, c := range []struct {
		name, model string
		documents   []schemas.Document
		args        string
		phrases     int // at least
	}{
		{"slots", set, spoken, "--choose slots --slots", 60},
		{"slots int8", set, spoken, "--choose slots --slots --precision int8", 60},
		{"slots shortlist", set, spoken, "--choose slots --slots --shortlist 3", 60},
		{"slots int8 shortlist", set, spoken, "--choose slots --slots --shortlist 3 --precision int8", 60},
		{"f1", set, spoken, "--slots", 25},
		{"f1-all", set, spoken, "--choose f1-all", 25},
		{"top", set, spoken, "--choose top=2", 25},
		{"total", set, spoken, "--choose total=3", 25},
		{"precision", set, spoken, "--choose precision=0.6", 25},
		{"probability", set, spoken, "--choose probability=0.7", 25},
		{"catseq", systemDir(t, sequence.CatSeq, 30), ours, "", 30},
		{"catseq beam", systemDir(t, sequence.CatSeq, 12), ours, "--beam 3", 30},
		{"catseq-r beam int8", recurrentDir(t, sequence.CatSeq, 12), ours, "--beam 3 --precision int8", 30},
		{"one2one", systemDir(t, sequence.One2One, 4), ours, "--beam 5 --beam-depth 5 --shortlist 8", 30},
		{"copyrnn", recurrentDir(t, sequence.One2One, 4), ours, "--beam 6", 30},
		{"unikeyphrase", jointDir(t, joint.UniKeyphrase), theirs, "", 30},
		{"promptkp int8", jointDir(t, joint.PromptKP), theirs, "--precision int8", 30},
		{"tagger", jointDir(t, joint.TagsOnly), theirs, "", 30},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append(strings.Fields(c.args), "--model", c.model)
			rows := func(documents []schemas.Document, more ...string) (predictions, slots string, out string) {
				out = mustInfer(t, slices.Concat(args, more, []string{"--documents", documentsFile(t, documents)})...)
				return byID(t, schemas.Predictions, out, "predictions-*.parquet", func(p schemas.Prediction) string { return p.ID }),
					byID(t, schemas.Slots, out, "slots-*.parquet", func(s schemas.Slot) string { return s.ID }), out
			}
			want, slots, out := rows(c.documents, "--batch-size", "1", "--threads", "1")
			mixed := slices.Clone(c.documents)
			slices.Reverse(mixed)
			if got, s, _ := rows(mixed, "--batch-size", "7", "--batch-tokens", "90", "--window", "11", "--threads", "3", "--part-documents", "17"); got != want || s != slots {
				t.Error("among others a document has another row")
			}
			n := 0
			for _, p := range readTable(t, schemas.Predictions, out, "predictions-*.parquet") {
				n += len(p.Phrases)
				if p.ID == "3" && len(p.Phrases) > 0 {
					t.Errorf("an empty document has %v", p.Phrases)
				}
			}
			if n < c.phrases || strings.Contains(c.args, "--slots") == (slots == "null") {
				t.Errorf("%d phrases, slots %.20s: the test says little", n, slots)
			}
			for other, text := range seen {
				if text == want {
					t.Errorf("the same predictions as %s", other)
				}
			}
			seen[c.name] = want
		})
	}
	out := mustInfer(t, "--model", set, "--documents", documentsFile(t, spoken), "--choose", "f1")
	if byID(t, schemas.Predictions, out, "predictions-*.parquet", func(p schemas.Prediction) string { return p.ID }) != seen["f1"] {
		t.Error("without --choose the rule is not f1")
	}
}
