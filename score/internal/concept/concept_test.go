package concept

import (
	"math"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// TestByHand: a document has three gold concepts, and the first and third of its four assigned ones are right. A document
// without gold concepts does not count.
func TestByHand(t *testing.T) {
	tally := New()
	for _, d := range []struct {
		gold     []string
		assigned assigned
	}{
		{[]string{"c", "a", "e", "a"}, assigned{Concepts: []string{"a", "b", "c", "d"}, Scores: []float64{.9, .5, .5, .1}}},
		{nil, assigned{Concepts: []string{"a"}, Scores: []float64{.9}}},
		{[]string{"x"}, assigned{}},
	} {
		if err := tally.Add(d.gold, d.assigned); err != nil {
			t.Fatal(err)
		}
	}
	n, err := tally.Metrics(t.Context(), metric.Sampling{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	log := math.Log2
	ndcg := (1 + 1/log(4)) / (1 + 1/log(3) + 1/log(4)) / 2
	for name, want := range map[string]float64{"documents": 2, "documents_without_gold": 1, "printed": 4, "gold": 4, "precision": .5, "recall": .5,
		"f1@5": 4. / 7 / 2, "f1@10": 4. / 7 / 2, "ndcg@10": ndcg, "ndcg@20": ndcg, "ece": (.1 + 0 + .1) / 4} {
		if math.Abs(n[name]-want) > 1e-9 {
			t.Errorf("%s is %v, want %v", name, n[name], want)
		}
	}
	if tally.Add([]string{"a"}, assigned{Concepts: []string{"a"}, Scores: []float64{1.5}}) == nil {
		t.Error("a score of 1.5 is taken")
	}
	cut := []bool{false, false, false, false, false, true}
	if f1(cut, 1, 5) != 0 || math.Abs(f1(cut, 1, 10)-2./7) > 1e-12 {
		t.Errorf("F1@5 %v, F1@10 %v of the sixth", f1(cut, 1, 5), f1(cut, 1, 10))
	}
}
