package rank

import "slices"

// Forest gives the margins of many candidates at once. It replaces each feature by its rank among the numbers that the trees
// compare it with, so that one word of the CPU holds a feature of eight candidates, and answers a question for all eight (Lucchese
// et al., QuickScorer, SIGIR 2015, compare ranks in the same way). Margins are those of Judge.Margin to the bit.
type Forest struct {
	judge     *Judge
	columns   []column
	questions []question // of all trees, tree by tree
	trees     []flatTree
}

// column is a feature that trees ask for, and the numbers that they compare it with, rising.
type column struct {
	index int // of the feature, or regressionIndex
	above []float64
}

// question asks whether the rank of a column is above a number, for each of the lanes.
type question struct {
	column int
	least  uint64 // in each lane the lowest rank that is above
}

type flatTree struct {
	questions int // number of them
	leaves    []float64
}

// A word of lanes holds a number below 128 for each of eight candidates. The high bit of a lane is free for a comparison.
const (
	lanes    = 8
	laneBits = 8
	eachLane = 0x0101010101010101
	highBits = 0x80 * eachLane
	mostRank = 0x7f
)

// NewForest returns the forest of a linked judge. It is nil if the trees compare a feature with more than 127 numbers; a fit
// compares it with far fewer.
func NewForest(j *Judge) *Forest {
	f := &Forest{judge: j}
	for i := range j.Trees {
		for _, q := range j.Trees[i].Questions {
			c := &f.columns[f.column(q.index)]
			if at, ok := slices.BinarySearch(c.above, q.Above); !ok {
				c.above = slices.Insert(c.above, at, q.Above)
			}
			if len(c.above) > mostRank {
				return nil
			}
		}
	}
	for i := range j.Trees {
		t := &j.Trees[i]
		f.trees = append(f.trees, flatTree{len(t.Questions), t.Leaves})
		for _, q := range t.Questions {
			k := f.column(q.index)
			at, _ := slices.BinarySearch(f.columns[k].above, q.Above)
			f.questions = append(f.questions, question{k, uint64(at+1) * eachLane})
		}
	}
	return f
}

// column returns the number of the column of a feature; it adds a new one.
func (f *Forest) column(index int) int {
	k := slices.IndexFunc(f.columns, func(c column) bool { return c.index == index })
	if k < 0 {
		k, f.columns = len(f.columns), append(f.columns, column{index: index})
	}
	return k
}

// Margins returns Judge.Margin of candidates, given the features of each.
func (f *Forest) Margins(features [][]float64) []float64 {
	margins, block := make([]float64, len(features)), make([]uint64, len(f.columns))
	for lo := 0; lo < len(features); lo += lanes {
		hi := min(lo+lanes, len(features))
		f.add(margins[lo:hi], features[lo:hi], block)
	}
	return margins
}

// add computes the margins of at most eight candidates. block is memory for the columns.
func (f *Forest) add(margins []float64, features [][]float64, block []uint64) {
	var regression [lanes]float64
	for k, x := range features {
		regression[k] = f.judge.Regression(x)
	}
	for i := range f.columns {
		block[i] = f.columns[i].ranks(features, &regression)
	}
	sums := regression
	questions := f.questions
	for _, t := range f.trees {
		leaf := uint64(0)
		for _, q := range questions[:t.questions] {
			above := (block[q.column] | highBits) - q.least // the high bit stays where the rank is not below
			leaf = leaf<<1 | above>>(laneBits-1)&eachLane
		}
		questions = questions[t.questions:]
		for k := range sums {
			sums[k] += t.leaves[leaf>>(laneBits*k)&0xff]
		}
	}
	copy(margins, sums[:])
}

// ranks returns, for each candidate, how many of the numbers of the column its value is above.
func (c *column) ranks(features [][]float64, regression *[lanes]float64) (word uint64) {
	last, rank := 0., uint64(0)
	for k, of := range features {
		x := regression[k]
		if c.index != regressionIndex {
			x = of[c.index]
		}
		// Most candidates share a value of the document, or that of phrases that no slot wrote.
		if k == 0 || x != last {
			last, rank = x, c.rank(x)
		}
		word |= rank << (laneBits * k)
	}
	return word
}

// rank returns how many of the numbers x is above. No branch depends on x, which the CPU would mispredict every other time.
func (c *column) rank(x float64) uint64 {
	lo, n := uint(0), uint(len(c.above))
	for n > 0 {
		half, above := (n+1)/2, uint(0)
		if x > c.above[lo+half-1] {
			above = 1
		}
		lo, n = lo+half*above, n-half
	}
	return uint64(lo)
}
