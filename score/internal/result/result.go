// Package result collects the scores of one test set, document by document, and gives them their names in
// metrics.json:
//
//	TEST/KIND/CONVENTION/METRIC@K     kp20k/present/macro/f1@5
//	TEST/KIND/COUNT                   kp20k/absent/documents_with_targets
//	TEST/duplication
//	TEST/KIND/calibration/…           if the predictions have scores that may be probabilities
//	TEST/slots/calibration/…          of every slot's phrase without ∅
//	TEST/over_estimation/HALF/…       if there is a slots file
//	TEST/review/…                     if a review has the keyphrases
//
// KIND is present, absent or all. CONVENTION is one of metric.Conventions. METRIC is p, r, f1, map, ndcg or
// alpha_ndcg. Beside each convention stands its divisor: "documents" for the means; hits@K, predictions@K and
// targets@K for micro. A micro average has no ranking measures. The bounds of a 95 % bootstrap interval are f1@K/low
// and f1@K/high.
package result

import (
	"context"
	"fmt"
	"iter"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/caveat"
	"github.com/wrone2set/wrone2set/score/internal/estimate"
	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// Settings control how a Result counts.
type Settings struct {
	TestSet string
	Cuts    [len(metric.Kinds)][]metric.K // by kind
	// Released limits the result to what the authors' script reports. Unpadded
	// is the script's flag that divides by the existing predictions.
	Released, Unpadded bool
	Bins               int // of the reliability diagram
	metric.Sampling
	Scored   bool // predictions have scores
	Foreign  bool // infer did not write the predictions: their scores need not be probabilities
	Slots    bool // there is a slots file
	Reviewed bool // a review has the keyphrases
}

// Result holds the scores of one test set. See New.
type Result struct {
	Settings
	Tally [len(metric.Kinds)]*metric.Tally

	Predicted int64 // predictions before any filter
	Distinct  int64 // of these, not repeated

	// Calibration and Expected are nil if Uncalibrated, the reason, is not "".
	Calibration  [len(metric.Kinds)]*calibration.Diagram
	Expected     [len(metric.Kinds)]*metric.Expected
	Uncalibrated string
	Caveats      caveat.Counts
	Review       *Review // nil without a review

	SlotScores *calibration.Diagram // of every slot's phrase without ∅; nil without slots
	Over       *estimate.Over       // nil without slots

	Headlines []Headline // macro F1 of present and absent at 5 and M, if these are among the cuts
	boot      *metric.Bootstrap
}

// Headline is a macro F1 with its precision and recall, and its interval, which is zero without bootstrap.
type Headline struct {
	Kind metric.Kind
	K    metric.K
	metric.Values
	Interval metric.Interval

	cut int // index of K among the kind's cuts
}

// Review counts the predictions of documents that people corrected.
type Review struct {
	Right     int64 // kept, or added by a person
	Struck    int64
	Unmarked  int64 // in the sheet without a mark: left out of every measure
	Unseen    int64 // not in the sheet: wrong in F1, and not among the judged
	Precision metric.Interval

	boot *metric.Bootstrap
}

// Share returns the precision among the predictions that a person judged: right ones of right and struck ones; 0 without any.
func (r *Review) Share() float64 { return metric.Quotient(float64(r.Right), float64(r.Right+r.Struck)) }

// Judged is a document with its judged predictions.
type Judged struct {
	Verdict match.Verdict
	Scores  []float64      // of the predictions, in order; nil without scores
	Slots   []schemas.Slot // nil without slots
	Correct []bool         // per slot: its phrase without ∅ is right
	Caveats caveat.Counts
}

// Counted yields the predictions that count, in order, with their scores, which are 0 without scores.
func (d *Judged) Counted() iter.Seq2[*match.Phrase, float64] {
	return func(yield func(*match.Phrase, float64) bool) {
		for i := range d.Verdict.Predictions {
			p, score := &d.Verdict.Predictions[i], 0.0
			if d.Scores != nil {
				score = d.Scores[i]
			}
			if p.Counts() && !yield(p, score) {
				return
			}
		}
	}
}

// PR returns the document's precision and recall of a kind at a cut, by the paper's convention or, if Unpadded, that of the
// released script.
func (s *Settings) PR(d *Judged, kind metric.Kind, k metric.K) (p, r float64) {
	at := d.Verdict.Rankings[kind].At(k)
	if s.Unpadded {
		return at.UnpaddedP, at.R
	}
	return at.P, at.R
}

// New returns the scores of an empty test set.
func New(s Settings) *Result {
	r := &Result{Settings: s}
	for _, kind := range metric.Kinds {
		r.Tally[kind] = metric.NewTally(s.Cuts[kind], s.Unpadded)
		if s.Scored {
			r.Calibration[kind], r.Expected[kind] = calibration.New(s.Bins), &metric.Expected{Tally: metric.NewTally(s.Cuts[kind], s.Unpadded)}
		}
	}
	if !s.Scored {
		r.Uncalibrated = "the predictions have no scores"
	}
	if s.Slots {
		r.Over, r.SlotScores = &estimate.Over{}, calibration.New(s.Bins)
	}
	for _, kind := range []metric.Kind{metric.Present, metric.Absent} {
		for i, k := range s.Cuts[kind] {
			if k == 5 || k == metric.M {
				r.Headlines = append(r.Headlines, Headline{Kind: kind, K: k, cut: i})
			}
		}
	}
	r.boot = metric.NewBootstrap(2 * len(r.Headlines))
	if s.Reviewed {
		r.Review = &Review{boot: metric.NewBootstrap(2)}
	}
	return r
}

// Add adds a document. The last bits of the sums depend on the order, so callers add documents in file order. It
// fails if a score of our own predictions is not in [0, 1], or if the slots do not pass estimate.Over.Check.
func (r *Result) Add(d *Judged) error {
	v := &d.Verdict
	r.Caveats.Add(d.Caveats)
	r.Predicted += int64(len(v.Predictions))
	r.Distinct += int64(v.Distinct)
	for kind := range r.Tally {
		r.Tally[kind].Add(&v.Rankings[kind])
	}
	if r.Bootstrap > 0 {
		numbers := make([]float64, 0, 2*len(r.Headlines))
		for _, h := range r.Headlines {
			p, recall := r.PR(d, h.Kind, h.K)
			numbers = append(numbers, p, recall)
		}
		r.boot.Add(numbers...)
	}
	if r.Review != nil {
		r.Review.add(v)
	}
	if err := r.addScores(d); err != nil {
		return err
	}
	return r.addSlots(d)
}

// addScores adds the scores of the counted phrases to the diagrams and sums of their kinds.
func (r *Result) addScores(d *Judged) error {
	if r.Uncalibrated != "" {
		return nil
	}
	var scores [len(metric.Kinds)][]float64
	for p, score := range d.Counted() {
		// Another program's score may be a logit or a log-probability: that is not an error, only not a probability.
		if !calibration.Valid(score) && r.Foreign {
			r.Uncalibrated = fmt.Sprintf("the scores are not probabilities, one is %v", score)
			clear(r.Calibration[:])
			clear(r.Expected[:])
			return nil
		}
		for _, kind := range []metric.Kind{p.Kind(), metric.All} {
			if err := r.Calibration[kind].Add(score, p.Hit); err != nil {
				return err
			}
			scores[kind] = append(scores[kind], score)
		}
	}
	for kind := range r.Expected {
		r.Expected[kind].Add(&d.Verdict.Rankings[kind], scores[kind])
	}
	return nil
}

func (r *Result) addSlots(d *Judged) error {
	if r.Over == nil || d.Slots == nil {
		return nil
	}
	if err := r.Over.Check(d.Slots); err != nil {
		return err
	}
	r.Over.Add(d.Slots, d.Correct)
	for i, s := range d.Slots {
		if len(s.NonNull) == 0 {
			continue
		}
		if err := r.SlotScores.Add(float64(s.NonNullProbability), d.Correct[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *Review) add(v *match.Verdict) {
	var right, struck int64
	for i := range v.Predictions {
		switch p := &v.Predictions[i]; {
		case !p.Counts():
		case p.Hit:
			right++
		case p.Struck:
			struck++
		default:
			r.Unseen++
		}
	}
	r.Right, r.Struck, r.Unmarked = r.Right+right, r.Struck+struck, r.Unmarked+int64(v.Unknown)
	r.boot.Add(float64(right), float64(right+struck))
}

// Finish computes the headlines after the last document, on the given number of goroutines. It fails only with ctx.Err().
func (r *Result) Finish(ctx context.Context, threads int) error {
	intervals, err := r.boot.Intervals(ctx, r.Sampling, threads, len(r.Headlines), metric.F1s)
	if err != nil {
		return err
	}
	for i := range r.Headlines {
		h := &r.Headlines[i]
		h.Values, h.Interval = r.Tally[h.Kind].Values(metric.Macro, h.cut), intervals[i]
	}
	r.boot = nil
	if r.Review == nil {
		return nil
	}
	intervals, err = r.Review.boot.Intervals(ctx, r.Sampling, threads, 1, func(means, into []float64) { into[0] = metric.Quotient(means[0], means[1]) })
	r.Review.Precision, r.Review.boot = intervals[0], nil
	return err
}

// Conventions returns the conventions to report: all, or the three of the script.
func (r *Result) Conventions() []metric.Convention {
	if r.Released {
		return []metric.Convention{metric.Macro, metric.MeanOfDocuments, metric.Micro}
	}
	return metric.Conventions[:]
}

// Documents returns the number of documents.
func (r *Result) Documents() int64 { return r.Tally[metric.All].Documents }

// Duplication returns the share of predictions that repeat the stems of a higher one, pooled over documents before
// any filter; 0 without predictions.
func (r *Result) Duplication() float64 {
	if r.Predicted == 0 {
		return 0
	}
	return 1 - float64(r.Distinct)/float64(r.Predicted)
}
