package metric

import "math"

// Ranking is the ranked predictions of one kind of one document, reduced to what every measure needs. Index i of each
// slice is the value over the first i predictions, so each slice has Predictions+1 entries and starts with 0.
type Ranking struct {
	Predictions int // predictions of the kind, after filtering
	Targets     int // distinct targets of the kind

	hits       []int32   // predictions that equal a target
	precision  []float64 // sum over hits of the precision at their rank
	gain       []float64 // discounted gain: 1/log2(rank+1) for each hit
	alpha      []float64 // discounted gain of alpha-NDCG
	alphaIdeal []float64 // alpha of the greedy ideal order
}

// NewRanking reduces the predictions of one kind to a Ranking. hits has one entry per prediction, best first: whether
// it equals a target. With a nil relevance, alpha-NDCG is 0. NewRanking panics if relevance is neither nil nor
// len(hits) long, or names a target that does not exist.
func NewRanking(hits []bool, targets int, relevance Relevance) Ranking {
	n := len(hits)
	// One allocation for all sums: this runs three times per document.
	sums := make([]float64, 4*(n+1))
	r := Ranking{
		Predictions: n, Targets: targets,
		hits:       make([]int32, n+1),
		precision:  sums[0*(n+1) : 1*(n+1)],
		gain:       sums[1*(n+1) : 2*(n+1)],
		alpha:      sums[2*(n+1) : 3*(n+1)],
		alphaIdeal: sums[3*(n+1) : 4*(n+1)],
	}
	for i, hit := range hits {
		r.hits[i+1], r.precision[i+1], r.gain[i+1] = r.hits[i], r.precision[i], r.gain[i]
		if hit {
			r.hits[i+1]++
			r.precision[i+1] += float64(r.hits[i+1]) / float64(i+1)
			r.gain[i+1] += discount(i)
		}
	}
	if relevance != nil {
		r.novelty(relevance)
	}
	return r
}

// At is one kind of one document at one cut. All measures are in [0, 1].
type At struct {
	Hits      int // hits among the first Depth predictions
	Depth     int // divisor of P, missing predictions counted; 0 without predictions
	Predicted int // predictions counted: the smaller of the cut and the predictions
	Targets   int

	Values                        // precision divides by Depth; 0 where the divisor is 0
	UnpaddedP, UnpaddedF1 float64 // precision divides by Predicted
}

// At returns the document's values at cut k. A document without predictions of the kind has Depth 0 and zero
// everywhere: in pooled counts it adds no prediction rather than k of them, as in the authors' released script.
func (r *Ranking) At(k K) At {
	a := At{Targets: r.Targets}
	if r.Predictions == 0 {
		return a
	}
	a.Depth = k.Depth(r.Predictions, r.Targets)
	a.Predicted = min(a.Depth, r.Predictions)
	n := a.Predicted
	a.Hits = int(r.hits[n])
	a.divide(float64(a.Hits))
	a.MAP = Quotient(r.precision[n], float64(r.Targets))
	a.NDCG = Quotient(r.gain[n], idealGain(min(int(r.hits[r.Predictions]), n)))
	a.AlphaNDCG = Quotient(r.alpha[n], r.alphaIdeal[n])
	return a
}

// divide fills precision, recall and F1 for so many hits.
func (a *At) divide(hits float64) {
	a.P, a.UnpaddedP = Quotient(hits, float64(a.Depth)), Quotient(hits, float64(a.Predicted))
	a.R = Quotient(hits, float64(a.Targets))
	a.F1, a.UnpaddedF1 = F1(a.P, a.R), F1(a.UnpaddedP, a.R)
}

// F1 returns the harmonic mean of precision and recall, 0 if both are 0.
func F1(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// F1s computes the F1 of each pair of mean precision and mean recall, for Bootstrap.Intervals.
func F1s(means, into []float64) {
	for i := range into {
		into[i] = F1(means[2*i], means[2*i+1])
	}
}

// discount returns the weight of rank i (from 0): 1/log2(i+2).
func discount(i int) float64 {
	return 1 / math.Log2(float64(i+2))
}

// idealGain returns the discounted gain of n hits in the first n ranks.
func idealGain(n int) float64 {
	var sum float64
	for i := range n {
		sum += discount(i)
	}
	return sum
}

// Quotient returns a/b, 0 if b is 0.
func Quotient(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
