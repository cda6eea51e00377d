package settrans

import (
	"slices"

	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/op"
)

// Memory is a batch of documents as the decoder sees it, in evaluation mode: what Encode returns.
type Memory[T kernel.Float] struct {
	Docs Docs
	X    []T // [S, D] the encoder's output

	pool  *op.Pool[T]
	keyed []op.Keyed[T] // keys and values for each decoder layer's cross-attention
	words []lexicon     // of each document
}

// lexicon lists the different words of a document.
type lexicon struct {
	ids   []int32 // extended ids in rising order
	known int     // how many of them are below V
	at    []int32 // for each token the index of its word in ids
}

func newLexicon(c Config, extended []int32) lexicon {
	l := lexicon{ids: slices.Clone(extended), at: make([]int32, len(extended))}
	slices.Sort(l.ids)
	l.ids = slices.Compact(l.ids)
	for i, id := range extended {
		at, _ := slices.BinarySearch(l.ids, id)
		l.at[i] = int32(at)
	}
	l.known, _ = slices.BinarySearch(l.ids, int32(c.Vocab))
	return l
}

// copied sums the copy weights of one position by word: sums [len(ids)].
func copied[T kernel.Float](l lexicon, sums, weights []T) {
	clear(sums)
	for i, at := range l.at {
		sums[at] += weights[i]
	}
}

// Encode runs the encoder in evaluation mode. Free the result when it is done with. A document that does not fit the
// network is an error.
func (m *Model[T]) Encode(w *kernel.Workers, docs Docs) (*Memory[T], error) {
	if err := docs.check(m.Config); err != nil {
		return nil, err
	}
	p := &pass[T]{Run: &op.Run[T]{Workers: w, Pool: m.pool}}
	x := m.encode(p, docs)
	if p.err != nil {
		return nil, p.err
	}
	memory := &Memory[T]{Docs: docs, X: x.flow.X, pool: m.pool}
	for i := range m.decoder {
		k := op.Keyed[T]{K: m.pool.Get(len(memory.X)), V: m.pool.Get(len(memory.X))}
		m.decoder[i].cross.Keys(w, k.K, k.V, memory.X, len(docs.Source))
		memory.keyed = append(memory.keyed, k)
	}
	for b := range docs.Len() {
		memory.words = append(memory.words, newLexicon(m.Config, docs.extended(b)))
	}
	return memory, nil
}

// Free gives the memory's numbers back to the model's pool.
func (m *Memory[T]) Free() {
	m.pool.Put(m.X)
	for _, k := range m.keyed {
		m.pool.Put(k.K, k.V)
	}
	m.X, m.keyed = nil, nil
}

func (l lexicon) contains(id int32) bool {
	_, ok := slices.BinarySearch(l.ids, id)
	return ok
}
