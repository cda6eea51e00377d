package metric

// Expected sums the values that measures have on average if each score is the probability that its phrase is right.
// Let p be the scores of the first n predictions, where a cut takes n, and T the number of targets. The expected
// precision is Σp over the divisor of the cut, and the expected recall is Σp over T. T is the true number, not an
// expected one, so a document with more expected hits than targets has an expected recall above 1.
type Expected struct {
	Hits float64 // expected hits among all predictions

	documents int64
	ks        []K
	sums      []struct{ p, unpadded, r float64 } // one per cut
}

// NewExpected returns an empty Expected at the cuts ks.
func NewExpected(ks []K) *Expected {
	return &Expected{ks: ks, sums: make([]struct{ p, unpadded, r float64 }, len(ks))}
}

// Add adds one document: its ranking, and the scores of its predictions in the same order. It panics if scores is
// shorter than the ranking.
func (e *Expected) Add(r *Ranking, scores []float64) {
	e.documents++
	upTo := make([]float64, r.Predictions+1)
	for i := range r.Predictions {
		upTo[i+1] = upTo[i] + scores[i]
	}
	e.Hits += upTo[r.Predictions]
	for i, k := range e.ks {
		a, s := r.At(k), &e.sums[i]
		hits := upTo[a.Predicted]
		s.p += Quotient(hits, float64(a.Depth))
		s.unpadded += Quotient(hits, float64(a.Predicted))
		s.r += Quotient(hits, float64(a.Targets))
	}
}

// Macro returns mean P and mean R over all documents at the i-th cut, and their F1, by the convention Macro or, if
// unpadded, MacroUnpadded. Without documents they are 0.
func (e *Expected) Macro(i int, unpadded bool) Values {
	s, n := e.sums[i], float64(e.documents)
	v := Values{P: Quotient(s.p, n), R: Quotient(s.r, n)}
	if unpadded {
		v.P = Quotient(s.unpadded, n)
	}
	return harmonic(v)
}
