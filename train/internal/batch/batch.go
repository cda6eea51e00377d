// Package batch forms the batches of an epoch.
package batch

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/random"
)

// Order names a way to form batches.
type Order string

// The orders.
const (
	// Shuffle shuffles all documents anew in each epoch.
	Shuffle Order = "shuffle"
	// ByCount groups documents with equal numbers of targets, so that a batch
	// needs few ∅ targets as padding, and shuffles the batches ("SetTrans
	// with batching" of Xie et al. 2022, section 6.1).
	ByCount Order = "by-count"
)

// Plan is the input for forming batches of a corpus.
type Plan struct {
	Order     Order
	Documents int    // number of documents, numbered from 0
	Size      int    // documents per batch, at least 1; the last batch of an order may be smaller
	Seed      uint64 // of the run
	Counts    []int  // targets of each document; used by ByCount only
}

// Steps returns the number of batches in an epoch.
func (p Plan) Steps() int { return (p.Documents + p.Size - 1) / p.Size }

// Epoch returns the batches of an epoch (from 1), each a list of document numbers.
// They depend on the plan and the epoch alone.
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

// The purposes of random numbers, so that no two share a key.
const (
	purposeDocuments = 1
	purposeBatches   = 2
)

// InOrder returns the batches of a corpus without shuffling, as for validation: in
// file order, or by number of targets under ByCount.
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
