package loop

import (
	"fmt"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// copying makes every slot predict the one word of its document, by closing the gate to the vocabulary.
func copying(t *testing.T, m *slots.Model[float32]) {
	t.Helper()
	for _, p := range m.Params() {
		switch p.Name {
		case "decoder.p_gen_linear.weight":
			clear(p.Weights)
		case "decoder.p_gen_linear.bias":
			p.Weights[0] = -50
		}
	}
}

// A snapshot has one row for each slot with supervision. If every slot predicts a document's phrase anyway, its ∅ slots have
// no rows; if none does, all slots have one. Words are spelled out, including the document's own, and absent rows count from
// the middle of the slots.
func TestSnapshot(t *testing.T) {
	own := document("own", 9, 1, []int32{10, words, words + 1}, peos, []int32{12})
	own.OOV = []string{"unheard", "of"}
	train := []schemas.Example{
		document("said", 8, 2, []int32{8, 8}, peos), own, document("third", 8, 1, peos), document("not watched", 8, 1, peos),
	}
	r, _ := training(t, train, nil)
	copying(t, setNetwork(r))
	objective(r.Method).Reassign, r.Rate, r.Epochs = wr.Paper, 0, 2 // 4 steps an epoch
	r.SnapshotEvery, r.Snapshot, r.BatchSize = 3, 3, 2              // two watched batches; steps 3 of 4
	got := map[string]int{}
	for _, a := range fit(t, r).Assignments {
		slot := fmt.Sprint(a.Slot)
		if a.Document == "own" || a.Document == "said" { // the matching decides between slots with the same prediction
			slot = map[bool]string{true: "present", false: "absent"}[a.Slot < 2]
		}
		got[fmt.Sprint(a.Snapshot, " ", a.Document, " ", slot, " ", a.Target)]++
	}
	want := map[string]int{
		"3 said present [w8 w8]":         1,
		"3 own present [w10 unheard of]": 1,
		"3 own present []":               1,
		"3 own absent [w12]":             1,
		"3 own absent []":                1,
		"3 third 0 []":                   1,
		"3 third 1 []":                   1,
		"3 third 2 []":                   1,
		"3 third 3 []":                   1,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("snapshots\n%v, want\n%v", got, want)
	}
}

// Narrowed rows belong to the same slots as without narrowing.
func TestSnapshotNarrow(t *testing.T) {
	r, _ := training(t, []schemas.Example{document("d", 8, 2, []int32{9}, peos, []int32{10})}, nil)
	objective(r.Method).Narrow, r.SnapshotEvery, r.Snapshot, r.Epochs = true, 1, 1, 1
	var slots []int32
	for _, a := range fit(t, r).Assignments {
		slots = append(slots, a.Slot)
	}
	if !slices.Equal(slots, []int32{0, 2}) {
		t.Errorf("slots %v, want 0 of the present and 2 of the absent half", slots)
	}
}

func TestNoSnapshot(t *testing.T) {
	r, _ := training(t, []schemas.Example{document("d", 8, 2, peos)}, nil)
	r.SnapshotEvery, r.Snapshot = 2, 0
	if s := fit(t, r); len(s.Assignments) != 0 {
		t.Errorf("%d rows of no watched document", len(s.Assignments))
	}
}
