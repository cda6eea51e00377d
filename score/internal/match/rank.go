package match

import (
	"context"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// hit marks the predictions that equal a target, and the targets that equal a counted prediction.
func hit(predictions, targets []Phrase) {
	wanted, counted := make(map[string]bool, len(targets)), make(map[string]bool, len(predictions))
	for i := range targets {
		wanted[targets[i].key()] = true
	}
	for i := range predictions {
		p := &predictions[i]
		p.Hit = wanted[p.key()]
		if p.Counts() {
			counted[p.key()] = true
		}
	}
	for i := range targets {
		targets[i].Hit = counted[targets[i].key()]
	}
}

// rank reduces the phrases of one kind to what the measures need.
func rank(ctx context.Context, predictions, targets []Phrase, kind metric.Kind) (metric.Ranking, error) {
	ranked, gold := counted(predictions, kind), counted(targets, kind)
	hits := make([]bool, len(ranked))
	for i, p := range ranked {
		hits[i] = p.Hit
	}
	relevant, err := relevance(ctx, ranked, gold)
	if err != nil {
		return metric.Ranking{}, err
	}
	return metric.NewRanking(hits, len(gold), relevant), nil
}

// counted returns the counted phrases of a kind, in order.
func counted(phrases []Phrase, kind metric.Kind) []*Phrase {
	out := make([]*Phrase, 0, len(phrases))
	for i := range phrases {
		if p := &phrases[i]; p.Counts() && (kind == metric.All || p.Kind() == kind) {
			out = append(out, p)
		}
	}
	return out
}
