package paper

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/metric"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestMainTables works tables 4, 5 and 6 by hand: means and deviations over seeds, and out of domain documents of all sets
// together, not a mean of sets.
func TestMainTables(t *testing.T) {
	s := studyOf(t, []*Run{
		run("wr", "27", "kp20k", true, true, false, false), run("wr", "527", "kp20k", true, true, true, true),
		run("wr", "27", "inspec", true), run("wr", "27", "nus", false, false, false), run("wr", "527", "inspec", true), // and not nus
		run("settrans", "27", "kp20k", false, false, false, true),
	}, nil, nil)
	c := cell(t, s, "4", "wr", "kp20k/present/f1@5")
	near(t, "mean over seeds", c.Value, 0.75)
	near(t, "sample deviation", c.Deviation, math.Sqrt(2)*0.25)
	if c.Seeds != 2 || c.Paper == nil || c.Paper.Value != 0.370 || c.Paper.Deviation != 0.001 {
		t.Errorf("cell %+v, paper %+v", c, c.Paper)
	}
	if c := cell(t, s, "4", "settrans", "kp20k/present/f1@M"); c.Seeds != 1 || c.Value != 0.25 || c.Deviation != 0 || c.Paper.Value != 0.392 {
		t.Errorf("settrans %+v", c)
	}
	if c := cell(t, s, "5", "catseq-r", "kp20k/absent/f1@M"); c.Paper == nil || c.Paper.Value != 0.032 {
		t.Errorf("%+v of CatSeq(R)", c)
	}
	if c := cell(t, s, "4", "catseq", "kp20k/present/f1@5"); c.Seeds != 0 || c.Paper == nil || c.Paper.Value != 0.332 {
		t.Errorf("a system without a run: %+v", c)
	}
	near(t, "out of domain", cell(t, s, "6", "wr", "out/present/f1@5").Value, 0.25)
	if c := cell(t, s, "6", "wr", "out/present/f1@5"); c.Seeds != 1 {
		t.Errorf("of two seeds one has run on all sets out of domain, and %d count", c.Seeds)
	}
	if c := cell(t, s, "6", "wr", "in/present/f1@M"); c.Value != 0.75 || c.Paper.Value != 0.378 {
		t.Errorf("in domain %+v", c)
	}
	if c := cell(t, s, "5", "wr", "kp20k/absent/f1@5"); c.Seeds != 2 || c.Value != 0 || c.Paper.Value != 0.050 {
		t.Errorf("absent %+v", c)
	}
}

// TestInDomain: KP20k is in domain wherever it stands among the test sets, and without it the first set given.
func TestInDomain(t *testing.T) {
	first := studyOf(t, []*Run{run("wr", "1", "b", true), run("wr", "1", "a", false)}, nil, nil)
	near(t, "in domain", cell(t, first, "6", "wr", "in/present/f1@5").Value, 1)
	near(t, "out of domain", cell(t, first, "6", "wr", "out/present/f1@5").Value, 0)
	s := studyOf(t, []*Run{run("wr", "1", "inspec", false), run("wr", "1", "kp20k", true), run("wr", "1", "nus", false)}, nil, nil)
	near(t, "in domain", cell(t, s, "6", "wr", "in/present/f1@5").Value, 1)
	near(t, "out of domain", cell(t, s, "6", "wr", "out/present/f1@5").Value, 0)
	if where := s.where(); where != "In domain: kp20k. Out of domain, all documents of these sets together: inspec, nus." {
		t.Error(where)
	}
}

// TestCuts: F1@5 and F1@M, present and absent, stand in their own columns and are tested each by itself.
func TestCuts(t *testing.T) {
	for kind := range kinds {
		for cut := range cuts {
			above := run("wr", "1", "x", make([]bool, 20)...)
			for i := range above.Documents {
				above.Documents[i].At[kind][cut] = PR{1, 1}
			}
			s := studyOf(t, []*Run{run("settrans", "1", "x", make([]bool, 20)...), above}, nil, nil)
			for k := range kinds {
				for c := range cuts {
					value, mark := 0., ""
					if k == kind && c == cut {
						value, mark = 1, "‡"
					}
					got, six := cell(t, s, fmt.Sprint(4+k), "wr", f1Key("x", k, cuts[c])), cell(t, s, "6", "wr", f1Key("in", k, cuts[c]))
					if got.mark() != mark || got.Value != value || six.Value != value {
						t.Errorf("above in %s F1@%s: %s F1@%s is %v%s, in table 6 %v", kinds[kind], cuts[cut], kinds[k], cuts[c], got.Value, got.mark(), six.Value)
					}
				}
			}
		}
	}
}

