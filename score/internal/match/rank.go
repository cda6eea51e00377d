package match

import (
	"strings"

	"wrone2set/score/internal/metric"
)

// hit marks the predictions that equal a target and the targets that a counted
// prediction equals.
func hit(predictions, targets []Phrase) {
	for i := range predictions {
		p := &predictions[i]
		for t := range targets {
			if targets[t].Stems == p.Stems {
				p.Hit = true
				targets[t].Hit = targets[t].Hit || p.Counts()
			}
		}
	}
}

// rank reduces the phrases of one kind to what the measures need.
func rank(predictions, targets []Phrase, kind metric.Kind) metric.Ranking {
	ranked, gold := counted(predictions, kind), counted(targets, kind)
	hits := make([]bool, len(ranked))
	relevance := make(metric.Relevance, len(gold)*len(ranked))
	for i, p := range ranked {
		hits[i] = p.Hit
		for t, g := range gold {
			relevance[t*len(ranked)+i] = strings.Contains(g.Stems, p.Stems)
		}
	}
	return metric.NewRanking(hits, len(gold), relevance)
}

// counted is the counted phrases of a kind, in order.
func counted(phrases []Phrase, kind metric.Kind) []*Phrase {
	out := make([]*Phrase, 0, len(phrases))
	for i := range phrases {
		if p := &phrases[i]; p.Counts() && (kind == metric.All || p.Kind() == kind) {
			out = append(out, p)
		}
	}
	return out
}
