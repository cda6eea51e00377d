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
	profile  map[uint32]float32 // cosine of the text and all documents of a concept
	best     float32            // highest of it
	words    map[uint32]float32 // cosine of the text and all documents whose labels have a stem
	nearest  float32            // similarity of the most similar document
	closest  []posting          // documents, most similar first
	resemble []posting          // concepts of profile, highest first
	likely   []posting          // stems of words, highest first
}

// vote is what the similar documents say of a concept.
type vote struct {
	sum, most float32 // similarities of those that have it; the share of the sum of all
	count     float32
	document  uint32 // the most similar of them
}

// recall asks a memory about a document.
func (m *Memory) recall(d Indexed) *recollection {
	r := &recollection{votes: map[uint32]vote{}}
	if m == nil {
		return r
	}
	vector := m.vector(d)
	_, r.closest = strongest(m.inverted, vector, neighbours)
	total := float32(0)
	for _, p := range r.closest {
		total += p.weight
	}
	for _, p := range r.closest {
		for _, c := range m.documents[p.of].Concepts {
			v, ok := r.votes[c]
			if !ok {
				v.most, v.document = p.weight, p.of
			}
			v.sum += p.weight / total
			v.count++
			r.votes[c] = v
		}
	}
	if len(r.closest) > 0 {
		r.nearest = r.closest[0].weight
	}
	r.profile, r.resemble = strongest(m.profiles, vector, mostResembled)
	if len(r.resemble) > 0 {
		r.best = r.resemble[0].weight
	}
	r.words, r.likely = strongest(m.labels, vector, mostWords)
	return r
}

// strongest adds up what the lists of a vector's stems hold, and gives the sums and the n highest of them.
func strongest(lists [][]posting, vector []posting, n int) (map[uint32]float32, []posting) {
	sums := map[uint32]float32{}
	for _, p := range vector {
		for _, q := range lists[p.of] {
			sums[q.of] += p.weight * q.weight
		}
	}
	all := make([]posting, 0, len(sums))
	for of, w := range sums {
		all = append(all, posting{of, w})
	}
	slices.SortFunc(all, func(a, b posting) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.of, b.of)) })
	return sums, all[:min(n, len(all))]
}
