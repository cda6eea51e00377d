package metric

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// yes and no spell hits.
const yes, no = true, false

// TestAt works one document by hand: four predictions, the second and the
// fourth hit, three targets.
func TestAt(t *testing.T) {
	r := NewRanking([]bool{no, yes, no, yes}, 3, nil)
	log2 := math.Log2
	for _, c := range []struct {
		k                      K
		hits, depth, predicted int
		p, unpadded, r         float64
		mapK, ndcg             float64
	}{
		// @2: one hit, at rank 2. The ideal order of the whole list has a hit at both ranks.
		{2, 1, 2, 2, 1. / 2, 1. / 2, 1. / 3, (1. / 2) / 3, (1 / log2(3)) / (1 + 1/log2(3))},
		// @5: padded to five.
		{5, 2, 5, 4, 2. / 5, 2. / 4, 2. / 3, (1./2 + 2./4) / 3, (1/log2(3) + 1/log2(5)) / (1 + 1/log2(3))},
		{M, 2, 4, 4, 2. / 4, 2. / 4, 2. / 3, (1./2 + 2./4) / 3, (1/log2(3) + 1/log2(5)) / (1 + 1/log2(3))},
		// @O: three targets, so the first three predictions.
		{O, 1, 3, 3, 1. / 3, 1. / 3, 1. / 3, (1. / 2) / 3, (1 / log2(3)) / (1 + 1/log2(3))},
		{G, 2, 4, 4, 2. / 4, 2. / 4, 2. / 3, (1./2 + 2./4) / 3, (1/log2(3) + 1/log2(5)) / (1 + 1/log2(3))},
	} {
		t.Run(c.k.String(), func(t *testing.T) {
			a := r.At(c.k)
			if a.Hits != c.hits || a.Depth != c.depth || a.Predicted != c.predicted || a.Targets != 3 {
				t.Errorf("counts %+v", a)
			}
			near(t, "P", a.P, c.p)
			near(t, "unpadded P", a.UnpaddedP, c.unpadded)
			near(t, "R", a.R, c.r)
			near(t, "F1", a.F1, 2*c.p*c.r/(c.p+c.r))
			near(t, "unpadded F1", a.UnpaddedF1, 2*c.unpadded*c.r/(c.unpadded+c.r))
			near(t, "MAP", a.MAP, c.mapK)
			near(t, "NDCG", a.NDCG, c.ndcg)
		})
	}
}

func TestNothingPredictedOrWanted(t *testing.T) {
	padded := NewRanking([]bool{yes}, 4, nil)
	if a := padded.At(G); a.P != 1./4 || a.UnpaddedP != 1 {
		t.Errorf("@G of more targets than predictions: %+v", a)
	}
	for _, k := range []K{1, 5, M, O, G} {
		none := NewRanking(nil, 3, nil)
		if a := none.At(k); a != (At{Targets: 3}) {
			t.Errorf("@%s without predictions: %+v", k, a)
		}
		unwanted := NewRanking([]bool{no, no}, 0, nil)
		if a := unwanted.At(k); a.P != 0 || a.R != 0 || a.F1 != 0 || a.MAP != 0 || a.NDCG != 0 || a.Targets != 0 {
			t.Errorf("@%s without targets: %+v", k, a)
		}
	}
	empty := NewTally([]K{5}, false)
	for _, c := range Conventions {
		if v := empty.Values(c, 0); v != (Values{}) {
			t.Errorf("%s of no document: %+v", c, v)
		}
	}
}

// TestAlpha works alpha-NDCG by hand. Two targets, three predictions: the
// first two are both relevant for the first target, the third for the second.
func TestAlpha(t *testing.T) {
	r := NewRanking([]bool{yes, no, yes}, 2, Relevance{{0}, {0}, {1}})
	d := [3]float64{1, 1 / math.Log2(3), 1 / math.Log2(4)}
	near(t, "@M", r.At(M).AlphaNDCG, (d[0]+d[1]/2+d[2])/(d[0]+d[1]+d[2]/2))
	near(t, "@2", r.At(2).AlphaNDCG, (d[0]+d[1]/2)/(d[0]+d[1]))
	near(t, "@1", r.At(1).AlphaNDCG, 1)
	none := NewRanking([]bool{no}, 1, Relevance{nil})
	near(t, "nothing relevant", none.At(M).AlphaNDCG, 0)
}

func TestRelevanceOfWrongSizePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	NewRanking([]bool{yes}, 2, Relevance{{0}, {1}})
}

