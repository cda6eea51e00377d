package metric

// Convention is a way to average over documents. Papers use several without saying which, and the F1 of the same
// predictions differs by several points between them.
type Convention int

// The conventions. P and R below are a document's precision and recall.
const (
	// Macro is the paper's: mean P and mean R over all documents, and their
	// harmonic mean as F1. P at k divides by k even if fewer were predicted.
	Macro Convention = iota
	// MacroWithTargets is Macro over the documents that have a target of the kind.
	MacroWithTargets
	// MacroUnpadded is Macro, but P at k divides by the smaller of k and the predictions.
	MacroUnpadded
	// MeanOfDocuments has the P and R of Macro; F1 is the mean of the documents' F1.
	MeanOfDocuments
	// Micro pools hits, predictions and targets of all documents before
	// dividing. A document with predictions counts k of them at a fixed k;
	// one without counts none. Micro has no ranking measures.
	Micro
)

// Conventions lists every convention in reporting order.
var Conventions = [...]Convention{Macro, MacroWithTargets, MacroUnpadded, MeanOfDocuments, Micro}

// conventions has the name of each convention in metrics.json, and its divisors in words.
var conventions = [...]struct{ name, means string }{
	{"macro", "F1 of mean P and mean R over all documents; @k divides by k"},
	{"macro_with_targets", "the same over documents with a target of the kind"},
	{"macro_unpadded", "all documents; @k divides by min(k, predictions)"},
	{"mean_of_documents", "P, R and F1 each averaged over all documents; @k divides by k"},
	{"micro", "hits, predictions and targets pooled over documents"},
}

func (c Convention) String() string { return conventions[c].name }

// Means describes the convention and its divisors in words.
func (c Convention) Means() string { return conventions[c].means }

// Values are the measures of a test set at one cut, each in [0, 1].
type Values struct {
	P, R, F1             float64
	MAP, NDCG, AlphaNDCG float64
}

// Pool holds the summed counts at one cut.
type Pool struct{ Hits, Predictions, Targets int64 }

// Tally sums one kind over documents. The order of Add decides the last bits of the sums, so callers add documents in
// file order.
type Tally struct {
	Cuts         []K
	Documents    int64 // documents added
	WithTargets  int64 // of these, with a target of the kind
	Predictions  int64 // predictions of the kind
	Targets      int64 // targets of the kind
	ErrorInCount int64 // sum of |targets − predictions|

	unpadded bool
	sums     []struct{ padded, unpadded sums } // one per cut
}

// sums are those at one cut. P at k divides by k, or, if unpadded, by the smaller of k and the predictions.
type sums struct {
	pool      Pool
	all, with Values // over all documents, and over those with a target
}

// NewTally returns an empty tally. If unpadded, every convention has the P of MacroUnpadded, as the authors' script computes it
// under its flag for the precision of Meng et al. (ACL 2017).
func NewTally(cuts []K, unpadded bool) *Tally {
	return &Tally{Cuts: cuts, unpadded: unpadded, sums: make([]struct{ padded, unpadded sums }, len(cuts))}
}

// Add adds one document.
func (t *Tally) Add(r *Ranking) {
	t.Predictions += int64(r.Predictions)
	t.Targets += int64(r.Targets)
	t.ErrorInCount += int64(max(r.Targets-r.Predictions, r.Predictions-r.Targets))
	if r.Targets > 0 {
		t.WithTargets++
	}
	t.add(r.At)
}

// add adds the values of one document at each cut.
func (t *Tally) add(at func(K) At) {
	t.Documents++
	for i, k := range t.Cuts {
		a := at(k)
		t.sums[i].padded.add(a, a.Depth, a.Values)
		a.P, a.F1 = a.UnpaddedP, a.UnpaddedF1
		t.sums[i].unpadded.add(a, a.Predicted, a.Values)
	}
}

func (s *sums) add(a At, predictions int, v Values) {
	s.pool.Hits += int64(a.Hits)
	s.pool.Predictions += int64(predictions)
	s.pool.Targets += int64(a.Targets)
	s.all.add(v)
	if a.Targets > 0 {
		s.with.add(v)
	}
}

func (v *Values) add(w Values) {
	v.P += w.P
	v.R += w.R
	v.F1 += w.F1
	v.MAP += w.MAP
	v.NDCG += w.NDCG
	v.AlphaNDCG += w.AlphaNDCG
}

func (t *Tally) at(i int, c Convention) *sums {
	if t.unpadded || c == MacroUnpadded {
		return &t.sums[i].unpadded
	}
	return &t.sums[i].padded
}

// Pool returns the pooled counts at the i-th cut, by which Micro divides.
func (t *Tally) Pool(i int) Pool { return t.at(i, Micro).pool }

// Values returns the measures of convention c at the i-th cut, 0 where the divisor is 0. Micro leaves the ranking
// measures 0.
func (t *Tally) Values(c Convention, i int) Values {
	var v Values
	switch s := t.at(i, c); c {
	case MeanOfDocuments:
		return s.all.over(t.Documents)
	case MacroWithTargets:
		v = s.with.over(t.WithTargets)
	case Micro:
		hits := float64(s.pool.Hits)
		v = Values{P: Quotient(hits, float64(s.pool.Predictions)), R: Quotient(hits, float64(s.pool.Targets))}
	default:
		v = s.all.over(t.Documents)
	}
	v.F1 = F1(v.P, v.R)
	return v
}

// MAE returns the mean absolute difference between a document's numbers of targets and predictions.
func (t *Tally) MAE() float64 { return Quotient(float64(t.ErrorInCount), float64(t.Documents)) }

// PredictedMean returns the mean number of predictions of the kind per document.
func (t *Tally) PredictedMean() float64 {
	return Quotient(float64(t.Predictions), float64(t.Documents))
}

// TargetsMean returns the mean number of targets of the kind per document.
func (t *Tally) TargetsMean() float64 { return Quotient(float64(t.Targets), float64(t.Documents)) }

func (v Values) over(n int64) Values {
	d := float64(n)
	return Values{
		P: Quotient(v.P, d), R: Quotient(v.R, d), F1: Quotient(v.F1, d),
		MAP: Quotient(v.MAP, d), NDCG: Quotient(v.NDCG, d), AlphaNDCG: Quotient(v.AlphaNDCG, d),
	}
}

// Expected is a Tally of the values that measures have on average if each score is the probability that its phrase is right.
// Let p be the scores of the first n predictions, where a cut takes n, and T the number of targets. The expected
// precision is Σp over the divisor of the cut, and the expected recall is Σp over T. T is the true number, not an
// expected one, so a document with more expected hits than targets has an expected recall above 1. Only Macro has a meaning, and
// of it only P, R and F1.
type Expected struct {
	*Tally
	Hits float64 // expected hits among all predictions
}

// Add adds one document: its ranking, and the scores of its predictions in the same order. It panics if scores is
// shorter than the ranking.
func (e *Expected) Add(r *Ranking, scores []float64) {
	upTo := make([]float64, r.Predictions+1)
	for i := range r.Predictions {
		upTo[i+1] = upTo[i] + scores[i]
	}
	e.Hits += upTo[r.Predictions]
	e.add(func(k K) At {
		a := r.At(k)
		a.divide(upTo[a.Predicted])
		return a
	})
}
