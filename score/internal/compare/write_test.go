package compare

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
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

func written(t *testing.T, write func(*Table, *strings.Builder) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(special(), &b); err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{"macro", "12"} {
		if !strings.Contains(b.String(), says) {
			t.Errorf("it does not say %q:\n%s", says, b.String())
		}
	}
	return b.String()
}

func TestMarkdown(t *testing.T) {
	got := written(t, func(tab *Table, b *strings.Builder) error { return tab.Markdown(b) })
	want := `| k\_p | a\|b\*\_&lt;i&gt;&amp;" | 50%,\#$\\\~^{}  | 50%,\#$\\\~^{}  − a\|b\*\_&lt;i&gt;&amp;" |
|---|---:|---:|---:|
| present F1@5 | 0.2500 | **0.2625** | +0.0125 [+0.0100, +0.0200] |
| ECE | – | 0.1250 | – |
| present phrases a document | 3.00 | 2.50 | -0.50 [-1.25, 0.00] |

F1 is macro over all 12 documents of k\_p`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLaTeX(t *testing.T) {
	got := written(t, func(tab *Table, b *strings.Builder) error { return tab.LaTeX(b) })
	for _, want := range []string{
		`k\_p & a\textbar{}b*\_\textless{}i\textgreater{}\&" & 50\%,\#\$\textbackslash{}\textasciitilde{}\textasciicircum{}\{\}  & `,
		"present F1@5 & 0.2500 & \\textbf{0.2625} & $+0.0125 [+0.0100, +0.0200]$ \\\\\n",
		"ECE & -- & 0.1250 & $\\mbox{--}$ \\\\\n",
		"present phrases a document & 3.00 & 2.50 & $-0.50 [-1.25, 0.00]$ \\\\\n",
		`\caption{F1 is macro over all 12 documents of k\_p`, `95 \% interval`, "{lrrr}",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func TestCSV(t *testing.T) {
	got := written(t, func(tab *Table, b *strings.Builder) error { return tab.CSV(b) })
	lines, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	s := special().Systems
	for i, want := range [][]string{
		{"metric", "documents", "system", "value", "against", "difference", "low", "high"},
		{"k_p/present/macro/f1@5", "12", s[0], "0.25", "", "", "", ""},
		{"k_p/present/macro/f1@5", "12", s[1], "0.2625", s[0], "0.0125", "0.01", "0.02"},
		{"k_p/all/calibration/ece", "12", s[0], "", "", "", "", ""},
		{"k_p/all/calibration/ece", "12", s[1], "0.125", "", "", "", ""},
		{"k_p/present/predicted_mean", "12", s[0], "3", "", "", "", ""},
		{"k_p/present/predicted_mean", "12", s[1], "2.5", s[0], "-0.5", "-1.25", "1e-05"},
	} {
		if i >= len(lines) || !slices.Equal(lines[i], want) {
			t.Errorf("line %d is not %q in\n%s", i, want, got)
		}
	}
}

func TestText(t *testing.T) {
	got := written(t, func(tab *Table, b *strings.Builder) error {
		tab.Systems = []string{"a", "b"}
		return tab.Text(b)
	})
	want := `                         k_p       a        b                        b − a
                present F1@5  0.2500   0.2625*  +0.0125 [+0.0100, +0.0200]
                         ECE       –   0.1250                            –
  present phrases a document    3.00     2.50          -0.50 [-1.25, 0.00]
F1 is macro over all 12 documents of k_p: F1 of mean precision and mean recall; @5 divides by 5 even if fewer were predicted.
`
	if !strings.HasPrefix(strings.ReplaceAll(got, " \n", "\n"), want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
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
