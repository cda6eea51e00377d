package fit

import (
	"fmt"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/extract"
)

const (
	strength = 5.  // λ of the penalty
	steps    = 8   // of Newton's method, more than needed to converge
	longest  = 1.5 // change of a weight in a step: rare terms would go too far
)

// Fit fits a model to documents. It is an error if all candidates are right, or all wrong.
func Fit(documents []Document) (*extract.Model, error) {
	rows, right := 0., 0.
	m := &extract.Model{Documents: len(documents), Unseen: unseen(documents)}
	n := len(extract.Terms)
	sums, squares := make([]float64, n), make([]float64, n)
	each(documents, func(x *extract.Values, weight float64, hit bool) {
		if rows += weight; hit {
			right += weight
		}
		for k, v := range x {
			sums[k], squares[k] = sums[k]+float64(weight*v), squares[k]+float64(weight*v*v)
		}
	})
	if right == 0 || right == rows {
		return nil, fmt.Errorf("%.0f of %.0f candidates of %d documents are right; a fit needs right and wrong ones", right, rows, len(documents))
	}
	for k, name := range extract.Terms {
		mean := sums[k] / rows
		scale := math.Sqrt(max(0, squares[k]/rows-float64(mean*mean)))
		if scale < 1e-9 {
			scale = 1
		}
		m.Weights = append(m.Weights, extract.Weight{Term: name, Mean: mean, Scale: scale})
	}
	zero := make([]float64, n)
	for range steps {
		newton(m, prior{weights: zero, strength: strength}, func(add func(x []float64, weight float64, right bool)) {
			each(documents, func(x *extract.Values, weight float64, right bool) { add(x[:], weight, right) })
		})
	}
	m.Thresholds = thresholds(m, documents)
	return m, nil
}

// prior is where weights are without documents. The penalty is ½·strength·Σ (weight − prior)², and with held that of the base, too.
type prior struct {
	base     float64
	weights  []float64
	strength float64
	held     float64 // strength for the base
}

// newton makes a step on rows, of which no weight changes by more than longest, and returns the largest change.
func newton(m *extract.Model, from prior, rows rows) (most float64) {
	n := len(m.Weights) + 1
	slope, bend := make([]float64, n), make([][]float64, n)
	for i := range bend {
		bend[i] = make([]float64, n)
		bend[i][i] = from.strength
	}
	if from.held > 0 {
		bend[0][0], slope[0] = from.held, from.held*(m.Base-from.base)
	}
	for k, w := range m.Weights {
		slope[k+1] = from.strength * (w.Weight - from.weights[k])
	}
	z := make([]float64, n)
	z[0] = 1
	rows(func(x []float64, weight float64, hit bool) {
		margin := m.Base
		for k, w := range m.Weights {
			z[k+1] = (x[k] - w.Mean) / w.Scale
			margin += float64(w.Weight * z[k+1])
		}
		p := 1 / (1 + math.Exp(-margin))
		err := p
		if hit {
			err--
		}
		for i := range z {
			slope[i] += float64(weight * err * z[i])
			for j := range z[:i+1] {
				bend[i][j] += float64(weight * p * (1 - p) * z[i] * z[j])
			}
		}
	})
	step := solve(bend, slope)
	for _, s := range step {
		most = max(most, math.Abs(s))
	}
	// A whole step may lead far off where a term is rare: it is halved until the loss falls.
	share, start := min(1, longest/max(most, 1e-12)), m.Base
	weights := slices.Clone(m.Weights)
	before := loss(m, from, rows)
	for range mostHalvings {
		m.Base = start - float64(share*step[0])
		for k := range m.Weights {
			m.Weights[k].Weight = weights[k].Weight - float64(share*step[k+1])
		}
		if loss(m, from, rows) <= before {
			return most
		}
		share /= 2
	}
	m.Base, m.Weights = start, weights
	return 0
}

// mostHalvings of a step: beyond it nothing is gained.
const mostHalvings = 20

// loss is what a fit makes small: the log-loss of all rows and the penalty.
func loss(m *extract.Model, from prior, rows rows) float64 {
	sum := from.held * (m.Base - from.base) * (m.Base - from.base) / 2
	for k, w := range m.Weights {
		sum += float64(from.strength * (w.Weight - from.weights[k]) * (w.Weight - from.weights[k]) / 2)
	}
	rows(func(x []float64, weight float64, right bool) {
		margin := m.Base
		for k, w := range m.Weights {
			margin += float64(w.Weight * ((x[k] - w.Mean) / w.Scale))
		}
		if right {
			margin = -margin
		}
		sum += float64(weight * (max(margin, 0) + math.Log1p(math.Exp(-math.Abs(margin)))))
	})
	return sum
}

// rows calls add with every candidate.
type rows func(add func(x []float64, weight float64, right bool))

// solve solves a·x = b for a positive definite matrix, whose lower half is given, by Cholesky's decomposition.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := range i + 1 {
			s := a[i][j]
			for k := range j {
				s -= float64(a[i][k] * a[j][k])
			}
			if a[i][j] = s / a[j][j]; i == j {
				a[i][i] = math.Sqrt(s)
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		s := b[i]
		for k := range i {
			s -= float64(a[i][k] * x[k])
		}
		x[i] = s / a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= float64(a[k][i] * x[k])
		}
		x[i] /= a[i][i]
	}
	return x
}

// each calls f for every candidate, with the weight of its document.
func each(documents []Document, f func(x *extract.Values, weight float64, right bool)) {
	for i := range documents {
		for k := range documents[i].Candidates {
			f(&documents[i].Candidates[k].Values, documents[i].Weight, documents[i].Right[k])
		}
	}
}

// unseen returns the distribution over documents of the number of present keyphrases that are not candidates.
func unseen(documents []Document) []float64 {
	var n []float64
	sum := 0.
	for i := range documents {
		sum += documents[i].Weight
	}
	for i := range documents {
		missed := min(documents[i].Missed, 20)
		for len(n) <= missed {
			n = append(n, 0)
		}
		n[missed] += documents[i].Weight / sum
	}
	return n
}
