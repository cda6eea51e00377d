package metric

import "fmt"

// redundancy is the factor by which each earlier prediction for the same
// target lowers a gain: 1-α with α = 0.5.
const redundancy = 0.5

// novelty fills alpha and alphaIdeal (alpha-NDCG, Clarke et al., SIGIR 2008).
// The gain of a prediction is the sum over the targets it is relevant for of
// 0.5 to the number of earlier predictions relevant for that target. The ideal
// order is built greedily: at each rank the prediction of largest gain, the
// first of equals. A greedy order of depth k is the head of the full one, so
// one pass serves every cut.
func (r *Ranking) novelty(relevance Relevance) {
	n := r.Predictions
	if len(relevance) != r.Targets*n {
		panic(fmt.Sprintf("metric: relevance has %d entries, want %d targets x %d predictions", len(relevance), r.Targets, n))
	}
	weight := make([]float64, r.Targets)
	ones(weight)
	for j := range n {
		r.alpha[j+1] = r.alpha[j] + relevance.gain(weight, j, n)*discount(j)
		relevance.spend(weight, j, n)
	}
	ones(weight)
	used := make([]bool, n)
	for rank := range n {
		best, most := -1, -1.0
		for j := range n {
			if used[j] {
				continue
			}
			if g := relevance.gain(weight, j, n); g > most {
				best, most = j, g
			}
		}
		used[best] = true
		r.alphaIdeal[rank+1] = r.alphaIdeal[rank] + most*discount(rank)
		if most == 0 {
			fill(r.alphaIdeal[rank+1:], r.alphaIdeal[rank+1])
			return
		}
		relevance.spend(weight, best, n)
	}
}

// gain is the weight of the targets that prediction j of n is relevant for.
func (r Relevance) gain(weight []float64, j, n int) float64 {
	var sum float64
	for t, w := range weight {
		if r[t*n+j] {
			sum += w
		}
	}
	return sum
}

// spend lowers the weight of the targets that prediction j of n is relevant for.
func (r Relevance) spend(weight []float64, j, n int) {
	for t := range weight {
		if r[t*n+j] {
			weight[t] *= redundancy
		}
	}
}

func ones(x []float64) { fill(x, 1) }

func fill(x []float64, v float64) {
	for i := range x {
		x[i] = v
	}
}
