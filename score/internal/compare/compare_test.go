package compare

import (
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

func settings() result.Settings {
	s := result.Settings{TestSet: "set", Bins: 4, Sampling: metric.Sampling{Bootstrap: 1000, Seed: 7}, Scored: true, Foreign: true}
	for _, k := range metric.Kinds {
		s.Cuts[k] = []metric.K{5, metric.M, metric.O}
	}
	return s
}

// add judges a document of the text "a b c d" and adds it. scores are those of the predictions; the last one repeats.
func add(t *testing.T, s *System, targets, predictions string, scores ...float64) {
	t.Helper()
	in := match.Input{Source: strings.Fields("a b c d")}
	for _, p := range strings.Split(targets, ";") {
		in.Targets = append(in.Targets, match.Candidate{Words: strings.Fields(p)})
	}
	d := result.Judged{}
	for i, p := range strings.Split(predictions, ";") {
		if p == "" {
			continue
		}
		in.Predictions = append(in.Predictions, match.Candidate{Words: strings.Fields(p)})
		if len(scores) > 0 {
			d.Scores = append(d.Scores, scores[min(i, len(scores)-1)])
		}
	}
	var err error
	if d.Verdict, err = match.New(match.Rules{}, false, text.Stem).Judge(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if err := s.Add(&d); err != nil {
		t.Fatal(err)
	}
}

func table(t *testing.T, systems ...*System) *Table {
	t.Helper()
	tab, err := New(t.Context(), systems, 2)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func row(t *testing.T, tab *Table, name string) *Row {
	t.Helper()
	for i := range tab.Rows {
		if tab.Rows[i].Name == name {
			return &tab.Rows[i]
		}
	}
	t.Fatalf("no row %s", name)
	return nil
}

// mixed adds documents of many kinds, shifted by the argument.
func mixed(t *testing.T, s *System, shift int) {
	t.Helper()
	for i := range 60 {
		targets := []string{"a;b", "c;x", "x;y;z", "a b;c d;d"}[i%4]
		predictions := []string{"a;b;b;x", "", "x", "a b;c;y;z;d;a;x b", "q;q"}[(i+shift)%5]
		add(t, s, targets, predictions, float64((i*7+shift)%11)/10, .6, .25)
	}
}

// TestKnown: 400 documents have one target and one phrase each. a is right in 30 % of them, b in the same and 20 % more. The
// F1 of a draw is the share of documents that are right. That of b is larger by the share in which b alone is right, 0.2
// with a standard deviation of √(0.2·0.8/400) = 0.02. With separate draws it would be √((0.3·0.7 + 0.5·0.5)/400) = 0.034.
func TestKnown(t *testing.T) {
	a, b := NewSystem("a", "", settings()), NewSystem("b", "", settings())
	phrase := map[bool]string{true: "a", false: "b"}
	for i := range 400 {
		add(t, a, "a", phrase[i%10 < 3], .5)
		add(t, b, "a", phrase[i%10 < 5], .5)
	}
	tab := table(t, a, b)
	for name, want := range map[string][3]float64{"present F1@M": {.3, .5, .2}, "all F1@O": {.3, .5, .2}, "ECE": {.2, 0, -.2}} {
		r := row(t, tab, name)
		d := r.Values[1].Difference
		if math.Abs(r.Values[0].Value-want[0]) > 1e-12 || math.Abs(r.Values[1].Value-want[1]) > 1e-12 || math.Abs(d.By-want[2]) > 1e-12 {
			t.Errorf("%s: %v, %v, difference %v, want %v", name, r.Values[0].Value, r.Values[1].Value, d.By, want)
		}
		// The ECE of a draw is never below 0, which b's is: its difference is mostly less than that of all documents.
		if d.Interval.Low > want[2] && name != "ECE" || d.Interval.High < want[2] || !d.Clear() {
			t.Errorf("%s: %v is not in %+v, or not clear", name, want[2], *d.Interval)
		}
	}
	i := row(t, tab, "present F1@M").Values[1].Difference.Interval
	if math.Abs(i.Low-(.2-1.96*.02)) > .008 || math.Abs(i.High-(.2+1.96*.02)) > .008 {
		t.Errorf("interval %+v, want about 0.161 to 0.239", *i)
	}
	// A third system has differences of its own.
	other := NewSystem("c", "", settings())
	for i := range 400 {
		add(t, other, "a", phrase[i%10 < 3], .5)
	}
	three := table(t, a, other, b)
	if r := row(t, three, "present F1@M"); *r.Values[2].Difference.Interval != *i {
		t.Errorf("of three: %+v, want %+v", r.Values[2].Difference.Interval, i)
	}
	for _, r := range three.Rows { // and a does not differ from c, which is the same
		if d := r.Values[1].Difference; r.Values[0].Difference != nil || d == nil || d.By != 0 || *d.Interval != (metric.Interval{}) || d.Clear() {
			t.Errorf("%s: %+v, %+v", r.Name, r.Values[0], d)
		}
	}
	if r := row(t, tab, "present phrases per document"); r.Values[1].Value != 1 || r.Values[1].Difference.Clear() {
		t.Errorf("phrases %+v", r.Values[1])
	}
}

// TestMeasures: each measure, computed from the means over all documents, equals that of the result.
func TestMeasures(t *testing.T) {
	for _, unpadded := range []bool{false, true} {
		s := settings()
		s.Unpadded, s.Bins = unpadded, 5
		a := NewSystem("a", "", s)
		mixed(t, a, 3)
		seen := map[string]bool{}
		at := 0
		for _, m := range a.measures {
			means := make([]float64, m.width)
			for _, row := range a.rows {
				for j := range means {
					means[j] += row[at+j] / float64(len(a.rows))
				}
			}
			at += m.width
			if got, want := m.of(means), a.Result.Metrics()["set/"+m.metric].(float64); math.Abs(got-want) > 1e-9 || want == 0 {
				t.Errorf("%s, unpadded %v: %v of the means, %v of the result", m.name, unpadded, got, want)
			}
			if seen[m.name] || seen[m.metric] {
				t.Errorf("%s is there twice", m.name)
			}
			seen[m.name], seen[m.metric] = true, true
		}
	}
}

// TestUnscored: without samples no difference has an interval, and systems of other documents are not compared. A system whose scores are not probabilities has no calibration, and the others have no difference to it.
func TestUnscored(t *testing.T) {
	none := settings()
	none.Scored = false
	unsampled := settings()
	unsampled.Bootstrap = 0
	a, b, c, d := NewSystem("a", "", unsampled), NewSystem("b", "", none), NewSystem("c", "", settings()), NewSystem("d", "", settings())
	mixed(t, a, 0)
	if _, err := New(t.Context(), []*System{a, b}, 1); err == nil {
		t.Error("systems of 60 and of no document were compared")
	}
	for i := range 60 {
		add(t, b, "a;b", "a;c")
		score := .5
		if i == 30 {
			score = -3 // the first score that is not a probability
		}
		add(t, c, "a;b", "a;c", score)
	}
	mixed(t, d, 1)
	for _, order := range [][]*System{{a, b, c, d}, {b, a, c, d}} {
		for _, name := range []string{"ECE", "Brier score"} {
			r := row(t, table(t, order...), name)
			for j, s := range order {
				if d := r.Values[j].Difference; order[0] == a && d != nil && (d.Interval != nil || d.Clear()) {
					t.Errorf("%s of %s has an interval without samples", name, s.Name)
				}
				v, scored := r.Values[j], s == a || s == d
				if v.Known != scored || (v.Difference != nil) != (scored && order[0] == a && j > 0) {
					t.Errorf("%s of %s after %s: %+v", name, s.Name, order[0].Name, v)
				}
			}
		}
	}
}
