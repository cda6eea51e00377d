package concept

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Indexed is a document with the concepts that an indexer gave it.
type Indexed struct {
	ID       string
	Stems    []string // distinct stems of its words
	Counts   []uint32 // occurrences of each stem; those in the title count twice
	Concepts []uint32 // assigned by the indexer, rising
	Literal  []uint32 // concepts with a label in the text, rising
}

// Index returns the entry of a Memory for a text. It skips stems of one character.
func Index(id string, t *Text, concepts, literal []uint32) Indexed {
	d := Indexed{ID: id, Concepts: concepts, Literal: literal}
	at := map[string]int{}
	for i, w := range t.Words {
		if utf8.RuneCountInString(w.Stem) < 2 {
			continue
		}
		k, ok := at[w.Stem]
		if !ok {
			k = len(d.Stems)
			at[w.Stem] = k
			d.Stems, d.Counts = append(d.Stems, w.Stem), append(d.Counts, 0)
		}
		if d.Counts[k]++; i < t.Title {
			d.Counts[k]++
		}
	}
	return d
}

// Memory is a search index of indexed documents. It is safe for concurrent use.
type Memory struct {
	documents []Indexed
	stems     map[string]uint32
	idf       []float32
	inverted  [][]posting // by stem: documents that contain it
	profiles  [][]posting // by stem: concepts, whose vector is the normalised sum of their documents
	labels    [][]posting // by stem: stems of labels, likewise
	labelOf   map[string]uint32
	labelText []string
	prior     map[uint32]usage
	size      int // number of concepts of the vocabulary
}

// posting is the weight of a document, concept or stem.
type posting struct {
	of     uint32
	weight float32
}

// usage counts the documents of a concept.
type usage struct {
	given   float32 // documents with the concept
	literal float32 // documents with its label in the text
	both    float32 // documents with both
}

// mostShare is the largest share of documents with a stem that counts: more frequent stems discriminate too little.
const mostShare = .25

// NewMemory returns a Memory of documents, whose concepts are numbers in v.
func NewMemory(v *thesaurus.Vocabulary, documents []Indexed) *Memory {
	m := &Memory{documents: documents, stems: map[string]uint32{}, prior: map[uint32]usage{}, labelOf: map[string]uint32{}}
	var df []float32
	for _, d := range documents {
		for _, s := range d.Stems {
			n, ok := m.stems[s]
			if !ok {
				n = uint32(len(df))
				m.stems[s] = n
				df = append(df, 0)
			}
			df[n]++
		}
		m.count(d)
	}
	m.idf = make([]float32, len(df))
	for i, n := range df {
		if n <= mostShare*float32(len(documents)) || n < 3 {
			m.idf[i] = float32(math.Log(float64(len(documents)+1) / float64(n)))
		}
	}
	m.inverted = make([][]posting, len(df))
	vectors := make([][]posting, len(documents))
	ofConcept, ofLabel := map[uint32][]uint32{}, map[uint32][]uint32{}
	for i, d := range documents {
		vectors[i] = m.vector(d)
		for _, p := range vectors[i] {
			m.inverted[p.of] = append(m.inverted[p.of], posting{uint32(i), p.weight})
		}
		for _, c := range d.Concepts {
			ofConcept[c] = append(ofConcept[c], uint32(i))
			for _, s := range m.labelStems(v, c) {
				if of := ofLabel[s]; len(of) == 0 || of[len(of)-1] != uint32(i) {
					ofLabel[s] = append(of, uint32(i))
				}
			}
		}
	}
	m.profiles, m.labels = inverted(ofConcept, vectors, len(df)), inverted(ofLabel, vectors, len(df))
	m.size = v.Len()
	return m
}

func (m *Memory) count(d Indexed) {
	for _, c := range d.Concepts {
		u := m.prior[c]
		u.given++
		if _, ok := slices.BinarySearch(d.Literal, c); ok {
			u.both++
		}
		m.prior[c] = u
	}
	for _, c := range d.Literal {
		u := m.prior[c]
		u.literal++
		m.prior[c] = u
	}
}

// labelStems returns the numbers of the stems of a concept's preferred label, and assigns new ones.
func (m *Memory) labelStems(v *thesaurus.Vocabulary, concept uint32) (all []uint32) {
	for _, s := range v.LabelStems(concept) {
		n, ok := m.labelOf[s]
		if !ok {
			n = uint32(len(m.labelText))
			m.labelOf[s] = n
			m.labelText = append(m.labelText, s)
		}
		all = append(all, n)
	}
	return all
}

// vector returns the TF-IDF vector of a document, of length 1, over the stems of the memory, sorted by stem. Conversions here
// and below rule out fused multiply-adds: equal bits on every CPU.
func (m *Memory) vector(d Indexed) (all []posting) {
	sum := 0.
	for i, s := range d.Stems {
		n, ok := m.stems[s]
		if !ok || m.idf[n] == 0 {
			continue
		}
		w := (1 + math.Log(float64(d.Counts[i]))) * float64(m.idf[n])
		sum += float64(w * w)
		all = append(all, posting{n, float32(w)})
	}
	norm := float32(math.Sqrt(sum))
	for i := range all {
		all[i].weight /= norm
	}
	slices.SortFunc(all, func(a, b posting) int { return cmp.Compare(a.of, b.of) })
	return all
}

// mostOfProfile is the number of stems kept for each thing, those with the highest weights.
const mostOfProfile = 300

// inverted returns, by stem, the things (concepts, or stems of labels) with the stem. The vector of a thing is the sum of its
// documents' vectors, normalised to length 1.
func inverted(documents map[uint32][]uint32, vectors [][]posting, stems int) [][]posting {
	lists := make([][]posting, stems)
	things := slices.Sorted(maps.Keys(documents))
	sum := make([]float32, stems)
	var some []posting
	for _, t := range things {
		some = some[:0]
		for _, d := range documents[t] {
			for _, p := range vectors[d] {
				if sum[p.of] == 0 {
					some = append(some, posting{of: p.of})
				}
				sum[p.of] += p.weight
			}
		}
		norm := 0.
		for i := range some {
			p := &some[i]
			p.weight, sum[p.of] = sum[p.of], 0
			norm += float64(float64(p.weight) * float64(p.weight))
		}
		if len(some) > mostOfProfile {
			slices.SortFunc(some, func(a, b posting) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.of, b.of)) })
			some = some[:mostOfProfile]
		}
		for _, p := range some {
			lists[p.of] = append(lists[p.of], posting{t, p.weight / float32(math.Sqrt(norm))})
		}
	}
	return lists
}
