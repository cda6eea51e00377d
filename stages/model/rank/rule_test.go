package rank

import "testing"

func TestParseRule(t *testing.T) {
	for _, s := range []string{"f1", "top=5", "top=1", "total=6", "total=6,probability=0.1", "precision=0.6", "probability=0.3", "probability=1", "slots",
		"f1,probability=0.05", "f1-all", "f1-all,probability=0.05", "top=5,probability=0.1"} {
		m, err := ParseRule(s)
		if err != nil || m.String() != s {
			t.Errorf("%s: %v, %v", s, m, err)
		}
	}
	for _, s := range []string{"", "F1", "f1=1", "f1-all=1", "f1-", "slots=", "top", "top=0", "top=-1", "top=x", "top=1.5", "total", "total=0", "total=x", "total=6,top=6", "precision", "precision=0",
		"precision=1.1", "precision=NaN", "probability=", "probability=-1", "probability=+Inf", "best", "f1,", "f1,top=5", "top=5,f1",
		"f1,probability=0", "f1,probability=2", "top=5,probability=0.1,f1", "slots,probability=0.1", "precision=0.5,probability=0.1", "probability=0.5,probability=0.1"} {
		if m, err := ParseRule(s); err == nil {
			t.Errorf("%q: %v, want an error", s, m)
		}
	}
}

// TestPickOne: what each rule takes of three candidates.
func TestPickOne(t *testing.T) {
	table := []Threshold{{Precision: .5, Probability: .25}, {Precision: .75, Probability: .7}}
	for rule, want := range map[string]int{
		"f1": 2, "f1-all": 2, "slots": 2, "top=1": 1, "total=2": 2, "top=9": 3, "precision=0.5": 2, "precision=0.6": 1, "precision=0.8": 0,
		"probability=0.3": 2, "probability=0.8": 1, "f1,probability=0.6": 1, "top=3,probability=0.05": 3, "total=3,probability=0.9": 0,
	} {
		m, err := ParseRule(rule)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Pick([]float64{.8, .5, .1}, nil, table); got != want {
			t.Errorf("%s: %d, want %d", rule, got, want)
		}
		if got := m.Pick(nil, nil, table); got != 0 {
			t.Errorf("%s: %d of none", rule, got)
		}
	}
	// Targets that are not candidates make the list longer.
	for want, unseen := range map[int][]float64{1: nil, 2: {0, 0, 0, 0, 1}} {
		if got := (Rule{Name: BestF1}).Pick([]float64{.8, .3}, unseen, nil); got != want {
			t.Errorf("unseen %v: %d, want %d", unseen, got, want)
		}
	}
}
