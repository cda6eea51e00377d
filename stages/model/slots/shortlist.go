package slots

import (
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Shortlist makes decoders, from the next Begin on, score with the vocabulary few words only: the special tokens, the
// first n ordinary words, which are the most frequent ones where ids are by falling frequency, and for each document its
// own words; the softmax is over these, and of all others the probability is 0. So a document's results depend on that
// document alone, as without. 0, or as many words as there are, is all words. Call it after Pack or Quantise.
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

// own are words of a document that are not on the shortlist.
type own[T kernel.Float] struct {
	ids   []int32 // in rising order, below V
	words *op.Words[T]
	all   []int32 // 0, 1, … as many
}

// ownWords finds them for each document that has rows; nil without a shortlist.
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
		o.ids = l.ids[listed:l.known] // a shortlist is shorter than the vocabulary
		o.words = d.m.head.Words.Pick(d.pass.Workers, o.ids)
		for i := range o.ids {
			o.all = append(o.all, int32(i))
		}
	}
	return all
}

// scanShort is the walk over the shortlist and, run by run of rows of one document, over its own words.
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

// scanOwn walks a document's own words for its rows and adds what it finds to s; it returns their logits
// [rows, words].
func (d *Decoder[T]) scanOwn(pass *op.Pass[T], s *op.Scan[T], o *own[T], rows kernel.Range) []T {
	if len(o.ids) == 0 {
		return nil
	}
	width := d.m.Width
	k := o.words.Scan(pass, d.out[rows.Lo*width:rows.Hi*width], rows.Len(), func(int) []int32 { return o.all }, 1, -1)
	for i := range rows.Len() {
		at := rows.Lo + i
		s.LogSum[at] = kernel.LogSumExp([]T{s.LogSum[at], k.LogSum[i]})
		// Of equals the lower id stays: all on the list are lower. More leaders than one are asked for by Candidates, which
		// has the document's words anyway.
		if d.leaders == 1 && k.Top[i] > s.Top[at] {
			s.Best[at], s.Top[at] = o.ids[k.Best[i]], k.Top[i]
		}
	}
	pass.Pool.Put(k.LogSum, k.Top)
	return k.Asked
}

// place puts the logits of what is asked of row i in order: those on the shortlist and the document's own words, each
// as they were found; words that are neither have none.
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
