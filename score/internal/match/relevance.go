package match

import (
	"context"
	"index/suffixarray"
	"slices"
	"sort"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// fewPairs is the number of pairs of prediction and target up to which comparing each pair is faster than an index of
// the targets.
const fewPairs = 1 << 12

// relevance finds, for each prediction, the targets whose stems contain its stems as a string, even inside words.
func relevance(ctx context.Context, predictions, targets []*Phrase) (metric.Relevance, error) {
	if len(predictions)*len(targets) > fewPairs {
		return indexed(ctx, predictions, targets)
	}
	found := make(metric.Relevance, len(predictions))
	for i, p := range predictions {
		for t, target := range targets {
			if strings.Contains(target.Stems, p.Stems) {
				found[i] = append(found[i], int32(t))
			}
		}
	}
	return found, nil
}

// indexed is relevance for many phrases. Its time grows with the numbers of letters and matches, not with predictions
// times targets.
func indexed(ctx context.Context, predictions, targets []*Phrase) (metric.Relevance, error) {
	var joined []byte
	ends := make([]int, len(targets))
	for t, target := range targets {
		joined = append(joined, target.Stems...)
		ends[t] = len(joined)
	}
	index := suffixarray.New(joined)
	found := make(metric.Relevance, len(predictions))
	for i, p := range predictions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.Stems == "" {
			for t := range targets {
				found[i] = append(found[i], int32(t))
			}
			continue
		}
		for _, at := range index.Lookup([]byte(p.Stems), -1) {
			// A match across the border of two targets is in neither.
			if t := sort.SearchInts(ends, at+1); at+len(p.Stems) <= ends[t] {
				found[i] = append(found[i], int32(t))
			}
		}
		slices.Sort(found[i])
		found[i] = slices.Compact(found[i])
	}
	return found, nil
}
