package wr

import (
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/train/internal/assign"
)

// tiny keeps the ratio and the mean of equation 4 finite, as in the released
// code.
const tiny = 1e-8

// Scales is how much a ∅ token counts in the loss.
type Scales struct {
	Present  float64 // λ_pre, for slots of the present half; 1: as much as any other token
	Absent   float64 // λ_abs, for slots of the absent half
	Adaptive bool    // multiply both by λ_adp of the document
}

// Row is one supervised slot of a batch.
type Row struct {
	Doc    int     // document in the batch, from 0
	Absent bool    // the slot is of the absent half
	Tokens []int32 // its target
}

// Rows appends the supervised slots of document doc, in order.
func (s Supervision) Rows(rows []Row, doc int) []Row {
	for i, t := range s.Targets {
		if s.Kinds[i] != Unimportant {
			rows = append(rows, Row{Doc: doc, Absent: i >= s.Present, Tokens: t})
		}
	}
	return rows
}

// Weights returns the loss weight of every target token of the rows, in order, and
// λ_adp of each of the docs documents (1 unless Adaptive). p has the teacher-forced
// probability of every target token in the same order, null that of ∅ at the first
// step of every row. The rows of a document need not be adjacent; their order is
// the order of summation.
func Weights[T assign.Float](s Scales, rows []Row, docs int, p, null []T) (weights, lambda []T) {
	lambda = make([]T, docs)
	if s.Adaptive {
		adapt(lambda, rows, p, null)
	} else {
		for d := range lambda {
			lambda[d] = 1
		}
	}
	weights = make([]T, 0, len(p))
	for _, r := range rows {
		scale := T(s.Present)
		if r.Absent {
			scale = T(s.Absent)
		}
		for _, id := range r.Tokens {
			if id == text.Null {
				weights = append(weights, scale*lambda[r.Doc])
			} else {
				weights = append(weights, 1)
			}
		}
	}
	return weights, lambda
}

// adapt computes λ_adp (equation 4) of every document.
func adapt[T assign.Float](lambda []T, rows []Row, p, null []T) {
	count := make([]T, len(lambda))
	first := 0
	for i, r := range rows {
		if !assign.IsNull(r.Tokens) {
			lambda[r.Doc] += Ratio(p[first], null[i])
			count[r.Doc]++
		}
		first += len(r.Tokens)
	}
	for d := range lambda {
		lambda[d] /= count[d] + tiny
		if lambda[d] == 0 {
			lambda[d] = 1
		}
	}
}

// Ratio is one term of equation 4: the probability that a slot gives to the first
// token of its target over the probability it gives to ∅, at most 1.
func Ratio[T assign.Float](first, null T) T {
	return min(1, (first+tiny)/(null+tiny))
}
