package fit

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// both makes documents where a candidate is likely to be right if two features are of one sign.
func both(seed uint64, documents int) (all []Example) {
	r := rand.New(rand.NewPCG(seed, 1))
	for range documents {
		var e Example
		for range 20 {
			c := concept.Candidate{Features: make([]float32, len(concept.Features))}
			c.Features[2], c.Features[5] = float32(r.NormFloat64()), float32(r.NormFloat64())
			p := .05
			if c.Features[2]*c.Features[5] > 0 {
				p = .6
			}
			e.Candidates, e.Right = append(e.Candidates, c), append(e.Right, r.Float64() < p)
		}
		all = append(all, e)
	}
	return all
}

// TestFit: on documents that the fit has not seen, the probabilities are those by which the documents were made; so are the
// thresholds and the share of missed concepts.
func TestFit(t *testing.T) {
	examples := both(1, 400)
	for i := range examples {
		examples[i].Missed = i % 2
	}
	fitted, err := Fit(examples, nil, nil, func() {})
	if err != nil {
		t.Fatal(err)
	}
	c := fitted.Ranker
	off, n, above, right := 0., 0, 0., 0.
	least := rank.At(c.Thresholds, .5)
	for _, e := range both(2, 200) {
		for i, m := range c.Margins(e.Candidates) {
			p, want := c.Probability(m), .05
			if k := e.Candidates[i]; k.Features[2]*k.Features[5] > 0 {
				want = .6
			}
			if off, n = off+math.Abs(p-want), n+1; p >= least {
				if above++; e.Right[i] {
					right++
				}
			}
		}
	}
	if off /= float64(n); off > .07 || len(c.Trees) == 0 {
		t.Errorf("probabilities are %.3f off in the mean, with %d trees and %d steps", off, len(c.Trees), len(c.Steps))
	}
	if right/above < .45 || right/above > .55 || c.Missed() != .5 || c.Documents != 400 {
		t.Errorf("of those above the threshold for .5, %.2f are right; %v missed in %d documents", right/above, c.Missed(), c.Documents)
	}
	var few *TooFewError
	if _, err := Fit(both(1, 1)[:0], nil, nil, func() {}); !errors.As(err, &few) {
		t.Errorf("fitted to nothing: %v", err)
	}
}

// TestNDCG: the gain of a right candidate falls with its rank, and ends after the tenth; concepts that are missed count, and a document
// without any concept has none.
func TestNDCG(t *testing.T) {
	c := &concept.Ranker{}
	c.Trees = []rank.Tree{{Questions: []rank.Question{{Feature: concept.Features[0]}}, Leaves: []float64{0, 1}}}
	if err := c.Link(concept.Features); err != nil {
		t.Fatal(err)
	}
	of := func(right string, missed int) (e Example) {
		for _, r := range right {
			k := concept.Candidate{Features: make([]float32, len(concept.Features))}
			if r == 'R' || r == 'W' {
				k.Features[0] = 1
			}
			e.Candidates, e.Right = append(e.Candidates, k), append(e.Right, r|0x20 == 'r')
		}
		e.Missed = missed
		return e
	}
	at := func(ranks ...float64) (sum float64) {
		for _, r := range ranks {
			sum += 1 / math.Log2(r+1)
		}
		return sum
	}
	got := NDCG(c, []Example{of("wwrwwwRWrr", 0), of("R", 1), of("ww", 3), of("", 2), of("wwwwwwwwwwr", 0), of("rrrrrrrrrrrr", 0), of("ww", 0)})
	want := []float64{at(1, 5, 9, 10) / at(1, 2, 3, 4), at(1) / at(1, 2), 0, 0, 0, 1, 0}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("document %d: nDCG %v, want %v", i, got[i], want[i])
		}
	}
	for _, k := range []struct {
		one, other []float64
		want       bool
	}{
		{[]float64{.5, .5, .5, .5}, []float64{.4, .4, .4, .4}, true},
		{[]float64{.5, .5, .5, .5}, []float64{.5, .5, .5, .5}, false},
		{[]float64{1, .1, .1, .1}, []float64{.1, .2, .2, .2}, false},
		{[]float64{.4, .4, .5, .5}, []float64{.5, .5, .5, .5}, false},
		{[]float64{.5}, []float64{.4}, true},
	} {
		if Beats(k.one, k.other) != k.want {
			t.Errorf("%v beats %v: want %v", k.one, k.other, k.want)
		}
	}
}

