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

// String returns the convention's name in metrics.json.
func (c Convention) String() string {
	return [...]string{"macro", "macro_with_targets", "macro_unpadded", "mean_of_documents", "micro"}[c]
}

// Means describes the convention and its divisors in words.
func (c Convention) Means() string {
	return [...]string{
		"F1 of mean P and mean R over all documents; @k divides by k",
		"the same over documents with a target of the kind",
		"all documents; @k divides by min(k, predictions)",
		"P, R and F1 each averaged over all documents; @k divides by k",
		"hits, predictions and targets pooled over documents",
	}[c]
}

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
	Documents    int64 // documents added
	WithTargets  int64 // of these, with a target of the kind
	Predictions  int64 // predictions of the kind
	Targets      int64 // targets of the kind
	ErrorInCount int64 // sum of |targets − predictions|

	ks   []K
	sums []sums // one per cut
}

type sums struct {
	pool               Pool
	all, with          Values // sums of padded P, R, F1 and of the ranking measures
	unpadded           float64
	unpaddedF1         float64
	unpaddedPrediction int64
}

// NewTally returns an empty tally over the cuts ks.
func NewTally(ks []K) *Tally {
	return &Tally{ks: ks, sums: make([]sums, len(ks))}
}

// Add adds one document.
func (t *Tally) Add(r *Ranking) {
	t.Documents++
	t.Predictions += int64(r.Predictions)
	t.Targets += int64(r.Targets)
	t.ErrorInCount += int64(max(r.Targets-r.Predictions, r.Predictions-r.Targets))
	if r.Targets > 0 {
		t.WithTargets++
	}
	for i, k := range t.ks {
		t.sums[i].add(r.At(k))
	}
}

func (s *sums) add(a At) {
	s.pool.Hits += int64(a.Hits)
	s.pool.Predictions += int64(a.Depth)
	s.pool.Targets += int64(a.Targets)
	s.unpadded += a.UnpaddedP
	s.unpaddedF1 += a.UnpaddedF1
	s.unpaddedPrediction += int64(a.Predicted)
	s.all.add(a)
	if a.Targets > 0 {
		s.with.add(a)
	}
}

func (v *Values) add(a At) {
	v.P += a.P
	v.R += a.R
	v.F1 += a.F1
	v.MAP += a.MAP
	v.NDCG += a.NDCG
	v.AlphaNDCG += a.AlphaNDCG
}

// Cuts returns the cuts of the tally, in the order given.
func (t *Tally) Cuts() []K { return t.ks }

// Pool returns the pooled counts at the i-th cut; unpadded counts only existing predictions.
func (t *Tally) Pool(i int, unpadded bool) Pool {
	p := t.sums[i].pool
	if unpadded {
		p.Predictions = t.sums[i].unpaddedPrediction
	}
	return p
}

// Values returns the measures of convention c at the i-th cut, 0 where the divisor is 0. Micro leaves the ranking
// measures 0.
func (t *Tally) Values(c Convention, i int) Values {
	s := &t.sums[i]
	switch c {
	case MacroWithTargets:
		return harmonic(s.with.over(t.WithTargets))
	case MacroUnpadded:
		v := s.all.over(t.Documents)
		v.P = Quotient(s.unpadded, float64(t.Documents))
		return harmonic(v)
	case MeanOfDocuments:
		return s.all.over(t.Documents)
	case Micro:
		return s.pool.values()
	}
	return harmonic(s.all.over(t.Documents))
}

// UnpaddedMean is MeanOfDocuments with P at k divided by the existing predictions. The authors' script computes it
// under its flag for the precision of Meng et al. (ACL 2017).
func (t *Tally) UnpaddedMean(i int) Values {
	s := &t.sums[i]
	v := s.all.over(t.Documents)
	v.P = Quotient(s.unpadded, float64(t.Documents))
	v.F1 = Quotient(s.unpaddedF1, float64(t.Documents))
	return v
}

// UnpaddedMicro is Micro counting only existing predictions.
func (t *Tally) UnpaddedMicro(i int) Values { return t.Pool(i, true).values() }

// MAE returns the mean absolute difference between a document's numbers of targets and predictions.
func (t *Tally) MAE() float64 { return Quotient(float64(t.ErrorInCount), float64(t.Documents)) }

// PredictedMean returns the mean number of predictions of the kind per document.
func (t *Tally) PredictedMean() float64 {
	return Quotient(float64(t.Predictions), float64(t.Documents))
}

// TargetsMean returns the mean number of targets of the kind per document.
func (t *Tally) TargetsMean() float64 { return Quotient(float64(t.Targets), float64(t.Documents)) }

func (p Pool) values() Values {
	v := Values{P: Quotient(float64(p.Hits), float64(p.Predictions)), R: Quotient(float64(p.Hits), float64(p.Targets))}
	return harmonic(v)
}

func harmonic(v Values) Values {
	v.F1 = F1(v.P, v.R)
	return v
}

func (v Values) over(n int64) Values {
	d := float64(n)
	return Values{
		P: Quotient(v.P, d), R: Quotient(v.R, d), F1: Quotient(v.F1, d),
		MAP: Quotient(v.MAP, d), NDCG: Quotient(v.NDCG, d), AlphaNDCG: Quotient(v.AlphaNDCG, d),
	}
}
