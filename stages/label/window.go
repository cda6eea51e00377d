package label

import "slices"

// windowTokens is the largest weight of a window, since documents may be of any length.
const windowTokens = 2 << 20

// Full reports whether a number of documents with a weight fill a window; see Item.Weight.
func (o Options) Full(documents, weight int) bool {
	return documents >= o.Window || weight >= windowTokens
}

// firstWindow returns the number of items in the first window, at least 1. items must not be empty.
func (o Options) firstWindow(items []Item) int {
	weight := 0
	for i := range items {
		if weight += items[i].Weight(); o.Full(i+1, weight) {
			return i + 1
		}
	}
	return len(items)
}

// batches cuts a window of documents of these lengths in tokens into batches of similar cost: lists of their indices, longest first,
// and equal lengths in input order. A batch has at most these documents, at least 1, and tokens, unless one document has more.
// Documents of length 0 are in no batch.
func batches(lengths []int, documents, tokens int) (all [][]int) {
	var order []int
	for i, n := range lengths {
		if n > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return lengths[b] - lengths[a] })
	for len(order) > 0 {
		n, sum := 1, lengths[order[0]]
		for n < len(order) && n < documents && sum+lengths[order[n]] <= tokens {
			sum += lengths[order[n]]
			n++
		}
		all = append(all, order[:n:n])
		order = order[n:]
	}
	return all
}
