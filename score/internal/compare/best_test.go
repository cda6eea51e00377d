package compare

import (
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// TestBest: the best value of a row is the highest or the lowest, as the measure has it, of those that are known.
func TestBest(t *testing.T) {
	values := func(v ...float64) (all []Value) {
		for _, x := range v {
			all = append(all, Value{Known: x >= 0, Value: x})
		}
		return all
	}
	for _, c := range []struct {
		row  Row
		want string
	}{
		{Row{Better: More, Share: true, Values: values(.25, .5, .125)}, "0.5000"},
		{Row{Better: Less, Share: true, Values: values(-1, .25, .5)}, "0.2500"},
		{Row{Better: Less, Share: true, Values: values(.25, .5, .125)}, "0.1250"},
		{Row{Better: Neither, Values: values(3, 2)}, ""},
		{Row{Better: More, Share: true, Values: values(.25, .25, .2500001)}, ""},
		{Row{Better: More, Share: true, Values: values(-1, .25)}, ""},
	} {
		if got := c.row.Best(); got != c.want {
			t.Errorf("%+v: best %q, want %q", c.row, got, c.want)
		}
	}
	s := special().Settings
	s.Cuts[metric.Present] = []metric.K{5}
	want := map[string]Better{"present F1@5": More, "ECE": Less, "Brier score": Less, "repeated phrases": Less}
	for _, m := range measures(&s) {
		if m.better != want[m.name] {
			t.Errorf("%s: better %d, want %d", m.name, m.better, want[m.name])
		}
	}
}
