package choose

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
)

// vote is how the neighbours of a document speak for a phrase.
type vote struct {
	Sum, Best float32 // sum and greatest of the similarities of neighbours that have it as a keyphrase
	Count     int     // number of these neighbours
	First     int     // how many neighbours are more similar than the first of them

	phrase int32
}

// votes are the votes of the neighbours of a document.
type votes struct {
	of    *Neighbours // nil: there are none
	all   []vote
	most  []int32 // the keyphrases with the greatest sums, the greatest first
	mean  float64 // similarity of mostNeighbours neighbours; missing ones count as 0
	table []int32 // by hash of the stems, 1 + the index in all; 0: free
}

// votes returns the votes of the neighbours of a text, given as stems.
func (n *Neighbours) votes(stems []string) (v votes) {
	if n == nil {
		return v
	}
	v.of = n
	m := n.memory()
	defer n.scratch.Put(m)
	for rank, near := range n.near(stems, m) {
		v.mean += float64(near.similarity) / mostNeighbours
		for _, p := range n.given.of(near.document) {
			at := m.votes[p]
			if at == 0 {
				v.all = append(v.all, vote{Best: near.similarity, First: rank, phrase: p})
				at = int32(len(v.all))
				m.votes[p] = at
			}
			of := &v.all[at-1]
			of.Sum, of.Count = of.Sum+near.similarity, of.Count+1
		}
	}
	for i := range v.all {
		m.votes[v.all[i].phrase] = 0
	}
	v.rank()
	v.index()
	return v
}

// rank finds the keyphrases with the greatest sums.
func (v *votes) rank() {
	before := func(a, b *vote) int { return cmp.Or(cmp.Compare(b.Sum, a.Sum), cmp.Compare(a.phrase, b.phrase)) }
	most := make([]*vote, 0, mostVoted+1)
	for i := range v.all {
		if o := &v.all[i]; len(most) < mostVoted || before(o, most[mostVoted-1]) < 0 {
			at, _ := slices.BinarySearchFunc(most, o, before)
			most = slices.Insert(most, at, o)
			most = most[:min(len(most), mostVoted)]
		}
	}
	for _, o := range most {
		v.most = append(v.most, o.phrase)
	}
}

// index makes the table, which is at most a quarter full.
func (v *votes) index() {
	size := 4
	for size < 4*len(v.all) {
		size *= 2
	}
	v.table = make([]int32, size)
	for i := range v.all {
		at := v.of.phrases.hashes[v.all[i].phrase] & uint32(size-1)
		for v.table[at] != 0 {
			at = (at + 1) & uint32(size-1)
		}
		v.table[at] = int32(i + 1)
	}
}

// find returns the votes for a phrase, given as its stems joined by blanks; zero if there are none.
func (v *votes) find(stems []byte) vote {
	if v.of == nil {
		return vote{}
	}
	last := uint32(len(v.table) - 1)
	for at := uint32(maphash.Bytes(v.of.phrases.seed, stems)) & last; v.table[at] != 0; at = (at + 1) & last {
		if o := &v.all[v.table[at]-1]; v.of.phrases.stems(o.phrase) == string(stems) {
			return *o
		}
	}
	return vote{}
}

// addVoted adds the phrases for which the neighbours vote most.
func (e *evidence) addVoted() {
	for _, i := range e.votes.most {
		if words := strings.Fields(e.votes.of.phrases.words(i)); counts(words) {
			e.spelled(strings.Fields(e.votes.of.phrases.stems(i)), words)
		}
	}
}
