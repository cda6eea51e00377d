package concept

import (
	"cmp"
	"slices"
)

// neighbours are how many similar documents are asked.
const neighbours = 30

// mostResembled and mostWords are the candidates that profiles and labels give.
const (
	mostResembled = 40
	mostWords     = 25
)

// recollection is what a memory says of a text.
type recollection struct {
	votes    map[uint32]vote
	profile  *sparse   // cosine of the text and all documents of each concept
	best     float32   // highest of it
	nearest  float32   // similarity of the most similar document
	resemble []posting // concepts of profile, highest first
	likely   []posting // stems of labels that go with the text, highest first
}

// vote is what the similar documents say of a concept.
type vote struct {
	sum, most float32 // similarities of those that have it; the share of the sum of all
	count     float32
	document  uint32 // the most similar of them
}

// recaller asks a memory. It is not safe for concurrent use.
type recaller struct {
	*Memory
	documents, concepts, words sparse
}

// recall asks about a document. The answer is valid until the next call.
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

// sparse is many sums, most of which are 0.
type sparse struct {
	sums []float32
	some []uint32 // that are not 0
}

// at is a sum.
func (s *sparse) at(i uint32) float32 {
	if int(i) >= len(s.sums) {
		return 0
	}
	return s.sums[i]
}

// fill adds up what the lists of a vector's stems hold, of n things.
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
			s.sums[q.of] += p.weight * q.weight
		}
	}
}

// highest are the n highest sums, of equal ones those that come first.
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
