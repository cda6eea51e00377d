package paper

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestText(t *testing.T) {
	mark := Mark{Tested: true, P: 0.03}
	for _, c := range []struct {
		column       Column
		cell         Cell
		ours, theirs string
	}{
		{Column{}, Cell{}, "–", ""},
		{Column{}, Cell{Seeds: 1, Value: 0.1234}, "0.123", ""},
		{Column{}, Cell{Seeds: 3, Value: 0.1234, Deviation: 0.0061, Mark: mark, Paper: &Published{0.37, 0.001}}, "0.123 ±0.006†", "0.370 ±0.001"},
		{Column{Unit: Percent}, Cell{Seeds: 2, Value: 0.1234, Deviation: 0.01, Paper: &Published{Value: 0.724}}, "12.3 ±1.0 %", "72.4 %"},
		{Column{Unit: Count}, Cell{Seeds: 1, Value: 3.314}, "3.31", ""},
	} {
		if ours, theirs := c.column.Ours(c.cell), c.column.Theirs(c.cell); ours != c.ours || theirs != c.theirs {
			t.Errorf("%q and %q, want %q and %q", ours, theirs, c.ours, c.theirs)
		}
	}
	for p, want := range map[float64]string{0: "‡", 0.0099: "‡", 0.01: "†", 0.0499: "†", 0.05: "", 1: ""} {
		if got := (Mark{Tested: true, P: p}).String(); got != want {
			t.Errorf("p = %v: %q, want %q", p, got, want)
		}
	}
	if got := (Mark{}).String(); got != "" {
		t.Errorf("untested: %q", got)
	}
}

// TestPublished holds the paper's numbers against what is known of them: how many there are, the lead of WR-One2Set, and
// that tables 5 and 6 agree on KP20k.
func TestPublished(t *testing.T) {
	all, err := published()
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for at, p := range all {
		n[at.table]++
		if place(at.row) == len(names) && at.row != targets {
			t.Errorf("unknown row %q", at.row)
		}
		if p.Value < 0 || at.table != "8" && p.Value > 1 {
			t.Errorf("%v is %v", at, p.Value)
		}
	}
	for table, want := range map[string]int{"1": 4, "2": 4, "4": 116, "5": 116, "6": 40, "7": 10, "8": 40, "9": 12, "entropy": 3} {
		if n[table] != want {
			t.Errorf("table %s has %d numbers, want %d", table, n[table], want)
		}
	}
	for _, row := range []string{Ours, Baseline} {
		for kind := range kinds {
			for _, cut := range cuts {
				four, six := all[spot{[]string{"4", "5"}[kind], row, f1Key("kp20k", kind, cut)}], all[spot{"6", row, f1Key("in", kind, cut)}]
				if four.Value == 0 || four.Value != six.Value {
					t.Errorf("%s, %s@%s: %v and in table 6 %v", row, kinds[kind], cut, four, six)
				}
			}
		}
	}
	for _, row := range []string{Ours, Baseline} {
		for _, half := range halves {
			sum := 0.0
			for _, kind := range []string{"null", "target", "both"} {
				sum += all[spot{"9", row, half + "/" + kind}].Value
			}
			if sum < 0.9989 || sum > 1.0011 {
				t.Errorf("table 9, %s, %s: %v in all", row, half, sum)
			}
		}
	}
}

// TestWritten holds all forms of a small study against golden files.
func TestWritten(t *testing.T) {
	trained := &Trained{Model: Model{"wr", "1"}, Documents: 7, Targets: &Targets{Window: [2]int64{900, 990}, Looks: 10, Null: [2]float64{0.25, 0.5}, Entropy: map[string]float64{"a": 1}}}
	s := studyOf(t, []*Run{run("wr", "1", "kp20k", true, true, false), run("wr", "2", "kp20k", true, true, true), run("settrans", "1", "kp20k", false, true, false),
		run("my_own", "1", "inspec", true)}, nil, []*Trained{trained})
	for name, write := range map[string]func(*bytes.Buffer) error{
		"paper.md":  func(b *bytes.Buffer) error { return s.Markdown(b) },
		"paper.tex": func(b *bytes.Buffer) error { return s.LaTeX(b) },
		"paper.csv": func(b *bytes.Buffer) error { return s.CSV(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || b.String() != string(want) {
			t.Errorf("%s is not the golden file (%v); -update writes it anew", name, err)
		}
	}
	lines := csvOf(t, s)
	for _, l := range lines[1:] {
		if len(l) != len(lines[0]) {
			t.Errorf("line of %d fields: %v", len(l), l)
		}
	}
}

func csvOf(t *testing.T, s *Study) [][]string {
	t.Helper()
	var b strings.Builder
	if err := s.CSV(&b); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// TestDiagrams: bins of all seeds together, up to the end of the paper's figure.
func TestDiagrams(t *testing.T) {
	a, b := run("wr", "1", "kp20k", true), run("wr", "2", "kp20k", true)
	for r, n := range map[*Run]float64{a: 10, b: 30} {
		r.Metrics["slots/calibration/bins"] = 15
		for _, bin := range []string{"00", "02", "03"} {
			at := "slots/calibration/bin/" + bin + "/"
			r.Metrics[at+"phrases"], r.Metrics[at+"score"], r.Metrics[at+"precision"] = n, n/100, n/1000
		}
	}
	got := studyOf(t, []*Run{a, b, run("settrans", "1", "kp20k", true)}, nil, nil).Diagrams()
	if len(got) != 1 || got[0].Name != "WR-One2Set" || len(got[0].Bins) != 2 {
		t.Fatalf("%+v", got)
	}
	bin := got[0].Bins[1]
	near(t, "low", bin.Low, 2.0/15)
	near(t, "high", bin.High, MostConfidence)
	near(t, "phrases", bin.Phrases, 40)
	near(t, "confidence", bin.Confidence, (10*0.1+30*0.3)/40)
	near(t, "precision", bin.Precision, (10*0.01+30*0.03)/40)
}
