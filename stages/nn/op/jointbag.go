package op

import "github.com/wrone2set/wrone2set/stages/nn/kernel"

// bag computes the constraint. It leaves half its derivative with respect to each document's bag in bags.
func (o *joint[T]) bag() T {
	size := o.Words.Size()
	o.bags = o.pass.Pool.Zeros(o.ask.Docs * size)
	right := make([]map[int32]T, o.ask.Docs)
	for d := range right {
		right[d] = map[int32]T{}
	}
	for i, t := range o.ask.Tagged {
		for _, word := range t.Bag {
			o.bags[t.Doc*size+int(word)] += 1 - o.tags[o.first[i]]
			if t.Tag != 0 {
				right[t.Doc][word]++
			}
		}
	}
	// One row after the other: several rows add to one bag.
	for i, f := range o.ask.Filled {
		kernel.Add(o.pass.Workers, o.bags[f.Doc*size:(f.Doc+1)*size], o.words[i*size:(i+1)*size])
		right[f.Doc][f.Word]++
	}
	sums := make([]T, o.ask.Docs)
	o.pass.Workers.Split(o.ask.Docs, 1, func(lo, hi int) {
		for d := lo; d < hi; d++ {
			bag, n := o.bags[d*size:(d+1)*size], T(max(1, len(right[d])))
			for word, k := range right[d] {
				bag[word] -= k
			}
			for j, v := range bag {
				sums[d] += T(v * v)
				bag[j] = v / n
			}
			sums[d] /= n
		}
	})
	// Add the documents in order: the sum must not depend on the number of threads.
	var sum T
	for _, s := range sums {
		sum += s
	}
	return sum
}
