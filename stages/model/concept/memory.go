package concept

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Indexed is a document with the concepts that an indexer gave it.
type Indexed struct {
	ID       string
	Stems    []string // distinct stems of its words
	Counts   []int32  // occurrences of each stem; those in the title count twice
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
	found     []float64   // documents with each stem; 0: too many or too few to tell anything
	inverted  *rank.Index // by stem: documents that contain it
	profiles  *rank.Index // by stem: concepts, whose vector is the normalised sum of their documents
	labels    *rank.Index // by stem: stems of labels, likewise
	given     rank.Lists  // concepts of each document
	labelOf   map[string]uint32
	labelText []string
	prior     map[uint32]usage
	size      int // number of concepts of the vocabulary
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
	m := &Memory{documents: documents, stems: map[string]uint32{}, prior: map[uint32]usage{}, labelOf: map[string]uint32{}, given: rank.NewLists(len(documents), 0)}
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
	m.found = make([]float64, len(df))
	for i, n := range df {
		if n <= mostShare*float32(len(documents)) || n < 3 {
			m.found[i] = float64(n)
		}
	}
	stems, vectors := make([][]rank.Near, len(df)), make([][]rank.Near, len(documents))
	ofConcept, ofLabel := map[uint32][]uint32{}, map[uint32][]uint32{}
	for i, d := range documents {
		vectors[i] = m.vector(d)
		for _, p := range vectors[i] {
			stems[p.Of] = append(stems[p.Of], rank.Near{Of: int32(i), Weight: p.Weight})
		}
		for _, c := range d.Concepts {
			m.given.Append(int32(c))
			ofConcept[c] = append(ofConcept[c], uint32(i))
			for _, s := range m.labelStems(v, c) {
				if of := ofLabel[s]; len(of) == 0 || of[len(of)-1] != uint32(i) {
					ofLabel[s] = append(of, uint32(i))
				}
			}
		}
		m.given.End()
	}
	m.inverted, m.profiles, m.labels = rank.NewIndex(stems), inverted(ofConcept, vectors, len(df)), inverted(ofLabel, vectors, len(df))
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
func (m *Memory) vector(d Indexed) (all []rank.Near) {
	sum := 0.
	for i, s := range d.Stems {
		n, ok := m.stems[s]
		if !ok || m.found[n] == 0 {
			continue
		}
		w := rank.TFIDF(float64(d.Counts[i]), m.found[n], float64(len(m.documents)+1))
		sum += float64(w * w)
		all = append(all, rank.Near{Of: int32(n), Weight: float32(w)})
	}
	norm := float32(math.Sqrt(sum))
	for i := range all {
		all[i].Weight /= norm
	}
	slices.SortFunc(all, func(a, b rank.Near) int { return cmp.Compare(a.Of, b.Of) })
	return all
}

// mostOfProfile is the number of stems kept for each thing, those with the highest weights.
const mostOfProfile = 300

// inverted returns, by stem, the things (concepts, or stems of labels) with the stem. The vector of a thing is the sum of its
// documents' vectors, normalised to length 1.
func inverted(documents map[uint32][]uint32, vectors [][]rank.Near, stems int) *rank.Index {
	lists := make([][]rank.Near, stems)
	things := slices.Sorted(maps.Keys(documents))
	sum := make([]float32, stems)
	var some []rank.Near
	for _, t := range things {
		some = some[:0]
		for _, d := range documents[t] {
			for _, p := range vectors[d] {
				if sum[p.Of] == 0 {
					some = append(some, rank.Near{Of: p.Of})
				}
				sum[p.Of] += p.Weight
			}
		}
		norm := 0.
		for i := range some {
			p := &some[i]
			p.Weight, sum[p.Of] = sum[p.Of], 0
			norm += float64(float64(p.Weight) * float64(p.Weight))
		}
		if len(some) > mostOfProfile {
			slices.SortFunc(some, func(a, b rank.Near) int { return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Of, b.Of)) })
			some = some[:mostOfProfile]
		}
		for _, p := range some {
			lists[p.Of] = append(lists[p.Of], rank.Near{Of: int32(t), Weight: p.Weight / float32(math.Sqrt(norm))})
		}
	}
	return rank.NewIndex(lists)
}
