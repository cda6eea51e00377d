package match_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// many returns a document of n targets "w0 x0", "w1 x1" … Every third target is predicted, and of the others the second
// word; after each comes a phrase that no target has.
func many(n int) (d match.Input) {
	for i := range n {
		word, other := fmt.Sprintf("w%dz", i), fmt.Sprintf("x%dz", i)
		d.Targets = append(d.Targets, match.Candidate{Words: []string{word, other}})
		guess := []string{word, other}
		if i%3 > 0 {
			guess = []string{other}
		}
		d.Predictions = append(d.Predictions, match.Candidate{Words: guess}, match.Candidate{Words: []string{other, word}})
	}
	return d
}

// TestManyPhrases: a document of 60,000 predictions and 30,000 targets is judged like a small one. Comparing every pair
// at every rank of the ideal order would not end.
func TestManyPhrases(t *testing.T) {
	const n = 30_000
	r := verdict(t, match.New(match.Rules{}, false, text.Stem), many(n)).Rankings[metric.All]
	if r.Predictions != 2*n || r.Targets != n {
		t.Fatalf("%d predictions and %d targets", r.Predictions, r.Targets)
	}
	// Every second prediction is in one target, and none of the targets has two.
	a := r.At(metric.M)
	if a.Hits != n/3 || a.AlphaNDCG <= 0 || a.AlphaNDCG >= 1 {
		t.Errorf("%+v", a)
	}
	if a := r.At(1); a.AlphaNDCG != 1 {
		t.Errorf("at 1: %+v", a)
	}
}

// TestStops: when ctx ends, Judge returns before the document is done.
func TestStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	d := many(10)
	for _, d := range []match.Input{{Predictions: d.Predictions}, {Targets: d.Targets}} {
		if _, err := match.New(match.Rules{}, false, text.Stem).Judge(ctx, d); !errors.Is(err, context.Canceled) {
			t.Errorf("%d predictions, %d targets: error %v", len(d.Predictions), len(d.Targets), err)
		}
	}
}
