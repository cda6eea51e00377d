package slots

import (
	"container/heap"
	"encoding/binary"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Alternative is a second-best phrase that a slot wrote.
type Alternative[T kernel.Float] struct {
	Slot int
	Written[T]
}

// branches starts the alternatives of all documents. An alternative leaves a row at some step, with another word of the document
// or with <eos>, and continues with the most probable words.
//
// Slots often write the same phrase but rank different phrases second: all may begin with the same two words while a third,
// which is a keyphrase too, is the second choice of each. So the search is breadth-first over all slots of a document together,
// and a prefix that some row has already written starts no alternative.
type branches[T kernel.Float] struct {
	out   *Outputs[T]
	o     GreedyOptions
	later []int             // per document, its alternatives of later steps
	seen  []map[string]bool // per document, the prefixes that its rows have written
	room  queue[T]          // memory for the offers of a document at a step, reused for the next
}

func newBranches[T kernel.Float](out *Outputs[T], o GreedyOptions) *branches[T] {
	b := &branches[T]{out: out, o: o, later: make([]int, len(out.NonNull)), seen: make([]map[string]bool, len(out.NonNull))}
	for doc := range b.seen {
		b.seen[doc] = map[string]bool{}
	}
	return b
}

// branch is a possible next word of a row.
type branch[T kernel.Float] struct {
	row     int
	word    int // index in the lexicon of the document; −1: <eos>
	id      int32
	p       T
	product float64 // of p and the earlier probabilities of the row
}

// fork returns the alternatives that branch at a step, after all rows have written their words of it.
func (b *branches[T]) fork(d *Decoder[T], step int) (forks []Next) {
	if b.o.Branching.First == 0 && b.o.Branching.Later == 0 {
		return nil
	}
	rows := make([][]int, len(b.later))
	for i, r := range d.rows {
		// A row that continues only for the output of slots must not suppress an alternative.
		if b.forOutput(r, step) {
			continue
		}
		rows[r.Doc] = append(rows[r.Doc], i)
		b.seen[r.Doc][prefix(b.out.written(r).Tokens)] = true
	}
	for doc := range rows {
		if len(rows[doc]) == 0 {
			continue
		}
		most, least := b.o.Branching.First, b.o.Floor
		if step > 0 {
			most, least = b.o.Branching.Later-b.later[doc], max(b.o.Branching.Least, b.o.Floor)
		}
		offers := b.offers(d, rows[doc], step, least)
		b.note(d, doc, step, offers)
		if most <= 0 {
			continue
		}
		heap.Init(&offers)
		for most > 0 && len(offers) > 0 {
			if f, ok := b.begin(d, doc, step, heap.Pop(&offers).(branch[T])); ok {
				forks = append(forks, f...)
				most--
				b.later[doc] += min(step, 1)
			}
		}
	}
	return forks
}

// offers returns the branches of a document's rows of at least the product least, in the order of the rows. The words that
// the rows wrote are among them.
func (b *branches[T]) offers(d *Decoder[T], rows []int, step int, least float64) (offers queue[T]) {
	ids := d.memory.words[d.rows[rows[0]].Doc].ids
	p := d.pass.Pool.Get(len(ids))
	defer d.pass.Pool.Put(p)
	offers = b.room[:0]
	for _, row := range rows {
		s := b.out.written(d.rows[row])
		before := product(s.Probabilities[:step])
		if before < least {
			continue
		}
		offer := func(word int, id int32, p T) {
			if product := before * float64(p); product > 0 && product >= least {
				offers = append(offers, branch[T]{row, word, id, p, product})
			}
		}
		if step > 0 {
			offer(-1, text.Eos, d.Probability(row, text.Eos))
		}
		d.words(row, p)
		for j, id := range ids {
			if int(id) >= len(text.Specials) {
				offer(j, id, p[j])
			}
		}
	}
	b.room = offers
	return offers
}

// queue is a heap of branches by falling product, then rising row, then rising id. Only a handful of thousands is taken, so
// a heap is cheaper than sorting.
type queue[T kernel.Float] []branch[T]

func (q queue[T]) Len() int      { return len(q) }
func (q queue[T]) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue[T]) Less(i, j int) bool {
	a, b := &q[i], &q[j]
	switch {
	case a.product != b.product:
		return a.product > b.product
	case a.row != b.row:
		return a.row < b.row
	}
	return a.id < b.id
}
func (q *queue[T]) Push(b any) { *q = append(*q, b.(branch[T])) }
func (q *queue[T]) Pop() any {
	last := len(*q) - 1
	b := (*q)[last]
	*q = (*q)[:last]
	return b
}

// begin adds the alternative of a branch. ok is false if a row has already written its prefix. An alternative that ends with
// the branch needs no row.
func (b *branches[T]) begin(d *Decoder[T], doc, step int, w branch[T]) (forks []Next, ok bool) {
	row := d.rows[w.row]
	s := b.out.written(row)
	key := prefix(s.Tokens[:step]) + prefix([]int32{w.id})
	if b.seen[doc][key] {
		return nil, false // as of most: the slots of a document agree on their best words
	}
	b.seen[doc][key] = true
	a := Alternative[T]{row.Slot, s.until(step)}
	a.Add(w.id, w.p, d.Attended(w.row))
	b.out.Alternatives[doc] = append(b.out.Alternatives[doc], a)
	if w.id == text.Eos {
		return nil, true
	}
	row.Alternative = len(b.out.Alternatives[doc])
	return []Next{{row, w.row, w.id}}, true
}

// prefix returns the key of tokens in branches.seen.
func prefix(tokens []int32) string {
	var key []byte
	for _, id := range tokens {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	return string(key)
}

// forOutput reports whether a row runs at a step (from 0) only for the file of slots (GreedyOptions.Whole): the slot had already
// chosen ∅ and fallen below the floor.
func (b *branches[T]) forOutput(r Row, step int) bool {
	if r.Alternative > 0 || step == 0 {
		return false
	}
	vanilla := b.out.Vanilla[r.Doc][r.Slot].Tokens
	return vanilla != nil && len(vanilla) <= step && product(b.out.written(r).Probabilities[:step]) < b.o.Floor
}
