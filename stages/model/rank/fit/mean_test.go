package fit

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestMean: the log-odds are the mean of those of two judges, of rows of the table by judges of the other folds; loss and steps are
// theirs. The two judges stay as they are. The mean of a judge and itself says what it says.
func TestMean(t *testing.T) {
	others, _ := invented(5, 60, bent)
	given, _ := fitted(t, others, Options{Start: &rank.Judge{}, Split: alone, Step: func() {}})
	table, _ := invented(1, 150, bent)
	table.Weight = make([]float64, len(table.Right))
	for row := range table.Weight {
		table.Weight[row] = 1 + float64(row%3)
	}
	fresh, _ := invented(2, 50, same)
	var judges [2]*rank.Judge
	var reports [2]*Report
	var before [2][]float64
	for i, start := range []*rank.Judge{{}, given} {
		judges[i], reports[i] = fitted(t, table, Options{Start: start, Split: alone, Step: func() {}})
		before[i] = fresh.margins(judges[i], fresh.all())
	}
	j, r, err := Mean(table, judges, reports)
	if err != nil {
		t.Fatal(err)
	}
	for row, z := range fresh.margins(j, fresh.all()) {
		if want := (before[0][row] + before[1][row]) / 2; math.Abs(z-want) > 1e-9 || before[0][row] == before[1][row] {
			t.Fatalf("row %d: log-odds %v, want %v, the mean of %v and %v", row, z, want, before[0][row], before[1][row])
		}
	}
	loss := 0.
	for row, right := range table.Right {
		z := (reports[0].Margin[row] + reports[1].Margin[row]) / 2
		if math.Abs(r.Margin[row]-z) > 1e-12 || math.Abs(r.Before[row]-rank.Logistic(z)) > 1e-12 {
			t.Fatalf("row %d: log-odds %v, probability %v, want %v", row, r.Margin[row], r.Before[row], z)
		}
		if right {
			z = -z
		}
		loss += table.Weight[row] * math.Log1p(math.Exp(z))
	}
	if math.Abs(r.Loss-loss) > 1e-6 || r.Loss >= (reports[0].Loss+reports[1].Loss)/2 {
		t.Errorf("loss %v, want %v, less than the mean of %v and %v", r.Loss, loss, reports[0].Loss, reports[1].Loss)
	}
	var judged []judgement
	for row, p := range r.Before {
		judged = append(judged, judgement{p, table.Right[row]})
	}
	if !reflect.DeepEqual(j.Steps, isotonic(judged)) || len(r.After) != len(judged) || slices.Equal(r.After, r.Before) {
		t.Errorf("%d steps, %d probabilities by them", len(j.Steps), len(r.After))
	}
	for i, judge := range judges {
		if !slices.Equal(fresh.margins(judge, fresh.all()), before[i]) {
			t.Errorf("judge %d has changed", i)
		}
	}
	if j, r, err := Mean(table, [2]*rank.Judge{judges[1], judges[1]}, [2]*Report{reports[1], reports[1]}); err != nil || math.Abs(r.Loss-reports[1].Loss) > 1e-6 || !reflect.DeepEqual(j.Steps, judges[1].Steps) {
		t.Errorf("the mean of a judge and itself: loss %v, want %v; %v", r.Loss, reports[1].Loss, err)
	}
}
