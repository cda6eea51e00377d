package paper

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest"
)

func TestText(t *testing.T) {
	tested := func(p float64) Cell { return Cell{P: &p} }
	for _, c := range []struct {
		column Column
		cell   Cell
		want   string
	}{
		{Column{}, Cell{}, "–"},
		{Column{}, Cell{Seeds: 1, Value: 0.1234}, "0.123"},
		{Column{}, Cell{Seeds: 3, Value: 0.1234, Deviation: 0.0061, P: tested(0.03).P, Paper: &Published{0.37, 0.001}}, "0.123 ±0.006† (0.370 ±0.001)"},
		{Column{Unit: Percent}, Cell{Seeds: 2, Value: 0.1234, Deviation: 0.01, Paper: &Published{Value: 0.724}}, "12.3 ±1.0 % (72.4 %)"},
		{Column{Unit: Count}, Cell{Seeds: 1, Value: 3.314}, "3.31"},
		{Column{}, Cell{Paper: &Published{Value: 0.5}}, "– (0.500)"},
	} {
		if got := c.column.text(c.cell); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	for p, want := range map[float64]string{0: "‡", 0.0099: "‡", 0.01: "†", 0.0499: "†", 0.05: "", 1: ""} {
		if got := tested(p).mark(); got != want {
			t.Errorf("p = %v: %q, want %q", p, got, want)
		}
	}
	if got := (Cell{}).mark(); got != "" {
		t.Errorf("untested: %q", got)
	}
}

// TestPublished checks facts about the paper's numbers: how many there are, the lead of WR-One2Set, and
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

// TestWritten compares all forms of a small study with golden files.
func TestWritten(t *testing.T) {
	trained := &Trained{Model: Model{"wr", "1"}, Documents: 7, Targets: &Targets{Window: [2]int64{900, 990}, Snapshots: 10, Entropy: map[string]float64{"a": 1}},
		Values: map[string]float64{"1/present/null": 0.25, "1/absent/null": 0.5, "9/present/null": 0, "9/present/target": 0, "9/present/both": 0,
			"9/absent/null": 0, "9/absent/target": 0, "9/absent/both": 0, "entropy/bits": 1}}
	s := studyOf(t, []*Run{run("wr", "1", "kp20k", true, true, false), run("wr", "2", "kp20k", true, true, true), run("settrans", "1", "kp20k", false, true, false),
		run("my_own", "1", "inspec", true)}, nil, []*Trained{trained})
	for name, write := range map[string]func(io.Writer) error{"paper.md": s.Markdown, "paper.csv": s.CSV} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name)
		if stagetest.Update() {
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil || b.String() != string(want) {
			t.Errorf("%s is not the golden file (%v); -update writes it anew", name, err)
		}
	}
}
