package slots

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Memory is an encoded batch of documents, with the keys and values of the decoder's cross-attention.
type Memory[T kernel.Float] struct {
	Docs Docs
	X    []T // [S, D] output of the encoder

	pool  *op.Pool[T]
	keyed []op.Keyed[T] // per layer of body.Cross; without layers one entry, whose keys and values are X
	room  [][]T         // slices of keyed that go back to the pool
	words []lexicon     // per document
}

// lexicon lists the distinct words of a document.
type lexicon struct {
	ids   []int32 // extended ids, rising
	known int     // how many of them are below V
	at    []int32 // per token, the index of its word in ids
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

// copied sums the copy weights of one position by word, into sums [len(ids)].
func copied[T kernel.Float](l lexicon, sums, weights []T) {
	clear(sums)
	for i, at := range l.at {
		sums[at] += weights[i]
	}
}

// Encode runs the encoder in evaluation mode. The caller must Free the result. A document that does not fit the network is
// an error.
func (m *Model[T]) Encode(w *kernel.Workers, docs Docs) (*Memory[T], error) {
	if err := docs.check(m.Config); err != nil {
		return nil, err
	}
	memory := &Memory[T]{Docs: docs, X: m.pool.Get(len(docs.Source) * m.Width), pool: m.pool}
	memory.keyed = m.keys(memory)
	for _, g := range docs.groups(m.body.EncodeTokens()) {
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

// keys allocates the keys and values of each layer of body.Cross.
func (m *Model[T]) keys(memory *Memory[T]) []op.Keyed[T] {
	ranges := memory.Docs.spans()
	lay := func(k, v []T, heads int) op.Keyed[T] {
		room := m.pool.Get(kernel.PackedKeysLen[T](ranges, heads, m.Width))
		memory.room = append(memory.room, room)
		return op.Keyed[T]{K: k, V: v, Packed: kernel.NewPackedKeys(k, v, room, ranges, heads, m.Width)}
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

// encodeGroup encodes documents [g.Lo, g.Hi) into memory.
func (m *Model[T]) encodeGroup(w *kernel.Workers, memory *Memory[T], g kernel.Range) error {
	docs := memory.Docs.part(g)
	graph := &op.Graph[T]{Pass: &op.Pass[T]{Workers: w, Pool: m.pool}}
	x := m.body.Encode(graph, docs)
	if graph.Err != nil {
		return graph.Err
	}
	lo := int(memory.Docs.Offsets[g.Lo]) * m.Width
	hi := lo + copy(memory.X[lo:], x.X)
	x.Free()
	for i, p := range m.body.Cross() {
		k := memory.keyed[i]
		p.Keys(w, k.K[lo:hi], k.V[lo:hi], memory.X[lo:hi], len(docs.Source))
	}
	for _, k := range memory.keyed {
		k.Packed.Pack(w, g.Lo, g.Hi)
	}
	return nil
}

// Free returns the memory's slices to the model's pool.
func (m *Memory[T]) Free() {
	m.pool.Put(m.X)
	m.pool.Put(m.room...)
	m.X, m.keyed, m.room = nil, nil, nil
}

func (l lexicon) contains(id int32) bool {
	_, ok := slices.BinarySearch(l.ids, id)
	return ok
}