// TestFitFolds: nDCG of a fit is that on documents which it has not seen, not on its own.
func TestFitFolds(t *testing.T) {
	few := both(7, 40)
	c, err := Fit(few, nil, nil, func() {})
	if err != nil {
		t.Fatal(err)
	}
	if folds, own := Mean(c.NDCG), Mean(NDCG(c.Ranker, few)); len(c.NDCG) != len(few) || folds >= own {
		t.Errorf("nDCG on folds of %d documents is %.3f, on its own documents %.3f", len(c.NDCG), folds, own)
	}
}

// TestFitCorrects: few documents like those of another choice keep it and correct it; a choice of other documents is left out.
func TestFitCorrects(t *testing.T) {
	first, err := Fit(both(1, 400), nil, nil, func() {})
	counted := int64(0)
	if err != nil {
		t.Fatal(err)
	}
	few := both(3, 12)
	alone, err1 := Fit(few, nil, nil, func() {})
	c, err2 := Fit(few, first.Ranker, nil, func() { counted++ })
	if counted > Steps(first.Ranker) || counted < 20 {
		t.Errorf("%d steps, announced were up to %d", counted, Steps(first.Ranker))
	}
	if err1 != nil || err2 != nil || len(c.Trees) < len(first.Trees) || !reflect.DeepEqual(c.Trees[:len(first.Trees)], first.Trees) || c.Documents != 12 {
		t.Fatalf("%v, %v", err1, err2)
	}
	far := func(c *concept.Ranker) (sum float64) {
		for _, e := range both(4, 200) {
			for i, z := range c.Margins(e.Candidates) {
				if e.Right[i] {
					z = -z
				}
				sum += math.Log1p(math.Exp(z))
			}
		}
		return sum
	}
	if far(c.Ranker) > .97*far(alone.Ranker) {
		t.Errorf("loss %.1f corrected, %.1f alone", far(c.Ranker), far(alone.Ranker))
	}
	wrong := *first.Ranker
	wrong.Trees = slices.Clone(first.Trees)
	for i := range wrong.Trees {
		leaves := slices.Clone(wrong.Trees[i].Leaves)
		for l := range leaves {
			leaves[l] *= -3
		}
		wrong.Trees[i].Leaves = leaves
	}
	if c, err := Fit(few, &wrong, nil, func() {}); err != nil || !reflect.DeepEqual(c, alone) {
		t.Errorf("a choice that is wrong is corrected, %v", err)
	}
}

// TestFitMean: where a new choice and a corrected one err in different ways, the choice is their mean.
func TestFitMean(t *testing.T) {
	first, err := Fit(both(1, 40), nil, nil, func() {})
	if err != nil {
		t.Fatal(err)
	}
	some := both(3, 40)
	alone, err1 := Fit(some, nil, nil, func() {})
	c, err2 := Fit(some, first.Ranker, nil, func() {})
	if err1 != nil || err2 != nil || len(c.Trees) < len(alone.Trees)+len(first.Trees) {
		t.Fatalf("%v, %v: %d trees, %d of a new choice and %d of the first", err1, err2, len(c.Trees), len(alone.Trees), len(first.Trees))
	}
	for i, of := range []rank.Tree{alone.Trees[0], first.Trees[0]} {
		for l, leaf := range c.Trees[i*len(alone.Trees)].Leaves {
			if leaf != of.Leaves[l]/2 {
				t.Errorf("part %d, leaf %d: %v, want half of %v", i, l, leaf, of.Leaves[l])
			}
		}
	}
}

// TestLeave: concepts of which it is not known whether they are right are no candidates of the fit; a right one stays.
func TestLeave(t *testing.T) {
	e := Example{Candidates: []concept.Candidate{{Concept: 1}, {Concept: 2}, {Concept: 3}}, Right: []bool{false, true, false}}
	e.Leave([]uint32{2, 3, 9})
	if len(e.Candidates) != 2 || e.Candidates[1].Concept != 2 || e.Right[0] || !e.Right[1] {
		t.Errorf("%+v", e)
	}
}
