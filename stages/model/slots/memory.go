package slots

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Memory is a batch of documents as the decoder sees it, in evaluation mode: what Encode returns.
type Memory[T kernel.Float] struct {
	Docs Docs
	X    []T // [S, D] the encoder's output

	pool  *op.Pool[T]
	keyed []op.Keyed[T] // keys and values for each decoder layer's cross-attention
	room  [][]T         // of keys, values and keys laid out; without Cross keys and values are X
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
	memory := &Memory[T]{Docs: docs, X: m.pool.Get(len(docs.Source) * m.Width), pool: m.pool}
	memory.keyed = m.keys(memory)
	for _, g := range docs.groups(m.body.Together()) {
		if err := m.encodeGroup(w, memory, g); err != nil {
			memory.Free()
			return nil, err
		}
	}
	for b := range docs.Len() {
		memory.words = append(memory.words, newLexicon(m.Config, docs.extended(b)))
	}
	return memory, nil
}

// keys is room for each decoder layer's keys and values.
func (m *Model[T]) keys(memory *Memory[T]) []op.Keyed[T] {
	ranges := make([]kernel.Range, memory.Docs.Len())
	for b := range ranges {
		ranges[b] = memory.Docs.Span(b)
	}
	lay := func(k, v []T, heads int) op.Keyed[T] {
		room := m.pool.Get(kernel.PackedKeysLen[T](ranges, heads, m.Width))
		memory.room = append(memory.room, room)
		return op.Keyed[T]{K: k, V: v, Packed: kernel.NewPackedKeys(k, room, ranges, heads, m.Width)}
	}
	cross := m.body.Cross()
	if len(cross) == 0 {
		return []op.Keyed[T]{lay(memory.X, memory.X, 1)}
	}
	keyed := make([]op.Keyed[T], len(cross))
	for i, p := range cross {
		k, v := m.pool.Get(len(memory.X)), m.pool.Get(len(memory.X))
		memory.room = append(memory.room, k, v)
		keyed[i] = lay(k, v, p.Heads)
	}
	return keyed
}

// encodeGroup encodes some of the documents.
func (m *Model[T]) encodeGroup(w *kernel.Workers, memory *Memory[T], g kernel.Range) error {
	docs := memory.Docs.part(g)
	c := &Chain[T]{Pass: &op.Pass[T]{Workers: w, Pool: m.pool}}
	x := m.body.Encode(c, docs)
	if c.err != nil {
		return c.err
	}
	lo := int(memory.Docs.Offsets[g.Lo]) * m.Width
	hi := lo + copy(memory.X[lo:], x.flow.X)
	x.flow.Free()
	for i, p := range m.body.Cross() {
		k := memory.keyed[i]
		p.Keys(w, k.K[lo:hi], k.V[lo:hi], memory.X[lo:hi], len(docs.Source))
	}
	for _, k := range memory.keyed {
		k.Packed.Pack(w, g.Lo, g.Hi)
	}
	return nil
}

// Keyed are the keys and values of a layer of the body's Cross; where there is none, layer 0 is the memory itself.
func (m *Memory[T]) Keyed(layer int) op.Keyed[T] { return m.keyed[layer] }

// Free gives the memory's numbers back to the model's pool.
func (m *Memory[T]) Free() {
	m.pool.Put(m.X)
	m.pool.Put(m.room...)
	m.X, m.keyed, m.room = nil, nil, nil
}

func (l lexicon) contains(id int32) bool {
	_, ok := slices.BinarySearch(l.ids, id)
	return ok
}
