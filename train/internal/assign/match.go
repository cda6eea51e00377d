package assign

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Float is the precision of probabilities and scores.
type Float interface{ float32 | float64 }

// Probability returns P^i_t(id): the probability of an extended id at step t < K of
// the vanilla prediction of a row's slot. It is called for ids of Queries only.
type Probability[T Float] func(row, step int, id int32) T

// Queries returns, ascending and each once, the ids whose probabilities Match
// needs: the first k tokens of every keyphrase target. It is empty without
// keyphrases.
func (f Fixed) Queries(k int) []int32 {
	var ids []int32
	for _, t := range f.Targets {
		for _, id := range head(t, k) {
			if scored(id) {
				ids = append(ids, id)
			}
		}
	}
	slices.SortFunc(ids, cmp.Compare)
	return slices.Compact(ids)
}

// head returns the first k tokens of a target, or all if it is shorter.
func head(target []int32, k int) []int32 { return target[:min(k, len(target))] }

// scored reports whether a target token counts in a score.
func scored(id int32) bool { return id != text.Null && id != text.Pad }

// Scores returns the match scores of the rows [lo, hi) of one half, row-major
// by slot, then target: Σ_{t<k} P^i_t(y_t), in T.
func Scores[T Float](f Fixed, lo, hi, k int, p Probability[T]) []T {
	n := hi - lo
	s := make([]T, n*n)
	for i := range n {
		for j := range n {
			for t, id := range head(f.Targets[lo+j], k) {
				if scored(id) {
					s[i*n+j] += p(lo+i, t, id)
				}
			}
		}
	}
	return s
}

// Match assigns the targets to the slots, half by half, for the largest total score
// (equation 1 of Xie et al. 2022). Row i takes the target of row column[i], which
// lies in the same half. k is K, the number of steps predicted.
func Match[T Float](f Fixed, k int, p Probability[T]) (column []int) {
	for _, half := range [2][2]int{{0, f.Present}, {f.Present, len(f.Targets)}} {
		s := Scores(f, half[0], half[1], k, p)
		for _, j := range Assign(half[1]-half[0], s) {
			column = append(column, half[0]+j)
		}
	}
	return column
}
