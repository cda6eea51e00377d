package slots

import (
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Shortlist restricts the softmax of decoders, from their next Begin on, to the special tokens, the first n ordinary words
// (the most frequent n if ids are by falling frequency) and the words of the row's document. All other words get
// probability 0. The results of a document still depend on that document alone. n = 0, or at least the number of ordinary
// words, means the whole vocabulary. Call it after Pack or Quantise.
func (m *Model[T]) Shortlist(w *kernel.Workers, n int) {
	m.short = nil
	if first := int(text.FirstWord); n > 0 && n < m.Vocab-first {
		ids := make([]int32, first+n)
		for i := range ids {
			ids[i] = int32(i)
		}
		m.short = m.head.Words.Pick(w, ids)
	}
}

// own holds the words of a document that are outside the shortlist.
type own[T kernel.Float] struct {
	ids   []int32 // rising, below V
	words *op.Words[T]
	all   []int32 // 0 … len(ids)−1
}

// ownWords returns the own words of each document that has rows, nil without a shortlist.
func (d *Decoder[T]) ownWords() []own[T] {
	if d.m.short == nil {
		return nil
	}
	all := make([]own[T], d.memory.Docs.Len())
	for _, r := range d.rows {
		o := &all[r.Doc]
		if o.words != nil {
			continue
		}
		l := d.memory.words[r.Doc]
		listed, _ := slices.BinarySearch(l.ids, int32(d.m.short.Size()))
		o.ids = l.ids[listed:l.known] // listed ≤ known, since a shortlist is shorter than the vocabulary
		o.words = d.m.head.Words.Pick(d.pass.Workers, o.ids)
		for i := range o.ids {
			o.all = append(o.all, int32(i))
		}
	}
	return all
}

// scanShort computes the softmax of all rows over the shortlist and the own words of the row's document.
func (d *Decoder[T]) scanShort() *op.Scan[T] {
	listed := make([][]int32, len(d.asks))
	for b, ids := range d.asks {
		listed[b] = slices.DeleteFunc(slices.Clone(ids), func(id int32) bool { return int(id) >= d.m.short.Size() })
	}
	ask := func(row int) []int32 { return listed[d.rows[row].Doc] }
	s := d.m.short.Scan(d.pass, d.out, len(d.rows), ask, d.leaders, text.Null)
	starts, froms := make([]int, len(d.rows)+1), make([]int, len(d.rows)+1)
	for i, r := range d.rows {
		starts[i+1], froms[i+1] = starts[i]+len(d.asks[r.Doc]), froms[i]+len(listed[r.Doc])
	}
	asked := d.pass.Pool.Get(starts[len(d.rows)])
	alone := &op.Pass[T]{Workers: d.pass.Workers.Alone(), Pool: d.pass.Pool}
	d.pass.Workers.Split(len(d.cross), 1, func(lo, hi int) {
		for _, run := range d.cross[lo:hi] {
			rows := run.Q
			o := &d.own[d.rows[rows.Lo].Doc]
			logits := d.scanOwn(alone, s, o, rows)
			for i := rows.Lo; i < rows.Hi; i++ {
				d.place(asked[starts[i]:starts[i+1]], s.Asked[froms[i]:froms[i+1]], logits[(i-rows.Lo)*len(o.ids):][:len(o.ids)], i)
			}
			d.pass.Pool.Put(logits)
		}
	})
	d.pass.Pool.Put(s.Asked)
	s.Asked = asked
	return s
}

// scanOwn adds a document's own words to the softmax s of its rows. It returns their logits [rows, words].
func (d *Decoder[T]) scanOwn(pass *op.Pass[T], s *op.Scan[T], o *own[T], rows kernel.Range) []T {
	if len(o.ids) == 0 {
		return nil
	}
	width := d.m.Width
	k := o.words.Scan(pass, d.out[rows.Lo*width:rows.Hi*width], rows.Len(), func(int) []int32 { return o.all }, 1, -1)
	for i := range rows.Len() {
		at := rows.Lo + i
		s.LogSum[at] = kernel.LogSumExp([]T{s.LogSum[at], k.LogSum[i]})
		// The lower of equal ids wins, and all ids of the shortlist are lower. With more leaders than one, Candidates offers
		// the document's words anyway.
		if d.leaders == 1 && k.Top[i] > s.Top[at] {
			s.Best[at], s.Top[at] = o.ids[k.Best[i]], k.Top[i]
		}
	}
	pass.Pool.Put(k.LogSum, k.Top)
	return k.Asked
}

// place sets asked, the logits of the asked ids of row i in their order, from those of the shortlist (listed) and those of the
// document's own words (logits). Other ids get −∞.
func (d *Decoder[T]) place(asked, listed, logits []T, i int) {
	doc := d.rows[i].Doc
	for j, id := range d.asks[doc] {
		if int(id) < d.m.short.Size() {
			asked[j], listed = listed[0], listed[1:]
		} else if k, ok := slices.BinarySearch(d.own[doc].ids, id); ok {
			asked[j] = logits[k]
		} else {
			asked[j] = T(math.Inf(-1))
		}
	}
}
