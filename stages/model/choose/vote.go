package choose

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// votes are the votes of the neighbours of a document.
type votes struct {
	of    *Neighbours // nil: there are none
	all   []rank.Vote
	most  []int32 // the keyphrases with the greatest sums, the greatest first
	mean  float64 // similarity of mostNeighbours neighbours; missing ones count as 0
	table []int32 // by hash of the stems, 1 + the index in all; 0: free
}

// read reads the votes of the neighbours of a text, given as its distinct stems, in the memory of another's.
func (v *votes) read(n *Neighbours, stems []string) {
	*v = votes{of: n, all: v.all[:0], most: v.most[:0], table: v.table}
	if n == nil {
		return
	}
	m := n.memory()
	defer n.scratch.Put(m)
	near := n.near(stems, m)
	for _, d := range near {
		v.mean += float64(d.Weight) / mostNeighbours
	}
	v.all = rank.AppendVotes(v.all, near, &n.given, m.votes)
	v.rank()
	v.index()
}

// rank finds the keyphrases with the greatest sums.
func (v *votes) rank() {
	before := func(a, b *rank.Vote) int { return cmp.Or(cmp.Compare(b.Sum, a.Sum), cmp.Compare(a.Label, b.Label)) }
	most := make([]*rank.Vote, 0, mostVoted+1)
	for i := range v.all {
		if o := &v.all[i]; len(most) < mostVoted || before(o, most[mostVoted-1]) < 0 {
			at, _ := slices.BinarySearchFunc(most, o, before)
			most = slices.Insert(most, at, o)
			most = most[:min(len(most), mostVoted)]
		}
	}
	for _, o := range most {
		v.most = append(v.most, o.Label)
	}
}

// index makes the table, which is at most a quarter full.
func (v *votes) index() {
	size := 4
	for size < 4*len(v.all) {
		size *= 2
	}
	v.table = slices.Grow(v.table[:0], size)[:size]
	clear(v.table)
	for i := range v.all {
		at := uint32(maphash.String(v.of.phrases.seed, v.of.phrases.stems(v.all[i].Label))) & uint32(size-1)
		for v.table[at] != 0 {
			at = (at + 1) & uint32(size-1)
		}
		v.table[at] = int32(i + 1)
	}
}

// find returns the votes for a phrase, given as its stems joined by blanks; zero if there are none.
func (v *votes) find(stems []byte) rank.Vote {
	if v.of == nil {
		return rank.Vote{}
	}
	last := uint32(len(v.table) - 1)
	for at := uint32(maphash.Bytes(v.of.phrases.seed, stems)) & last; v.table[at] != 0; at = (at + 1) & last {
		if o := &v.all[v.table[at]-1]; v.of.phrases.stems(o.Label) == string(stems) {
			return *o
		}
	}
	return rank.Vote{}
}

// addVoted adds the phrases for which the neighbours vote most.
func (e *evidence) addVoted() {
	for _, i := range e.votes.most {
		if words := strings.Fields(e.votes.of.phrases.words(i)); counts(words) {
			e.spelled(strings.Fields(e.votes.of.phrases.stems(i)), words)
		}
	}
}