// TestMarksOverSeeds: a system whose mean is above SetTrans's is marked if its seeds agree, and not if they differ by more
// than that.
func TestMarksOverSeeds(t *testing.T) {
	const documents = 200
	some := func(system, seed string, share int) *Run {
		hit := make([]bool, documents)
		for i := range hit {
			hit[i] = i%10 < share
		}
		return run(system, seed, "x", hit...)
	}
	for _, c := range []struct {
		ours [3]int // tenths of the documents, by seed
		want string
	}{{[3]int{6, 6, 6}, "‡"}, {[3]int{9, 8, 1}, ""}} {
		var runs []*Run
		for i, seed := range []string{"1", "2", "3"} {
			runs = append(runs, some("wr", seed, c.ours[i]), some(Baseline, seed, 4))
		}
		got := cell(t, studyOf(t, runs, nil, nil), "4", "wr", f1Key("x", 0, cuts[0]))
		if got.mark() != c.want || got.P == nil {
			t.Errorf("%v tenths against 4: mark %q, %+v", c.ours, got.mark(), got)
		}
	}
}

// TestMarks: a system that is right where SetTrans is wrong is marked, one that is no better is not, nor is SetTrans.
func TestMarks(t *testing.T) {
	hits := func(n int) []bool {
		all := make([]bool, 20)
		for i := range n {
			all[i] = true
		}
		return all
	}
	s := studyOf(t, []*Run{run("wr", "1", "first", true), run("settrans", "1", "first", true), run("settrans", "1", "x", hits(4)...), run("wr", "1", "x", hits(14)...), run("wr", "2", "x", hits(16)...),
		run("catseq", "1", "x", hits(4)...), run("slots-12", "1", "x", hits(2)...), run("slots-16", "1", "x", hits(7)...)}, nil, nil)
	for system, want := range map[string]string{"settrans": "", "wr": "‡", "catseq": "", "slots-12": "", "slots-16": "†"} {
		c := cell(t, s, "4", system, "x/present/f1@5")
		if c.mark() != want || (c.P != nil) != (system != Baseline) {
			t.Errorf("%s: mark %q, %+v, want %q", system, c.mark(), c, want)
		}
	}
	without, err := New(t.Context(), []*Run{run("settrans", "1", "x", hits(4)...), run("wr", "1", "x", hits(14)...)}, nil, nil, metric.Sampling{}, 1)
	if err != nil || cell(t, without, "4", "wr", "x/present/f1@5").P != nil {
		t.Errorf("without samples nothing is tested; %v", err)
	}
}

// TestSlotTables works tables 2, 7 and 8 by hand: sums over documents, not means of sets.
func TestSlotTables(t *testing.T) {
	in, out1, out2 := run("wr", "1", "kp20k", true, true), run("wr", "1", "a", true), run("wr", "1", "b", true, true, true)
	for i, r := range []*Run{in, out1, out2} {
		x := float64(i + 1)
		r.Metrics = map[string]float64{
			"documents": float64(len(r.Documents)), "over_estimation/documents/0": 1, "over_estimation/documents/1": 0,
			"over_estimation/documents/2": 0, "over_estimation/documents/3_or_more": float64(len(r.Documents) - 1),
			"over_estimation/all/over_estimated": x, "over_estimation/all/correct": 10,
			"over_estimation/present/over_estimated": 0, "over_estimation/present/correct": 4,
			"over_estimation/absent/over_estimated": x, "over_estimation/absent/correct": 6,
			"present/predicted_mean": 2 * x, "absent/predicted_mean": x, "present/targets_mean": 3, "absent/targets_mean": 1.5,
			"predictions": 8 * x, "predictions_distinct": 6 * x, "all/mae": x,
		}
	}
	s := studyOf(t, []*Run{in, out1, out2}, nil, nil)
	for _, want := range []struct {
		table, row, column string
		value              float64
	}{
		{"2", "wr", "0", 3.0 / 6}, {"2", "wr", "1", 0}, {"2", "wr", "3", 3.0 / 6},
		{"7", "wr", "in/over", 0.1}, {"7", "wr", "out/over", 5.0 / 20}, {"7", "wr", "out/over/present", 0}, {"7", "wr", "out/over/absent", 5.0 / 12},
		{"8", "wr", "in/present", 2}, {"8", "wr", "out/present", (4 + 3*6) / 4.0}, {"8", "wr", "out/absent", (2 + 3*3) / 4.0},
		{"8", "wr", "out/duplication", 0.25}, {"8", "wr", "out/mae", (2 + 3*3) / 4.0},
		{"8", "targets", "in/present", 3}, {"8", "targets", "out/absent", 1.5},
	} {
		c := cell(t, s, want.table, want.row, want.column)
		if c.Seeds != 1 {
			t.Errorf("table %s, %s: no number", want.table, want.column)
		}
		near(t, "table "+want.table+", "+want.column, c.Value, want.value)
	}
	if c := cell(t, s, "8", "targets", "in/present"); c.Paper == nil || c.Paper.Value != 3.31 {
		t.Errorf("targets of the paper: %+v", c)
	}
	if c := cell(t, s, "7", "settrans", "in/over"); c.Seeds != 0 || c.Paper.Value != 0.345 {
		t.Errorf("SetTrans of the paper: %+v", c)
	}
}

