package report

import (
	"flag"
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
	style, got, _ := strings.Cut(got, "</style>") // package page tests the style of all pages
	if !strings.Contains(style, ".train { --c: var(--blue); } .valid { --c: var(--orange); }") {
		t.Error("the curves have no colours")
	}
	if *update {
		if err := os.WriteFile("testdata/report.html", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/report.html")
	if err != nil || got != string(want) {
		t.Errorf("testdata/report.html differs (-update rewrites it), %v:\n%s", err, got)
	}
	for _, text := range []string{
		`20 steps, 2 epochs. Kept are the parameters of step 10, with the lowest validation loss, 5.5000.`,
		"<title>step 10: 5.5</title></circle>", "<title>step 5: 8</title></circle>", "<title>step 20: 5e-05</title></circle>", "<title>step 10: 1.5</title></circle>",
		"<title>step 20: 0.25</title></circle>",
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
	if strings.Contains(got, "∅") || strings.Contains(got, `class="valid"`) || strings.Count(got, "<figure") != 3 || !strings.Contains(got, "1 steps, 1 epoch. Kept are the parameters of step 1.\n") {
		t.Error(got)
	}
	if got := written(t, nil, 0); strings.Contains(got, "<figure") {
		t.Error(got)
	}
}

// The page of a long log has a bounded size: its points are means of lines.
func TestLong(t *testing.T) {
	var log []schemas.TrainLog
	for i := range 1_000_000 {
		log = append(log, schemas.TrainLog{Step: int64(i + 1), Epoch: 1, Split: "train", Loss: float64(i % 2000), LearningRate: 1, GradNorm: 1, NullShare: 1})
	}
	if c := points(log, train, func(l *schemas.TrainLog) float64 { return l.Loss }); len(c.Points) != 500 || c.Lines != 2000 || c.Points[499] != [2]float64{999000.5, 999.5} {
		t.Errorf("%d points of %d lines, the last %v", len(c.Points), c.Lines, c.Points[len(c.Points)-1])
	}
	if got := written(t, log, 1); len(got) > 100_000 || !strings.Contains(got, "means of 2000 lines") {
		t.Errorf("%d bytes", len(got))
	}
	if got := means([][2]float64{{1, 1}, {2, 3}, {3, 8}}, 2); !slices.Equal(got, [][2]float64{{1.5, 2}, {3, 8}}) {
		t.Errorf("%v", got)
	}
}