// TestConventions works every convention at k = 5 by hand, over four
// documents: hits/predictions/targets of 2/4/2, 1/10/4 (the hit among the first five), 0/3/0, 0/0/1.
func TestConventions(t *testing.T) {
	tally, unpadded := NewTally([]K{5, M}, false), NewTally([]K{5, M}, true)
	docs := []Ranking{
		NewRanking([]bool{yes, no, yes, no}, 2, nil),
		NewRanking([]bool{no, no, yes, no, no, no, no, no, no, no}, 4, nil),
		NewRanking([]bool{no, no, no}, 0, nil),
		NewRanking(nil, 1, nil),
	}
	for i := range docs {
		tally.Add(&docs[i])
		unpadded.Add(&docs[i])
	}
	f1 := func(p, r float64) float64 { return 2 * p * r / (p + r) }
	for _, c := range []struct {
		convention Convention
		p, r, f1   float64
	}{
		{Macro, (2./5 + 1./5) / 4, (1 + 1./4) / 4, f1((2./5+1./5)/4, (1+1./4)/4)},
		{MacroWithTargets, (2./5 + 1./5) / 3, (1 + 1./4) / 3, f1((2./5+1./5)/3, (1+1./4)/3)},
		{MacroUnpadded, (2./4 + 1./5) / 4, (1 + 1./4) / 4, f1((2./4+1./5)/4, (1+1./4)/4)},
		{MeanOfDocuments, (2./5 + 1./5) / 4, (1 + 1./4) / 4, (f1(2./5, 1) + f1(1./5, 1./4)) / 4},
		{Micro, 3. / 15, 3. / 7, f1(3./15, 3./7)},
	} {
		t.Run(c.convention.String(), func(t *testing.T) {
			v := tally.Values(c.convention, 0)
			near(t, "P", v.P, c.p)
			near(t, "R", v.R, c.r)
			near(t, "F1", v.F1, c.f1)
		})
	}
	near(t, "unpadded mean of documents", unpadded.Values(MeanOfDocuments, 0).F1, (f1(2./4, 1)+f1(1./5, 1./4))/4)
	near(t, "unpadded micro", unpadded.Values(Micro, 0).P, 3./12)
	if unpadded.Values(Macro, 0) != tally.Values(MacroUnpadded, 0) {
		t.Errorf("unpadded, macro is %+v", unpadded.Values(Macro, 0))
	}
	near(t, "macro MAP", tally.Values(Macro, 0).MAP, ((1+2./3)/2+(1./3)/4)/4)
	near(t, "macro MAP, documents with targets", tally.Values(MacroWithTargets, 0).MAP, ((1+2./3)/2+(1./3)/4)/3)
	if tally.Documents != 4 || tally.WithTargets != 3 || tally.Pool(0) != (Pool{3, 15, 7}) || unpadded.Pool(0) != (Pool{3, 12, 7}) {
		t.Errorf("counts %+v", tally)
	}
	near(t, "predicted mean", tally.PredictedMean(), 17./4)
	near(t, "targets mean", tally.TargetsMean(), 7./4)
	near(t, "MAE", tally.MAE(), (2+6+3+1)/4.)
}

func TestParseK(t *testing.T) {
	for _, s := range []string{"1", "5", "50", "10000", "M", "O", "G"} {
		if k, err := ParseK(s); err != nil || k.String() != s {
			t.Errorf("ParseK(%q) = %v, %v", s, k, err)
		}
	}
	for _, s := range []string{"", "0", "-1", "m", "5.0", "10001"} {
		if _, err := ParseK(s); err == nil {
			t.Errorf("ParseK(%q) did not fail", s)
		}
	}
}

// TestExpected works two documents out: with scores .5, .25, .25 of two targets, and with .75 of none.
func TestExpected(t *testing.T) {
	two, none := NewRanking([]bool{true, false, false}, 2, nil), NewRanking([]bool{false}, 0, nil)
	cuts := []K{2, 5, M, O}
	e, u := Expected{Tally: NewTally(cuts, false)}, Expected{Tally: NewTally(cuts, true)}
	for _, e := range []*Expected{&e, &u} {
		e.Add(&two, []float64{.5, .25, .25})
		e.Add(&none, []float64{.75})
		near(t, "hits", e.Hits, 1.75)
	}
	for i, want := range []struct{ p, unpadded, r float64 }{
		{.75/2 + .75/2, .75/2 + .75, .75 / 2}, {1./5 + .75/5, 1./3 + .75, 1. / 2}, {1./3 + .75, 1./3 + .75, 1. / 2}, {.75 / 2, .75 / 2, .75 / 2},
	} {
		v, u := e.Values(Macro, i), u.Values(Macro, i)
		near(t, "precision", v.P, want.p/2)
		near(t, "recall", v.R, want.r/2)
		near(t, "F1", v.F1, F1(want.p/2, want.r/2))
		near(t, "unpadded precision", u.P, want.unpadded/2)
		near(t, "unpadded recall", u.R, want.r/2)
	}
}
