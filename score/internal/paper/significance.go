package paper

import (
	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// marks tests, for each kind and cut, whether a system's F1 on a test set is above Baseline's, by a paired bootstrap
// over documents (Efron and Tibshirani 1993). A document's precision and recall are means over the seeds of its
// system.
func (s *Study) marks(system, test string) (marks [len(kinds)][len(cuts)]Mark) {
	ours, base := s.documentMeans(system, test), s.documentMeans(Baseline, test)
	if system == Baseline || s.samples == 0 || ours == nil || base == nil {
		return marks
	}
	boot := metric.NewBootstrap(2 * numbersOf)
	for i := range ours {
		boot.Add(append(flat(&ours[i]), flat(&base[i])...)...)
	}
	not := boot.NotAbove(s.samples, s.seed, s.threads, len(kinds)*len(cuts), func(means, into []float64) {
		for i := range into {
			into[i] = metric.F1(means[2*i], means[2*i+1]) - metric.F1(means[numbersOf+2*i], means[numbersOf+2*i+1])
		}
	})
	for i, p := range not {
		marks[i/len(cuts)][i%len(cuts)] = Mark{Tested: true, P: p}
	}
	return marks
}

// numbersOf is how many numbers a document has: precision and recall of each kind and cut.
const numbersOf = 2 * len(kinds) * len(cuts)

func flat(d *Document) (numbers []float64) {
	for _, kind := range d.At {
		for _, at := range kind {
			numbers = append(numbers, at.P, at.R)
		}
	}
	return numbers
}

// documentMeans returns the documents of a test set as means over the seeds of a system, nil without a run.
func (s *Study) documentMeans(system, test string) (means []Document) {
	n := 0.0
	for _, seed := range s.Seeds {
		r := s.runs[Model{system, seed}][test]
		if r == nil {
			continue
		}
		if n++; means == nil {
			means = make([]Document, len(r.Documents))
		}
		for i, d := range r.Documents {
			for k := range d.At {
				for c, at := range d.At[k] {
					sum := &means[i].At[k][c]
					sum.P, sum.R = sum.P+at.P, sum.R+at.R
				}
			}
		}
	}
	for i := range means {
		for k := range means[i].At {
			for c := range means[i].At[k] {
				sum := &means[i].At[k][c]
				sum.P, sum.R = sum.P/n, sum.R/n
			}
		}
	}
	return means
}
