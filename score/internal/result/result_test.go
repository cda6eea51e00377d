package result

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/metric"
)

func TestNothingAddedHasNoNaN(t *testing.T) {
	s := Settings{TestSet: "none", Bins: 3, Samples: 10, Scored: true, Slots: true}
	for _, k := range metric.Kinds {
		s.Cuts[k] = []metric.K{5, metric.M, metric.O, metric.G}
	}
	r := New(s)
	r.Finish(t.Context(), 1)
	for name, v := range r.Metrics() {
		if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0) || f != 0) {
			t.Errorf("%s = %v", name, f)
		}
	}
}

// TestNames: every name starts with the test set, every convention has every
// measure at every cut, and its divisor.
func TestNames(t *testing.T) {
	s := Settings{TestSet: "set"}
	for _, k := range metric.Kinds {
		s.Cuts[k] = []metric.K{5, 10, metric.M, metric.O, metric.G}
	}
	m := New(s).Metrics()
	for name := range m {
		if !strings.HasPrefix(name, "set/") {
			t.Errorf("name %s", name)
		}
	}
	for _, kind := range []string{"present", "absent", "all"} {
		for _, convention := range []string{"macro", "macro_with_targets", "macro_unpadded", "mean_of_documents", "micro"} {
			measures := []string{"p", "r", "f1", "map", "ndcg", "alpha_ndcg"}
			if convention == "micro" {
				measures = []string{"p", "r", "f1", "hits", "predictions", "targets"}
			} else if _, ok := m["set/"+kind+"/"+convention+"/documents"]; !ok {
				t.Errorf("%s %s does not say its documents", kind, convention)
			}
			for _, measure := range measures {
				for _, k := range []string{"5", "10", "M", "O", "G"} {
					if name := "set/" + kind + "/" + convention + "/" + measure + "@" + k; m[name] == nil {
						t.Errorf("no %s", name)
					}
				}
			}
		}
	}
}

func TestReleasedReportsTheScriptsConventionsOnly(t *testing.T) {
	s := Settings{TestSet: "set", Released: true}
	for _, k := range metric.Kinds {
		s.Cuts[k] = []metric.K{5}
	}
	var b bytes.Buffer
	if err := New(s).Write(&b); err != nil || !json.Valid(b.Bytes()) {
		t.Fatal(b.String(), err)
	}
	for _, no := range []string{"with_targets/", "unpadded", "NaN"} {
		if strings.Contains(b.String(), no) {
			t.Errorf("the metrics hold %s", no)
		}
	}
}

func TestBadSlotsAreRefused(t *testing.T) {
	r := New(Settings{TestSet: "set", Bins: 2, Slots: true})
	d := Judged{Slots: []schemas.Slot{{Slot: 1}, {Slot: 0}}, Correct: make([]bool, 2)}
	if r.Add(&d) == nil {
		t.Error("slots out of order were taken")
	}
}
