package result

import (
	"context"

	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// Review counts the predictions of documents that people corrected.
type Review struct {
	Right     int64 // kept, or added by a person
	Struck    int64
	Unmarked  int64 // in the sheet without a mark: left out of every measure
	Unseen    int64 // not in the sheet: wrong in F1, and not among the judged
	Precision metric.Interval

	boot *metric.Bootstrap
}

func newReview() *Review { return &Review{boot: metric.NewBootstrap(2)} }

// add adds a document.
func (r *Review) add(v *match.Verdict, sampled bool) {
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
	if sampled {
		r.boot.Add(float64(right), float64(right+struck))
	}
}

// Share returns the precision among the predictions that a person judged: right ones of right and struck ones; 0 without any.
func (r *Review) Share() float64 { return share(float64(r.Right), float64(r.Right+r.Struck)) }

func share(part, of float64) float64 {
	if of == 0 {
		return 0
	}
	return part / of
}

// finish computes the interval of the precision.
func (r *Review) finish(ctx context.Context, s *Settings, threads int) error {
	all, err := r.boot.Intervals(ctx, s.Samples, s.Seed, threads, 1, func(means, into []float64) { into[0] = share(means[0], means[1]) })
	if err != nil {
		return err
	}
	r.Precision, r.boot = all[0], nil
	return nil
}

func (r *Review) metrics(s sheet, interval bool) {
	s.put("precision", r.Share())
	s.put("right", r.Right)
	s.put("struck", r.Struck)
	s.put("unmarked", r.Unmarked)
	s.put("unseen", r.Unseen)
	if interval {
		s.put("precision/low", r.Precision.Low)
		s.put("precision/high", r.Precision.High)
	}
}
