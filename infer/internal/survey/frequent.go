package survey

import (
	"cmp"
	"maps"
	"slices"
)

// Frequent finds the most frequent of any number of keys in bounded memory (Misra and Gries, Science of Computer Programming 2, 1982;
// shrunk as in Agarwal et al., Mergeable Summaries, PODS 2012). The count of a key is at most its number of additions, and at least
// that less Lost.
type Frequent struct {
	Lost uint32 // what a count can lack; 0: counts are exact and no key is missing

	most   int
	counts map[uint64]uint32
}

// NewFrequent returns an empty Frequent that keeps between most and twice as many keys.
func NewFrequent(most int) *Frequent {
	return &Frequent{most: most, counts: map[uint64]uint32{}}
}

// Add adds a key.
func (f *Frequent) Add(key uint64) {
	if f.counts[key]++; len(f.counts) > 2*f.most {
		f.shrink()
	}
}

// Len returns the number of keys that are kept.
func (f *Frequent) Len() int { return len(f.counts) }

// shrink takes from every count the largest one that leaves at most most keys.
func (f *Frequent) shrink() {
	counts := slices.Sorted(maps.Values(f.counts))
	less := counts[len(counts)-1-f.most]
	for key, n := range f.counts {
		if n <= less {
			delete(f.counts, key)
		} else {
			f.counts[key] = n - less
		}
	}
	f.Lost += less
}

// Top returns the most keys with the greatest counts, and a bound: no other key was added more often. The bound is 0 if there is no
// other key.
func (f *Frequent) Top(most int) (keys []uint64, bound int64) {
	type counted struct {
		key   uint64
		count uint32
	}
	all := make([]counted, 0, len(f.counts))
	for key, n := range f.counts {
		all = append(all, counted{key, n})
	}
	slices.SortFunc(all, func(a, b counted) int { return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.key, b.key)) })
	bound = int64(f.Lost)
	if len(all) > most {
		bound, all = bound+int64(all[most].count), all[:most]
	}
	for _, c := range all {
		keys = append(keys, c.key)
	}
	return keys, bound
}
