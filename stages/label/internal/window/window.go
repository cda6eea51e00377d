// Package window groups documents into batches of similar cost.
//
// A window of documents, read in input order, is sorted by length and cut into batches. The results return to the place of
// their document in the window. Sorting and cutting change only the speed: the documents of a batch have similar lengths,
// and batches have similar numbers of tokens.
package window

import "slices"

// Limits close a batch before the document that would exceed one of them. A document that exceeds Tokens alone gets
// its own batch.
type Limits struct {
	Documents int // largest number of documents in a batch, at least 1
	Tokens    int // largest number of tokens in a batch
}

// Batches cuts documents of the given lengths (in tokens) into batches of their indices, longest first, and equal
// lengths in input order. Documents of length 0 are in no batch.
func Batches(lengths []int, l Limits) [][]int {
	order := make([]int, 0, len(lengths))
	for i, n := range lengths {
		if n > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return lengths[b] - lengths[a] })
	var batches [][]int
	for len(order) > 0 {
		n, tokens := 1, lengths[order[0]]
		for n < len(order) && n < l.Documents && tokens+lengths[order[n]] <= l.Tokens {
			tokens += lengths[order[n]]
			n++
		}
		batches = append(batches, order[:n:n])
		order = order[n:]
	}
	return batches
}
