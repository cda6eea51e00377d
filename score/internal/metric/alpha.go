package metric

import (
	"container/heap"
	"fmt"
)

// redundancy is the factor by which each earlier prediction for the same target lowers a gain: 1-α with α = 0.5.
const redundancy = 0.5

// Relevance lists, for each prediction, the targets for which it is relevant in alpha-NDCG: their indexes from 0, in
// rising order.
type Relevance [][]int32

// novelty fills alpha and alphaIdeal (alpha-NDCG, Clarke et al., SIGIR 2008). The gain of a prediction is the sum,
// over the targets it is relevant for, of 0.5 to the power of the number of earlier predictions relevant for that
// target. The ideal order is greedy: each rank takes the prediction of the largest gain, the first of equals. A
// greedy order of depth k is a prefix of the full one, so one pass serves every cut.
func (r *Ranking) novelty(relevance Relevance) {
	n := r.Predictions
	if len(relevance) != n {
		panic(fmt.Sprintf("metric: relevance of %d predictions, want %d", len(relevance), n))
	}
	weight := make(weights, r.Targets)
	weight.reset()
	for j, targets := range relevance {
		r.alpha[j+1] = r.alpha[j] + float64(weight.gain(targets)*discount(j))
		weight.spend(targets)
	}
	weight.reset()
	best := newChoice(relevance, weight)
	for rank := range n {
		most := best.next(weight)
		r.alphaIdeal[rank+1] = r.alphaIdeal[rank] + float64(most*discount(rank))
		if most == 0 { // gains never grow, so the rest adds nothing
			for i := rank + 2; i <= n; i++ {
				r.alphaIdeal[i] = r.alphaIdeal[rank+1]
			}
			return
		}
	}
}

// weights holds, per target, the gain of finding it once more.
type weights []float64

func (w weights) reset() {
	for t := range w {
		w[t] = 1
	}
}

// gain returns the summed weight of targets.
func (w weights) gain(targets []int32) float64 {
	var sum float64
	for _, t := range targets {
		sum += w[t]
	}
	return sum
}

// spend lowers the weight of targets.
func (w weights) spend(targets []int32) {
	for _, t := range targets {
		w[t] *= redundancy
	}
}

// choice yields the predictions in the ideal order. Predictions that are relevant for the same targets always gain
// the same, so they form one group and leave it in predicted order. Predictions without a relevant target gain
// nothing and are left out. A gain never grows: one computed earlier is an upper bound, and is computed again only at
// the top of the heap.
type choice []group

// group holds the predictions that are relevant for the same targets.
type group struct {
	targets []int32
	first   int // the earliest prediction not yet taken
	left    []int
	bound   float64
}

func newChoice(relevance Relevance, w weights) *choice {
	var c choice
	of := map[string]int{}
	var name []byte
	for j, targets := range relevance {
		if len(targets) == 0 {
			continue
		}
		name = name[:0]
		for _, t := range targets {
			name = append(name, byte(t), byte(t>>8), byte(t>>16), byte(t>>24))
		}
		if i, ok := of[string(name)]; ok {
			c[i].left = append(c[i].left, j)
			continue
		}
		of[string(name)] = len(c)
		c = append(c, group{targets: targets, first: j, bound: w.gain(targets)})
	}
	heap.Init(&c)
	return &c
}

// next takes the prediction of the largest gain, spends its targets and returns the gain, 0 if none is left.
func (c *choice) next(w weights) float64 {
	if len(*c) == 0 {
		return 0
	}
	top := &(*c)[0]
	for gain := w.gain(top.targets); gain < top.bound; gain = w.gain(top.targets) {
		top.bound = gain
		heap.Fix(c, 0)
	}
	gain := top.bound
	w.spend(top.targets)
	if len(top.left) == 0 {
		heap.Pop(c)
		return gain
	}
	top.first, top.left = top.left[0], top.left[1:]
	heap.Fix(c, 0)
	return gain
}

func (c choice) Len() int      { return len(c) }
func (c choice) Swap(i, j int) { c[i], c[j] = c[j], c[i] }

// Less puts the larger bound first and, of equals, the earlier prediction.
func (c choice) Less(i, j int) bool {
	if c[i].bound != c[j].bound {
		return c[i].bound > c[j].bound
	}
	return c[i].first < c[j].first
}

func (c *choice) Push(x any) { *c = append(*c, x.(group)) }

func (c *choice) Pop() any {
	last := len(*c) - 1
	x := (*c)[last]
	*c = (*c)[:last]
	return x
}
