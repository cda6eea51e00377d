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
		Settings: result.Settings{TestSet: "k_p", Samples: 100, Seed: 9, Bins: 15}, Documents: 12,
		Systems: []string{`a|b*_<i>&"`, "50%,#$\\~^{}\n"}, About: []string{"", "labelled by infer 3; chosen by --choose f1"},
		Rows: []Row{
			{Name: "present F1@5", Metric: "k_p/present/macro/f1@5", Share: true, F1: true, Values: []Value{{Known: true, Value: .25}, {Known: true, Value: .2625, Difference: clear}}},
			{Name: "ECE", Metric: "k_p/all/calibration/ece", Share: true, Values: []Value{{}, {Known: true, Value: .125}}},
			{Name: "present phrases a document", Metric: "k_p/present/predicted_mean", Values: []Value{{Known: true, Value: 3}, {Known: true, Value: 2.5, Difference: unclear}}},
		},
	}
}

// TestForms compares all forms of the table with a golden file. Read the difference when one changes: every special character of a name
// must be escaped there.
func TestForms(t *testing.T) {
	var b strings.Builder
	tab := special()
	for i, write := range []func(io.Writer) error{tab.Text, tab.Markdown, tab.CSV, tab.LaTeX} {
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

func TestConventions(t *testing.T) {
	tab := special()
	tab.Settings.Unpadded, tab.Settings.Samples = true, 0
	if says := strings.Join(tab.Conventions(), " "); !strings.Contains(says, "smaller of 5 and the predictions") || !strings.Contains(says, "without an interval") || strings.Contains(says, "bootstrap") {
		t.Error(says)
	}
	if says := strings.Join(special().Conventions(), " "); !strings.Contains(says, "100 samples") || !strings.Contains(says, "seed 9") || !strings.Contains(says, "15 bins") {
		t.Error(says)
	}
}

func TestSigned(t *testing.T) {
	for x, want := range map[float64]string{0: "0.00", .001: "0.00", -.001: "0.00", .005001: "+0.01", -2.5: "-2.50"} {
		if got := signed(x, 2); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

// TestConventionsSayOfWhat: the last sentences are about the systems whose origin is known.
func TestConventionsSayOfWhat(t *testing.T) {
	says := special().Conventions()
	if got, want := says[len(says)-1], "50%,#$\\~^{}\n: labelled by infer 3; chosen by --choose f1."; len(says) != 4 || got != want {
		t.Errorf("%d sentences, the last %q, want 4 and %q", len(says), got, want)
	}
}
