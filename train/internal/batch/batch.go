// Package batch puts the documents of an epoch into batches.
package batch

import (
	"cmp"
	"slices"

	"wrone2set/stages/data/random"
)

// Order names a way to make batches.
type Order string

// The orders.
const (
	// Shuffle mixes all documents anew each epoch.
	Shuffle Order = "shuffle"
	// ByCount puts documents with equally many targets together, so that few
	// ∅ targets are needed to pad a batch, and mixes the batches ("SetTrans
	// with batching" of Xie et al. 2022, section 6.1).
	ByCount Order = "by-count"
)

// Plan says how the documents of a corpus are put into batches.
type Plan struct {
	Order     Order
	Documents int    // number of documents, numbered from 0
	Size      int    // documents in a batch, at least 1; the last batch of an order may be smaller
	Seed      uint64 // of the run
	Counts    []int  // targets of each document; only ByCount looks
}

// Steps returns the number of batches in an epoch.
func (p Plan) Steps() int { return (p.Documents + p.Size - 1) / p.Size }

// Epoch returns the batches of an epoch (from 1), each a list of document
// numbers. They depend on the plan and the epoch alone.
func (p Plan) Epoch(epoch int) [][]int {
	documents := random.Permutation(random.Key(p.Seed, purposeDocuments, uint64(epoch)), p.Documents)
	if p.Order == Shuffle {
		return p.cut(documents)
	}
	p.byCount(documents)
	batches := p.cut(documents)
	mixed := make([][]int, len(batches))
	for i, b := range random.Permutation(random.Key(p.Seed, purposeBatches, uint64(epoch)), len(batches)) {
		mixed[i] = batches[b]
	}
	return mixed
}

// What random numbers are drawn for, so that no two purposes share a key.
const (
	purposeDocuments = 1
	purposeBatches   = 2
)

// InOrder returns the batches of a corpus that is not mixed, as for
// validation: file order, or by number of targets under ByCount.
func (p Plan) InOrder() [][]int {
	documents := make([]int, p.Documents)
	for i := range documents {
		documents[i] = i
	}
	if p.Order == ByCount {
		p.byCount(documents)
	}
	return p.cut(documents)
}

func (p Plan) byCount(documents []int) {
	slices.SortStableFunc(documents, func(a, b int) int { return cmp.Compare(p.Counts[a], p.Counts[b]) })
}

func (p Plan) cut(documents []int) [][]int {
	return slices.Collect(slices.Chunk(documents, p.Size))
}
