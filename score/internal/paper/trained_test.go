package paper

import (
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// assigned returns four snapshots of two documents with four slots. The last slot of b never has supervision, its third once.
func assigned() (all []schemas.Assignment) {
	add := func(step int64, document string, slot int32, target ...string) {
		all = append(all, schemas.Assignment{Snapshot: step, Document: document, Slot: slot, Target: target})
	}
	for i, step := range []int64{10, 20, 30, 40} {
		add(step, "a", 0, "x", "y") // always the same phrase
		add(step, "a", 1)           // always ∅
		if i%2 == 0 {
			add(step, "a", 2, "z")
		} else {
			add(step, "a", 2)
		}
		add(step, "a", 3)
		if i < 2 {
			add(step, "b", 0, "x")
		} else {
			add(step, "b", 0, "xy") // always a phrase, but two different ones: the entropy is 1 bit
		}
		add(step, "b", 1)
		if i == 3 {
			add(step, "b", 2)
		}
	}
	return all
}

func TestGather(t *testing.T) {
	got, none := Trained{Values: map[string]float64{}}, Trained{}
	got.gather(assigned(), 4)
	for at, want := range map[string]float64{"1/present/null": 8.0 / 16, "1/absent/null": 7.0 / 9, "9/present/null": 2.0 / 4, "9/present/target": 2.0 / 4, "9/present/both": 0,
		"9/absent/null": 2.0 / 3, "9/absent/target": 0, "9/absent/both": 1.0 / 3, "entropy/bits": (1.0/4 + 1.0/3) / 2} {
		near(t, at, got.Values[at], want)
	}
	near(t, "entropy of a", got.Targets.Entropy["a"], 1.0/4)
	near(t, "entropy of b", got.Targets.Entropy["b"], 1.0/3)
	if none.gather(nil, 4); none.Targets != nil {
		t.Error("nothing was assigned, and something is known")
	}
	if e := entropy(counts{"": 1, "x": 1, "y": 2}); math.Abs(e-1.5) > 1e-12 {
		t.Errorf("entropy %v, want 1.5", e)
	}
}

// TestWindow: the ten snapshots at the same shares of the steps as the paper's, which lie in the last 80,000 of 850,000 steps,
// count; those before or between them do not. With few snapshots the last ten count.
func TestWindow(t *testing.T) {
	every := func(step, last int64) (all []schemas.Assignment) {
		for at := step; at <= last; at += step {
			a := schemas.Assignment{Snapshot: at, Document: "a"}
			if at < 778_000 || at%8000 != 850_000%8000 {
				a.Target = []string{"x"} // else ∅
			}
			all = append(all, a)
		}
		return all
	}
	trained := &Trained{Model: Model{"wr", "1"}, Values: map[string]float64{}}
	trained.gather(every(1000, 850_000), 2)
	if got := trained.Targets; got.Window != [2]int64{778_000, 850_000} || got.Snapshots != 10 || trained.Values["1/present/null"] != 1 || trained.Values["9/present/null"] != 1 || got.Entropy["a"] != 0 {
		t.Errorf("%+v", got)
	}
	if kept := window([]int64{50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600}); len(kept) != 10 || kept[0] != 150 || kept[9] != 600 {
		t.Errorf("of twelve %v", kept)
	}
	if kept := window([]int64{7}); len(kept) != 1 {
		t.Errorf("of one %v", kept)
	}
	s := studyOf(t, []*Run{run("wr", "1", "x", true)}, nil, []*Trained{trained})
	for _, table := range s.Tables {
		if table.Key != "1" && table.Key != "9" && table.Key != "entropy" {
			continue
		}
		if !strings.Contains(table.Notes[0], "WR-One2Set 10 snapshots of steps 778000 to 850000, 1 documents.") {
			t.Errorf("table %s: %s", table.Key, table.Notes)
		}
	}
}

// TestTargetTables: tables 1 and 9 and the entropy come from the trainings, and moves are against SetTrans of the seed.
func TestTargetTables(t *testing.T) {
	runs := []*Run{run("wr", "1", "x", true), run("settrans", "1", "x", true), run("wr", "2", "x", true)}
	with := func(system, seed string, null float64, entropy map[string]float64) *Trained {
		return &Trained{Model: Model{system, seed}, Documents: 7, Targets: &Targets{Window: [2]int64{900, 990}, Snapshots: 10, Entropy: entropy},
			Values: map[string]float64{"1/present/null": null, "1/absent/null": 1, "9/present/both": 1 - null, "9/absent/null": 1}}
	}
	s := studyOf(t, runs, nil, []*Trained{
		with("wr", "1", 0.2, map[string]float64{"a": 1, "b": 2, "c": 0, "d": 1}), with("wr", "2", 0.4, map[string]float64{"a": 9}),
		with("settrans", "1", 0.6, map[string]float64{"a": 2, "b": 1, "c": 0, "d": 3}),
	})
	near(t, "∅", cell(t, s, "1", "wr", "present/null").Value, 0.3)
	near(t, "now this", cell(t, s, "9", "wr", "present/both").Value, 0.7)
	near(t, "always ∅, absent", cell(t, s, "9", "settrans", "absent/null").Value, 1)
	for column, want := range map[string]float64{"fell": 0.5, "rose": 0.25, "same": 0.25} {
		c := cell(t, s, "entropy", "wr", column)
		if c.Seeds != 1 || c.Paper == nil {
			t.Errorf("%s: %+v", column, c)
		}
		near(t, column, c.Value, want)
	}
	if c := cell(t, s, "entropy", "settrans", "same"); c.Seeds != 0 {
		t.Errorf("SetTrans is compared with itself: %+v", c)
	}
	if c := cell(t, s, "1", "wr", "absent/null"); c.Paper == nil || c.Paper.Value != 0.723 {
		t.Errorf("∅ of the paper: %+v", c.Paper)
	}
	if rows := s.Tables[0].Rows; rows[0].Documents != 7 {
		t.Errorf("documents %+v", rows[0])
	}
}

// TestCourseTable: quarters of the lines of training, by kind; validation has no slots.
func TestCourseTable(t *testing.T) {
	var log []schemas.TrainLog
	for i := range 8 {
		x := float64(i + 1)
		log = append(log, schemas.TrainLog{Step: int64(i), Split: "train", PotentialShare: x / 100, UnimportantShare: x / 50, NullShare: x / 10},
			schemas.TrainLog{Step: int64(i), Split: "valid", NullShare: 9})
	}
	var none []schemas.TrainLog // as systems of one slot log it
	for i := range 8 {
		none = append(none, schemas.TrainLog{Step: int64(i), Split: "train"})
	}
	wr, other := &Trained{Model: Model{"wr", "1"}, Documents: 7, Values: map[string]float64{}}, &Trained{Model: Model{"catseq", "1"}, Values: map[string]float64{}}
	wr.course(log)
	other.course(none)
	s := studyOf(t, []*Run{run("wr", "1", "x", true), run("wr", "2", "x", true), run("catseq", "1", "x", false)}, nil, []*Trained{wr, other, {Model: Model{"wr", "2"}, Documents: 8}})
	for _, table := range s.Tables {
		if table.Key == "course" && len(table.Rows) != 1 {
			t.Errorf("%d rows, one system has slots", len(table.Rows))
		}
	}
	if n := s.documents("wr"); n != 0 { // seeds of different numbers have none in common
		t.Errorf("%d documents", n)
	}
	for column, want := range map[string]float64{"potential/first": .015, "potential/last": .075, "unimportant/first": .03, "unimportant/last": .15,
		"null/first": .15, "null/last": .75} {
		c := cell(t, s, "course", "wr", column)
		if c.Seeds != 1 {
			t.Errorf("%s: no number", column)
		}
		near(t, column, c.Value, want)
	}
}
