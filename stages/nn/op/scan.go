package op

import (
	"math"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Scan is the result of a walk over the vocabulary. Its slices of T belong to the pass's pool; give them back with Free.
type Scan[T kernel.Float] struct {
	LogSum []T // log Σ e^logit
	Asked  []T // logits of the ids asked for, row after row
	// Ids and logits of the best words of each row, without the excluded one: the largest logit first and, among equals,
	// the lowest id. If there are fewer words than wanted, the rest is −1 and −∞.
	Best []int32
	Top  []T
}

// Free gives the slices back.
func (s *Scan[T]) Free(p *Pool[T]) { p.Put(s.LogSum, s.Asked, s.Top) }

// scanRows is the number of rows that a walk takes through a block of words together when the weights are packed: enough
// to multiply efficiently, and few enough that their logits are still in the L2 cache when they are read. Rows do not
// depend on each other, so it does not change a bit.
const scanRows = 48

// walk is a Scan under way. A part of it is a range of rows and a block of words; parts do not depend on each other.
type walk[T kernel.Float] struct {
	*Words[T]
	pass    *Pass[T]
	o       []T
	bytes   *kernel.Bytes // o in 8 bits, or nil
	rows    int
	ask     func(row int) []int32
	starts  []int // [rows+1] start of each row's answers
	asked   []T
	best    int // n
	exclude int32

	blocks int
	sums   []T     // [rows, blocks] log Σ e^logit
	tops   []T     // [rows, blocks, n]
	places []int32 // [rows, blocks, n] of tops
}

// Scan walks the vocabulary for o [rows, d]. ask(i) returns the ids, all below V, whose logits row i needs. best is the
// number of best words to find per row, 0 for none; the word exclude does not count.
func (v *Words[T]) Scan(pass *Pass[T], o []T, rows int, ask func(row int) []int32, best int, exclude int32) *Scan[T] {
	k := walk[T]{Words: v, pass: pass, o: o, rows: rows, ask: ask, starts: make([]int, rows+1), best: best, exclude: exclude,
		bytes: v.bytes(pass.Workers, o, rows), blocks: (v.Size() + wordBlock - 1) / wordBlock}
	for i := range rows {
		k.starts[i+1] = k.starts[i] + len(ask(i))
	}
	k.asked, k.sums = pass.Pool.Get(k.starts[rows]), pass.Pool.Get(rows*k.blocks)
	k.tops, k.places = pass.Pool.Get(rows*k.blocks*best), make([]int32, rows*k.blocks*best)
	k.run()
	pass.Workers.GiveBytes(k.bytes)
	s := k.merge()
	pass.Pool.Put(k.sums, k.tops)
	return s
}

// run computes all parts, block after block. With packed weights a product of few rows is as efficient as one of many,
// and a part is then the work of one goroutine; otherwise a part is all rows, and goroutines share it.
func (k *walk[T]) run() {
	pool, across, within, cuts := k.pass.Pool, (*kernel.Workers)(nil), k.pass.Workers, 1
	if k.isPacked() {
		across, within, cuts = within, within.Alone(), max(1, (k.rows+scanRows-1)/scanRows)
	}
	across.Split(k.blocks*cuts, 1, func(from, to int) {
		y := pool.Get((k.rows + cuts - 1) / cuts * min(wordBlock, k.Size()))
		for t := from; t < to; t++ {
			c := t % cuts
			k.part(within, y, t/cuts, c*k.rows/cuts, (c+1)*k.rows/cuts)
		}
		pool.Put(y)
	})
}

// part takes rows [lo,hi) through block b; y is memory for their logits.
func (k *walk[T]) part(w *kernel.Workers, y []T, b, lo, hi int) {
	d, first := k.W.cols(), b*wordBlock
	n := min(wordBlock, k.Size()-first)
	k.logits(w, y[:(hi-lo)*n], k.o[lo*d:hi*d], k.bytes.Part(lo, hi), hi-lo, b, first, n)
	w.Split(hi-lo, 4, func(from, to int) {
		for i := from; i < to; i++ {
			k.look(lo+i, b, first, y[i*n:(i+1)*n])
		}
	})
}

// look reads from the logits y of row i in block b, whose first word is first. It may overwrite the logit of the
// excluded word.
func (k *walk[T]) look(i, b, first int, y []T) {
	at := i*k.blocks + b
	for j, id := range k.ask(i) {
		if int(id) >= first && int(id) < first+len(y) {
			k.asked[k.starts[i]+j] = y[int(id)-first]
		}
	}
	switch k.best {
	case 0:
		k.sums[at] = kernel.LogSumExp(y)
	case 1:
		// One search serves the sum and the best word; only if the excluded word wins is a second search needed.
		sum, top := kernel.LogSumExpArgMax(y)
		if top == int(k.exclude)-first {
			y[top] = T(math.Inf(-1))
			top = kernel.ArgMax(y)
		}
		k.sums[at], k.tops[at], k.places[at] = sum, y[top], int32(first+top)
	default:
		k.sums[at] = kernel.LogSumExp(y)
		l := newLeaders(k.places[at*k.best:(at+1)*k.best], k.tops[at*k.best:(at+1)*k.best])
		for j, v := range y {
			if v > l.least() && first+j != int(k.exclude) {
				l.offer(int32(first+j), v)
			}
		}
	}
}

// merge combines the blocks of each row.
func (k *walk[T]) merge() *Scan[T] {
	pool, n := k.pass.Pool, k.blocks
	s := &Scan[T]{LogSum: pool.Get(k.rows), Asked: k.asked}
	if k.best > 0 {
		s.Best, s.Top = make([]int32, k.rows*k.best), pool.Get(k.rows*k.best)
	}
	for i := range k.rows {
		s.LogSum[i] = kernel.LogSumExp(k.sums[i*n : (i+1)*n])
		if k.best == 0 {
			continue
		}
		// Blocks in order of their words: among equal logits the lowest id is offered first and stays in front.
		l := newLeaders(s.Best[i*k.best:(i+1)*k.best], s.Top[i*k.best:(i+1)*k.best])
		for at := i * n * k.best; at < (i+1)*n*k.best; at++ {
			l.offer(k.places[at], k.tops[at])
		}
	}
	return s
}

// leaders are the words with the largest logits offered so far, in falling order.
type leaders[T kernel.Float] struct {
	ids    []int32
	logits []T
}

// newLeaders returns an empty list with room for the length of the slices.
func newLeaders[T kernel.Float](ids []int32, logits []T) leaders[T] {
	for i := range ids {
		ids[i], logits[i] = -1, T(math.Inf(-1))
	}
	return leaders[T]{ids, logits}
}

// least returns the logit that a word must exceed to lead.
func (l leaders[T]) least() T { return l.logits[len(l.logits)-1] }

// offer inserts a word if it leads; among equals the one offered first stays in front.
func (l leaders[T]) offer(id int32, logit T) {
	// Not logit <= l.least(): NaN must never lead.
	if !(logit > l.least()) {
		return
	}
	i := len(l.ids) - 1
	for ; i > 0 && logit > l.logits[i-1]; i-- {
		l.ids[i], l.logits[i] = l.ids[i-1], l.logits[i-1]
	}
	l.ids[i], l.logits[i] = id, logit
}