// TestBeyond: chosen phrases come from their own runs, diversity from the paper's output.
func TestBeyond(t *testing.T) {
	r, c := run("wr", "1", "x", false), run("wr", "1", "x", true)
	r.Metrics["all/mean_of_documents/alpha_ndcg@5"], r.Metrics["all/calibration/ece"] = 0.5, 0.9
	c.Metrics["all/mean_of_documents/alpha_ndcg@5"], c.Metrics["all/calibration/ece"] = 0.8, 0.1
	s := studyOf(t, []*Run{r}, []*Run{c}, nil)
	near(t, "F1@M", cell(t, s, "beyond", "wr", "x/chosen/present/f1@M").Value, 1)
	near(t, "ECE", cell(t, s, "beyond", "wr", "x/chosen/ece").Value, 0.1)
	near(t, "α-nDCG", cell(t, s, "beyond", "wr", "x/chosen/alpha_ndcg@5").Value, 0.5)
}

// TestRefused: runs that cannot share a table are an error that names both.
func TestRefused(t *testing.T) {
	a, b := Model{"wr", "1"}, Model{"wr", "2"}
	for name, c := range map[string]struct {
		runs, chosen []*Run
		trained      []*Trained
		want         string
	}{
		"twice":           {runs: []*Run{run("wr", "1", "x", true), run("wr", "1", "x", true)}, want: "given twice"},
		"fewer documents": {runs: []*Run{run("wr", "1", "x", true), run("wr", "2", "x", true, true)}, want: "wr of seed 1 has 1 documents and wr of seed 2 has 2"},
		"other documents": {runs: []*Run{run("wr", "1", "x", true), {Model: b, Test: "x", Documents: []Scores{{ID: "z"}}}}, want: `document 1 is "a" for wr of seed 1 and "z"`},
		"chosen alone":    {runs: []*Run{run("wr", "1", "x", true)}, chosen: []*Run{run("wr", "2", "x", true)}, want: "has a --chosen run and no --result run"},
		"chosen of other": {runs: []*Run{run("wr", "1", "x", true)}, chosen: []*Run{run("wr", "1", "x", true, true)}, want: "2"},
		"other settings": {runs: []*Run{run("wr", "1", "x", true)}, trained: []*Trained{{Model: a, Settings: "lr: 1\nslots: 20"}, {Model: b, Settings: "lr: 2\nslots: 20"}},
			want: "different settings (lr: 2)"},
		"trained twice": {runs: []*Run{run("wr", "1", "x", true)}, trained: []*Trained{{Model: a}, {Model: a}}, want: "given twice"},
	} {
		if _, err := New(t.Context(), c.runs, c.chosen, c.trained, metric.Sampling{}, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDocuments gathers rows by document and passes over those of all phrases.
func TestDocuments(t *testing.T) {
	row := func(id, kind string, p5, rM float64) schemas.Score {
		return schemas.Score{ID: id, Kind: kind, At5: schemas.ScoreAt{P: p5}, AtM: schemas.ScoreAt{R: rM}}
	}
	all := Documents([]schemas.Score{row("a", "present", 1, 2), row("a", "absent", 3, 4), row("a", "all", 9, 9), row("b", "present", 5, 6), row("b", "absent", 7, 8)})
	if len(all) != 2 || all[0].ID != "a" || all[0].At[0][0].P != 1 || all[0].At[0][1].R != 2 || all[0].At[1][0].P != 3 ||
		all[1].At[0][0].P != 5 || all[1].At[1][1].R != 8 {
		t.Errorf("%+v", all)
	}
}
