package paper

import (
	"context"
	"math/bits"
	"slices"

	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/stages/data/random"
)

// mark tests, for each kind and cut, whether a system's F1 on a test set is above Baseline's, by a bootstrap over
// documents and seeds (Efron and Tibshirani 1993): a sample draws documents, the same for both systems, and for each
// system as many of its seeds as it has. A document's precision and recall are means over the drawn seeds. With one
// seed each the test does not cover the variation between trainings.
func (s *Study) mark(ctx context.Context, tables ...*Table) error {
	for _, system := range s.Systems {
		for i, test := range s.Tests {
			p, err := s.notAbove(ctx, system, test)
			if err != nil {
				return err
			}
			for kind, t := range tables {
				at := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Key == system })
				for cut := range cuts {
					if p != nil {
						t.Rows[at].Cells[i*len(cuts)+cut].P = &p[kind*len(cuts)+cut]
					}
				}
			}
		}
	}
	return nil
}

// notAbove returns the p-values of a system on a test set: of each cut of each kind in turn; nil if there is nothing to test.
func (s *Study) notAbove(ctx context.Context, system, test string) ([]float64, error) {
	ours, base := s.runsOf(system, test), s.runsOf(Baseline, test)
	if system == Baseline || s.Bootstrap == 0 || ours == nil || base == nil {
		return nil, nil
	}
	all := slices.Concat(ours, base)
	boot := metric.NewBootstrap(numbersOf * len(all))
	for i := range all[0].Documents {
		var numbers []float64
		for _, r := range all {
			for _, kind := range r.Documents[i].At {
				for _, at := range kind {
					numbers = append(numbers, at.P, at.R)
				}
			}
		}
		boot.Add(numbers...)
	}
	return boot.NotAbove(ctx, s.Sampling, s.Threads, len(kinds)*len(cuts), func(key uint64, means, into []float64) {
		us := drawnSeeds(key, means[:numbersOf*len(ours)])
		them := drawnSeeds(random.Mix(key), means[numbersOf*len(ours):])
		for i := range into {
			into[i] = metric.F1(us[2*i], us[2*i+1]) - metric.F1(them[2*i], them[2*i+1])
		}
	})
}

// numbersOf is the count of numbers of a document: precision and recall of each kind and cut.
const numbersOf = 2 * len(kinds) * len(cuts)

// drawnSeeds draws as many seeds as there are, with replacement, and returns the means over them. perSeed has numbersOf
// numbers of each seed.
func drawnSeeds(key uint64, perSeed []float64) (means [numbersOf]float64) {
	seeds := len(perSeed) / numbersOf
	for i := range seeds {
		drawn, _ := bits.Mul64(random.Mix(key^random.Mix(uint64(i)+1)), uint64(seeds))
		for j, x := range perSeed[int(drawn)*numbersOf : int(drawn+1)*numbersOf] {
			means[j] += x / float64(seeds)
		}
	}
	return means
}

// runsOf returns a system's runs on a test set in the order of the seeds, nil without one.
func (s *Study) runsOf(system, test string) (runs []*Run) {
	for _, seed := range s.Seeds {
		if r := s.runs[Model{system, seed}][test]; r != nil {
			runs = append(runs, r)
		}
	}
	return runs
}
