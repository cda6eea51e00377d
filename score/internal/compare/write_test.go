package compare

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// special returns a table whose names contain the special characters of every form.
func special() *Table {
	clear, unclear := &Difference{.0125, &metric.Interval{Low: .01, High: .02}}, &Difference{-.5, &metric.Interval{Low: -1.25, High: .00001}}
	return &Table{
		Settings: result.Settings{TestSet: "k_p", Sampling: metric.Sampling{Bootstrap: 100, Seed: 9}, Bins: 15}, Documents: 12,
		Systems: []string{`a|b*_<i>&"`, "50%,#$\\~^{}\n"}, About: []string{"", "labelled by infer 3; chosen by --choose f1"},
		Rows: []Row{
			{Name: "present F1@5", Metric: "k_p/present/macro/f1@5", Better: More, Values: []Value{{Known: true, Value: .25}, {Known: true, Value: .2625, Difference: clear}}},
			{Name: "ECE", Metric: "k_p/all/calibration/ece", Better: Less, Values: []Value{{}, {Known: true, Value: .125}}},
			{Name: "present phrases a document", Metric: "k_p/present/predicted_mean", Values: []Value{{Known: true, Value: 3}, {Known: true, Value: 2.5, Difference: unclear}}},
		},
	}
}

// TestForms compares all forms of the table with a golden file. Read the difference when one changes: every special character of a name
// must be escaped there.
func TestForms(t *testing.T) {
	var b strings.Builder
	tab := special()
	bare := special() // without samples, and by the authors' flag
	bare.Settings.Unpadded, bare.Settings.Bootstrap = true, 0
	for i, write := range []func(io.Writer) error{tab.Text, tab.Markdown, tab.CSV, tab.LaTeX, bare.Text} {
		fmt.Fprintf(&b, "-- form %d --\n", i)
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
	}
	const golden = "testdata/forms.txt"
	if stagetest.Update() {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || b.String() != string(want) {
		t.Errorf("the forms are not those of %s (%v); got\n%s", golden, err, b.String())
	}
}

func TestSigned(t *testing.T) {
	for x, want := range map[float64]string{0: "0.00", .001: "0.00", -.001: "0.00", .005001: "+0.01", -2.5: "-2.50"} {
		if got := signed(x, 2); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

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
		{Row{Better: More, Values: values(.25, .5, .125)}, "0.5000"},
		{Row{Better: Less, Values: values(-1, .25, .5)}, "0.2500"},
		{Row{Better: Less, Values: values(.25, .5, .125)}, "0.1250"},
		{Row{Better: Neither, Values: values(3, 2)}, ""},
		{Row{Better: More, Values: values(.25, .25, .2500001)}, ""},
		{Row{Better: More, Values: values(-1, .25)}, ""},
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
