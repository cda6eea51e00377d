package metric

// Expected sums what scores promise, if each is the probability that its phrase is right: in a document with predictions
// of probabilities p of which a cut takes the first n, and with T targets, the expected precision is Σp over what the
// cut divides by, and the expected recall Σp over T. T is the number that the document has, which the scores know
// nothing of, so a document that promises more hits than it has targets has an expected recall above 1.
type Expected struct {
	Hits float64 // all predictions

	documents int64
	ks        []K
	sums      []struct{ p, unpadded, r float64 } // one a cut
}

// NewExpected returns what no document promises at the cuts ks.
func NewExpected(ks []K) *Expected {
	return &Expected{ks: ks, sums: make([]struct{ p, unpadded, r float64 }, len(ks))}
}

// Add adds one document: the scores of the predictions of the ranking, in their order. It panics if there are fewer.
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
		s.p += quotient(hits, float64(a.Depth))
		s.unpadded += quotient(hits, float64(a.Predicted))
		s.r += quotient(hits, float64(a.Targets))
	}
}

// Macro is mean P and mean R over all documents at the i-th cut and their F1, as Macro or, unpadded, MacroUnpadded has
// them; 0 without documents.
func (e *Expected) Macro(i int, unpadded bool) Values {
	s, n := e.sums[i], float64(e.documents)
	v := Values{P: quotient(s.p, n), R: quotient(s.r, n)}
	if unpadded {
		v.P = quotient(s.unpadded, n)
	}
	return harmonic(v)
}
