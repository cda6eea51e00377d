package concept

import (
	"cmp"
	"slices"
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
	votes    map[uint32]vote
	profile  *sparse   // by concept: cosine of the text and the sum of its documents
	best     float32   // highest cosine
	nearest  float32   // similarity of the most similar document
	resemble []posting // concepts by falling cosine
	likely   []posting // label words that co-occur with the text, by falling weight
}

// vote sums up the similar documents that have a concept.
type vote struct {
	sum, most float32 // their share of the similarity of all; the highest similarity
	count     float32 // number of them
	document  uint32  // the most similar of them
}

// recaller searches a memory. It is not safe for concurrent use.
type recaller struct {
	*Memory
	documents, concepts, words sparse
}

// recall searches for a document. The result is valid until the next call.
func (m *recaller) recall(d Indexed) *recollection {
	r := &recollection{votes: map[uint32]vote{}, profile: &m.concepts}
	if m.Memory == nil {
		return r
	}
	vector := m.vector(d)
	m.documents.fill(m.inverted, vector, len(m.Memory.documents))
	closest := m.documents.highest(neighbours)
	total := float32(0)
	for _, p := range closest {
		total += p.weight
	}
	for _, p := range closest {
		for _, c := range m.Memory.documents[p.of].Concepts {
			v, ok := r.votes[c]
			if !ok {
				v.most, v.document = p.weight, p.of
			}
			v.sum += p.weight / total
			v.count++
			r.votes[c] = v
		}
	}
	if len(closest) > 0 {
		r.nearest = closest[0].weight
	}
	m.concepts.fill(m.profiles, vector, m.size)
	if r.resemble = m.concepts.highest(mostResembled); len(r.resemble) > 0 {
		r.best = r.resemble[0].weight
	}
	m.words.fill(m.labels, vector, len(m.labelText))
	r.likely = m.words.highest(mostWords)
	return r
}

// sparse is a vector of sums, most of which are 0.
type sparse struct {
	sums []float32
	some []uint32 // indices of the others
}

// at returns sum i, 0 beyond the vector.
func (s *sparse) at(i uint32) float32 {
	if int(i) >= len(s.sums) {
		return 0
	}
	return s.sums[i]
}

// fill sets the n sums to the products of the vector and the things in the lists of its stems.
func (s *sparse) fill(lists [][]posting, vector []posting, n int) {
	if len(s.sums) != n {
		s.sums, s.some = make([]float32, n), nil
	}
	for _, i := range s.some {
		s.sums[i] = 0
	}
	s.some = s.some[:0]
	for _, p := range vector {
		for _, q := range lists[p.of] {
			if s.sums[q.of] == 0 {
				s.some = append(s.some, q.of)
			}
			s.sums[q.of] += float32(p.weight * q.weight) // not fused, see vector
		}
	}
}

// highest returns the n highest sums in falling order, of equal ones those of lower index.
func (s *sparse) highest(n int) (top []posting) {
	higher := func(a, b posting) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.of, b.of)) }
	for _, i := range s.some {
		p := posting{i, s.sums[i]}
		if len(top) == n && higher(p, top[n-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, p, higher)
		if top = slices.Insert(top, at, p); len(top) > n {
			top = top[:n]
		}
	}
	return top
}
