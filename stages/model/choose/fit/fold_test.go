package fit

import (
	"math"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// TestFolds: all candidates of a document are in one fold, so that no fold is judged by a fit to the same document. Documents are
// dealt to the folds in turn.
func TestFolds(t *testing.T) {
	documents := together(1, 3*folds)
	each := len(documents[0].Candidates)
	all := examples(documents, func(*choose.Candidate) bool { return true })
	if len(all) != each*len(documents) {
		t.Fatalf("%d examples of %d documents", len(all), len(documents))
	}
	for i, e := range all {
		if e.fold() != i/each%folds {
			t.Fatalf("candidate %d of document %d is in fold %d, want %d", i%each, i/each, e.fold(), i/each%folds)
		}
	}
	for fold := range folds {
		if in, out := part(all, fold, true), part(all, fold, false); len(in) != 3*each || len(in)+len(out) != len(all) {
			t.Errorf("fold %d has %d examples, and %d are outside", fold, len(in), len(out))
		}
	}
}

// TestLossWeighs: the loss that decides the number of trees counts a row of weight 4 four times.
func TestLossWeighs(t *testing.T) {
	right := make([]bool, 12)
	right[3], right[8] = true, true
	g := newGrower(tabled(made(false, right, make([]float64, 12)...)), &choose.Kind{}, alone, func(example) bool { return true })
	for _, c := range []struct {
		document int // −1: all
		weight   float64
	}{{-1, 10}, {3, 1}, {4, 4}, {9, 4}} {
		got := g.loss(func(e example) bool { return c.document < 0 || e.document == c.document })
		if want := c.weight * math.Ln2; math.Abs(got-want) > 1e-12 {
			t.Errorf("document %d: loss %v, want %v", c.document, got, want)
		}
	}
}
