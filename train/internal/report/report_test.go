package report

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func written(t *testing.T, log []schemas.TrainLog, best int64) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, log, best); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(strings.NewReplacer("<!doctype html>", "", `<meta charset="utf-8">`, "",
		`<meta name="viewport" content="width=device-width, initial-scale=1">`, "").Replace(b.String())))
	for { // every element ends, and nothing but numbers can be in an attribute
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, &b)
		}
	}
	if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") {
		t.Errorf("NaN or Inf in the page:\n%s", &b)
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	nan := math.NaN()
	got := written(t, []schemas.TrainLog{
		{Step: 5, Epoch: 1, Split: "train", Loss: 8, LearningRate: 1e-4, GradNorm: 3, NullShare: .75},
		{Step: 10, Epoch: 1, Split: "train", Loss: 5, LearningRate: 1e-4, GradNorm: 1.5, NullShare: .5},
		{Step: 10, Epoch: 1, Split: "valid", Loss: 5.5, LearningRate: 1e-4, GradNorm: nan, NullShare: .6},
		{Step: 20, Epoch: 2, Split: "train", Loss: 4, LearningRate: 5e-5, GradNorm: 1, NullShare: .25},
		{Step: 20, Epoch: 2, Split: "valid", Loss: 6, LearningRate: 5e-5, GradNorm: nan, NullShare: .6},
	}, 10)
	if *update {
		if err := os.WriteFile("testdata/report.html", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/report.html")
	if err != nil || got != string(want) {
		t.Errorf("testdata/report.html differs (-update rewrites it), %v:\n%s", err, got)
	}
	for _, text := range []string{ // as computed by hand: 526 units for 20 steps, 200 for the round values around the curves
		`20 steps, 2 epochs. Kept are the parameters of step 10, with the lowest validation loss, 5.5000.`,
		`<g class="train"><polyline points="193.5,10.0 325.0,160.0 588.0,210.0"/>`, // losses 8, 5, 4 between 4 and 8
		`<g class="valid"><polyline points="325.0,135.0 588.0,110.0"/>`,            // 5.5, 6
		`<g class="train"><polyline points="193.5,10.0 325.0,10.0 588.0,110.0"/>`,  // rates between 0 and 1e-4
		`<g class="train"><polyline points="193.5,10.0 325.0,110.0 588.0,143.3"/>`, // norms between 0 and 3
		`<g class="train"><polyline points="193.5,22.5 325.0,85.0 588.0,147.5"/>`,  // shares between 0 and .8
		`<circle cx="325" cy="135" r="3"><title>step 10: 5.5</title></circle>`,
	} {
		if !strings.Contains(got, text) {
			t.Errorf("no %s", text)
		}
	}
}

// A training without validation has one curve, and a system without slots no share of ∅; an empty log is an empty page.
func TestLacking(t *testing.T) {
	nan := math.NaN()
	got := written(t, []schemas.TrainLog{{Step: 1, Epoch: 1, Split: "train", Loss: 2, LearningRate: 0, GradNorm: 1e30, NullShare: nan}}, 1)
	if strings.Contains(got, "∅") || strings.Contains(got, `"valid"`) || strings.Count(got, "<figure>") != 3 || !strings.Contains(got, "1 steps, 1 epoch. Kept are the parameters of step 1.\n") {
		t.Error(got)
	}
	if got := written(t, nil, 0); strings.Contains(got, "<figure>") {
		t.Error(got)
	}
}

// The page of a long log has a bounded size: its points are means of lines.
func TestLong(t *testing.T) {
	var log []schemas.TrainLog
	for i := range 1_000_000 {
		log = append(log, schemas.TrainLog{Step: int64(i + 1), Epoch: 1, Split: "train", Loss: float64(i % 2000), LearningRate: 1, GradNorm: 1, NullShare: 1})
	}
	if c := points(log, train, func(l *schemas.TrainLog) float64 { return l.Loss }); len(c.Points) != 500 || c.Lines != 2000 || c.Points[499] != (point{999000.5, 999.5}) {
		t.Errorf("%d points of %d lines, the last %v", len(c.Points), c.Lines, c.Points[len(c.Points)-1])
	}
	if got := written(t, log, 1); len(got) > 100_000 || !strings.Contains(got, "means of 2000 lines") {
		t.Errorf("%d bytes", len(got))
	}
	if got := means([]point{{1, 1}, {2, 3}, {3, 8}}, 2); !slices.Equal(got, []point{{1.5, 2}, {3, 8}}) {
		t.Errorf("%v", got)
	}
}

func TestRound(t *testing.T) {
	for _, c := range []struct{ low, high, first, step float64 }{
		{0, 20, 0, 5}, {4, 8, 4, 1}, {0, 1e-4, 0, 2e-5}, {2.11, 2.29, 2.1, .02}, {0, 859000, 0, 200000}, {3, 3, 3, .5}, {0, 0, 0, 2e-10}, {-1, 1, -1, .5},
	} {
		at := round(c.low, c.high)
		if len(at) < 3 || len(at) > 11 || math.Abs(at[0]-c.first) > 1e-9 || math.Abs(at[1]-at[0]-c.step) > 1e-9 || at[0] > c.low || at[len(at)-1] < c.high*(1-1e-9) || at[len(at)-2] >= c.high && c.high > c.low {
			t.Errorf("%v to %v: %v", c.low, c.high, at)
		}
	}
}
