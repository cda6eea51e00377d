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
	s := Settings{TestSet: "none", Bins: 3, Sampling: metric.Sampling{Bootstrap: 10}, Scored: true, Slots: true}
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
