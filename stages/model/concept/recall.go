package concept

import (
	"cmp"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// neighbours is the number of similar documents that vote.
const neighbours = 30

// mostResembled is the number of candidates by profile, mostWords the number of label words.
const (
	mostResembled = 40
	mostWords     = 25
)

// recollection is the result of a search for a text.
type recollection struct {
	near     []rank.Near // similar documents
	total    float32     // sum of their similarities
	votes    map[uint32]vote
	profile  []float32      // by concept: cosine of the text and the sum of its documents; nil: all 0
	resemble []rank.Near    // concepts by falling cosine
	places   map[uint32]int // place of a concept in resemble, from 1
	likely   []rank.Near    // label words that co-occur with the text, by falling weight
}

// vote is the votes for a concept, and its place among all by their sums, from 1.
type vote struct {
	rank.Vote
	place int
}

// share returns the share of a concept's votes of the similarity of all similar documents.
func (r *recollection) share(concept uint32) float32 {
	if r.total == 0 {
		return 0
	}
	return r.votes[concept].Sum / r.total
}

// cosine returns the cosine of a concept.
func (r *recollection) cosine(concept uint32) float32 {
	if r.profile == nil {
		return 0
	}
	return r.profile[concept]
}

// first returns the highest weight, 0 of none.
func first(near []rank.Near) float32 {
	if len(near) == 0 {
		return 0
	}
	return near[0].Weight
}

// recaller searches a memory. It is not safe for concurrent use.
type recaller struct {
	*Memory
	documents, concepts, words []float32 // sums
	at                         []int32   // by concept, for rank.Votes
}

// recall searches for a document. The result is valid until the next call.
func (m *recaller) recall(d Indexed) *recollection {
	r := &recollection{votes: map[uint32]vote{}, places: map[uint32]int{}}
	if m.Memory == nil {
		return r
	}
	if m.at == nil {
		m.documents, m.words = make([]float32, len(m.Memory.documents)), make([]float32, len(m.labelText))
		m.concepts, m.at = make([]float32, m.size), make([]int32, m.size)
	}
	vector := m.vector(d)
	r.near = m.inverted.Near(vector, 1, neighbours, m.documents, nil)
	for _, n := range r.near {
		r.total += n.Weight
	}
	votes := rank.AppendVotes(nil, r.near, &m.given, m.at)
	slices.SortFunc(votes, func(a, b rank.Vote) int { return cmp.Or(cmp.Compare(b.Sum, a.Sum), cmp.Compare(a.Label, b.Label)) })
	for i, v := range votes {
		r.votes[uint32(v.Label)] = vote{v, i + 1}
	}
	r.resemble = m.profiles.Near(vector, 1, mostResembled, m.concepts, nil)
	r.profile = m.concepts
	for i, p := range r.resemble {
		r.places[uint32(p.Of)] = i + 1
	}
	r.likely = m.labels.Near(vector, 1, mostWords, m.words, nil)
	return r
}
