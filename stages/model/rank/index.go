package rank

import (
	"math"
	"slices"
	"sort"
)

// Lists are lists of numbers, one after the other in all, so that the garbage collector has nothing to follow.
type Lists struct {
	starts []int // of each list, and the end of the last
	all    []int32
}

// NewLists returns no lists, with room for so many lists and numbers.
func NewLists(lists, numbers int) Lists {
	return Lists{make([]int, 1, lists+1), make([]int32, 0, numbers)}
}

// Slice returns the lists from first to before end, whose numbers it shares.
func (l *Lists) Slice(first, end int) Lists { return Lists{l.starts[first : end+1], l.all} }

// Append appends a number to the last list, which End ends.
func (l *Lists) Append(n int32) { l.all = append(l.all, n) }

// End ends a list.
func (l *Lists) End() { l.starts = append(l.starts, len(l.all)) }

// Of returns a list.
func (l *Lists) Of(i int32) []int32 { return l.all[l.starts[i]:l.starts[i+1]] }

// Invert returns, for each number below n, the lists that hold it, rising.
func (l *Lists) Invert(n int) Lists {
	next := make([]int, n+2) // [d+1]: where the next list that holds d is written
	first, last := l.starts[0], l.starts[len(l.starts)-1]
	for _, d := range l.all[first:last] {
		next[d+2]++
	}
	for d := range n {
		next[d+2] += next[d+1]
	}
	holding := make([]int32, last-first)
	for i := range int32(len(l.starts) - 1) {
		for _, d := range l.Of(i) {
			holding[next[d+1]] = i
			next[d+1]++
		}
	}
	return Lists{next[:n+1], holding}
}

// Index finds the things that are most similar to a text: labelled documents, concepts, words of labels. Each is a vector of
// weights of words, as TFIDF gives them.
type Index struct {
	Lists             // the things that have each word, rising
	Weights []float32 // of the words in these, in the order of Lists; nil: 1
	Scale   []float32 // of each thing: what its sums are multiplied by; nil: 1
}

// Near is a thing and how near it is; or a word of a vector and its weight.
type Near struct {
	Of     int32
	Weight float32
}

// NewIndex returns the index of things with weights, given for each word.
func NewIndex(words [][]Near) *Index {
	x := &Index{Lists: NewLists(len(words), 0)}
	for _, things := range words {
		for _, t := range things {
			x.Append(t.Of)
			x.Weights = append(x.Weights, t.Weight)
		}
		x.End()
	}
	return x
}

// Near returns the n things with the highest weights above 0, the highest first, of equal ones the first. The weight of a thing is
// its sum over the words of a vector, which Near leaves in sums, times its Scale and own. Things for which same holds, given their
// sum, are left out; nil: none.
func (x *Index) Near(vector []Near, own float32, n int, sums []float32, same func(thing int32, sum float32) bool) []Near {
	clear(sums)
	for _, w := range vector {
		x.add(sums, w)
	}
	all := make([]Near, 0, n+1)
	least := float32(math.SmallestNonzeroFloat32) // weight of the last of all once there are n
	for t := x.next(sums, own, least, 0); t < len(sums); t = x.next(sums, own, least, t+1) {
		weight := x.weight(sums, own, t)
		if len(all) == n && weight == least || same != nil && same(int32(t), sums[t]) {
			continue
		}
		at := sort.Search(len(all), func(i int) bool { return weight > all[i].Weight })
		if all = slices.Insert(all, at, Near{int32(t), weight}); len(all) > n {
			all = all[:n]
		}
		if len(all) == n {
			least = all[n-1].Weight
		}
	}
	return all
}

// weight returns the weight of a thing; see Near.
func (x *Index) weight(sums []float32, own float32, t int) float32 {
	if x.Scale == nil {
		return sums[t] * own
	}
	return sums[t] * x.Scale[t] * own
}

// next returns the first thing from t on with a weight of least or more, which NaN is not. All things pass here: a list of those with a
// sum above 0 would take longer to make.
func (x *Index) next(sums []float32, own, least float32, t int) int {
	if x.Scale == nil {
		for t < len(sums) && !(sums[t]*own >= least) {
			t++
		}
		return t
	}
	scale := x.Scale[:len(sums)]
	for t < len(sums) && !(sums[t]*scale[t]*own >= least) {
		t++
	}
	return t
}

// add adds to the sum of each thing that has a word the weight of the word there times its weight in the vector. The conversion
// rules out fused multiply-adds: equal bits on every CPU.
func (x *Index) add(sums []float32, word Near) {
	if x.Weights == nil {
		for _, t := range x.Of(word.Of) {
			sums[t] += word.Weight
		}
		return
	}
	for i := x.starts[word.Of]; i < x.starts[word.Of+1]; i++ {
		sums[x.all[i]] += float32(word.Weight * x.Weights[i])
	}
}

// Vote is how near documents speak for one of their labels.
type Vote struct {
	Label     int32
	Sum, Best float32 // sum and greatest of the weights of the documents that have it
	Count     int     // number of these documents
	First     int     // how many documents are nearer than the first of them
}

// AppendVotes appends to none the votes of documents, the nearest first, for the labels that each was given. at has a place for each
// label; it is all 0 before and after.
func AppendVotes(all []Vote, near []Near, given *Lists, at []int32) []Vote {
	for rank, n := range near {
		for _, label := range given.Of(n.Of) {
			if at[label] == 0 {
				all = append(all, Vote{Label: label, Best: n.Weight, First: rank})
				at[label] = int32(len(all))
			}
			v := &all[at[label]-1]
			v.Sum, v.Count = v.Sum+n.Weight, v.Count+1
		}
	}
	for i := range all {
		at[all[i].Label] = 0
	}
	return all
}

// TFIDF returns the weight of a word that occurs a number of times in a document and in found of so many documents.
func TFIDF(times, found, documents float64) float64 {
	return (1 + math.Log(times)) * math.Log(documents/found)
}
