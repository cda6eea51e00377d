package choose

import "slices"

// grams number the runs of stems of a document and of phrases. A run is the empty one, or a shorter run and one more stem.
// Where a run occurs is found when a longer one is asked for: its occurrences are divided among the stems that follow them.
// So only runs that matter are searched, and a text of any length is read at most once for each length of a run.
type grams struct {
	stems []int32 // of the document, as numbers
	all   []gram  // all[0] is the empty run
	next  [][]int32
	table []link // by run and next stem: open addressing, at most half full
}

// gram is a run of stems.
type gram struct {
	first, last int32 // where it occurs in the document first and last; grams.next[length−1] has the next ones. −1: nowhere
	runs        int32 // number of occurrences, overlapping ones included
	length      int32
	candidate   int32 // index in evidence.found, −1: none
	divided     bool  // whether its occurrences have been divided among longer runs
}

// link is a free place of the table if key is 0.
type link struct {
	key  uint64
	gram int32
}

// begin numbers the runs of another document, in the memory of the last.
func (g *grams) begin(stems []int32) {
	size := 256
	for size < 4*len(stems) && size < 1<<16 {
		size *= 2
	}
	g.stems, g.all, g.next = stems, append(g.all[:0], gram{first: -1, last: -1, candidate: -1, divided: true}), g.next[:0]
	if len(g.table) < size || len(g.table) > 4*size {
		g.table = make([]link, size)
	} else {
		clear(g.table)
	}
	for i, s := range stems {
		g.add(g.child(0, s), int32(i))
	}
}

// longer returns the number of a run with one more stem.
func (g *grams) longer(of, stem int32) int32 {
	if !g.all[of].divided {
		g.divide(of)
	}
	return g.child(of, stem)
}

// find is longer for a run that may not have been asked for, −1 then.
func (g *grams) find(of, stem int32) int32 {
	if at := g.at(of, stem); at.key != 0 {
		return at.gram
	}
	return -1
}

func (g *grams) divide(of int32) {
	g.all[of].divided = true
	n := g.all[of].length
	for i := g.all[of].first; i >= 0; i = g.next[n-1][i] {
		if end := i + n; int(end) < len(g.stems) {
			g.add(g.child(of, g.stems[end]), i)
		}
	}
}

// add adds an occurrence behind the last one.
func (g *grams) add(of, at int32) {
	r := &g.all[of]
	for int(r.length) > len(g.next) {
		n := len(g.next)
		g.next = slices.Grow(g.next, 1)[:n+1]
		g.next[n] = slices.Grow(g.next[n][:0], len(g.stems))[:len(g.stems)]
	}
	next := g.next[r.length-1]
	if next[at] = -1; r.runs > 0 {
		next[r.last] = at
	} else {
		r.first = at
	}
	r.last, r.runs = at, r.runs+1
}

// child returns the number of a run with one more stem, without its occurrences if it is new.
func (g *grams) child(of, stem int32) int32 {
	at := g.at(of, stem)
	if at.key == 0 {
		*at = link{key(of, stem), int32(len(g.all))}
		g.all = append(g.all, gram{first: -1, last: -1, length: g.all[of].length + 1, candidate: -1})
		if n := at.gram; 2*len(g.all) > len(g.table) {
			g.grow()
			return n
		}
	}
	return at.gram
}

// key is above 0.
func key(of, stem int32) uint64 { return uint64(of)<<32 | uint64(stem+1) }

// at returns the place of a key, or the free one where it belongs.
func (g *grams) at(of, stem int32) *link {
	k, last := key(of, stem), uint64(len(g.table)-1)
	for at := k * 0x9e3779b97f4a7c15 >> 32 & last; ; at = (at + 1) & last { // Fibonacci hashing: the upper bits are mixed best
		if l := &g.table[at]; l.key == k || l.key == 0 {
			return l
		}
	}
}

func (g *grams) grow() {
	old := g.table
	g.table = make([]link, 2*len(old))
	for _, l := range old {
		if l.key != 0 {
			*g.at(int32(l.key>>32), int32(uint32(l.key))-1) = l
		}
	}
}
