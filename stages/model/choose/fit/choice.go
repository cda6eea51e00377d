package fit

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
)

// unseen returns the distribution, over documents, of the number of targets of a kind that are not candidates.
func unseen(documents []Labelled, present bool) []float64 {
	missed := make([]int, len(documents))
	for i := range documents {
		missed[i] = documents[i].of(present).Missed
	}
	return fit.Unseen(missed, nil)
}

// thresholds returns the thresholds of held-out candidates of both kinds.
func thresholds(all []example, held map[*choose.Candidate]float64) []rank.Threshold {
	corpus := make([]rank.Mass, len(all))
	for i, e := range all {
		corpus[i] = rank.Mass{Probability: held[e.Candidate], Weight: 1}
	}
	return rank.Thresholds(corpus)
}

// bestF1 returns the means, over documents, of the expected and of the actual F1 of the sets that choose.BestF1 picks by
// held-out probabilities, among all candidates. The probabilities in held are calibrated; k.Unseen is that of all documents.
func bestF1(documents []Labelled, k *choose.Kind, present bool, held map[*choose.Candidate]float64) (expected, measured float64) {
	for i := range documents {
		d := &documents[i]
		var judged []judgement
		for j := range d.Candidates {
			if c := &d.Candidates[j]; c.Present == present {
				judged = append(judged, judgement{held[c], d.Right[j]})
			}
		}
		slices.SortStableFunc(judged, func(a, b judgement) int { return cmp.Compare(b.probability, a.probability) })
		p := make([]float64, len(judged))
		for j := range judged {
			p[j] = judged[j].probability
		}
		n, f1 := rank.Best(p, k.Unseen)
		expected += f1
		hits := 0
		for _, j := range judged[:n] {
			if j.right {
				hits++
			}
		}
		if both := n + d.of(present).Targets; both > 0 {
			measured += float64(2*hits) / float64(both)
		}
	}
	n := float64(len(documents))
	return expected / n, measured / n
}

// judgement is the probability given to a candidate, and the outcome.
type judgement struct {
	probability float64
	right       bool
}
