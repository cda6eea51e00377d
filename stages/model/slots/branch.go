package slots

import (
	"container/heap"
	"encoding/binary"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Branching is how slots write alternatives: phrases that leave what a slot writes at some step with another word of the
// document, or end there, and go on with the best words.
//
// What slots choose agrees more often than what they know: all of them may take the same two words, and the third that
// is a keyphrase, too, is the second choice of each. So it is a search in breadth over all slots of a document together:
// of what two rows would write alike, the first alone is written.
type Branching struct {
	First int     // most alternatives of a document to the first words of all its slots, 0: none
	Later int     // most to later words, all steps together
	Least float64 // least product of the probabilities up to and with the other word, for later words
}

// Alternative is a phrase that a slot wrote beside its own.
type Alternative[T kernel.Float] struct {
	Slot int
	Written[T]
}

// branches begins the alternatives of all documents.
type branches[T kernel.Float] struct {
	both  *Outputs[T]
	o     GreedyOptions
	later []int             // alternatives to later words that each document has
	seen  []map[string]bool // beginnings that rows of each document have written
	room  queue[T]          // for the offers of a document at a step, used again for the next
}

func newBranches[T kernel.Float](both *Outputs[T], o GreedyOptions) *branches[T] {
	b := &branches[T]{both: both, o: o, later: make([]int, len(both.NonNull)), seen: make([]map[string]bool, len(both.NonNull))}
	for doc := range b.seen {
		b.seen[doc] = map[string]bool{}
	}
	return b
}

// branch is another word for a row.
type branch[T kernel.Float] struct {
	row, word int // place among the words of the document, −1: <eos>
	id        int32
	p         T
	product   float64 // of p and what the row wrote before
}

// fork adds alternatives after a step at which all rows have written.
func (b *branches[T]) fork(d *Decoder[T], step int) (forks []fork) {
	if b.o.Branching.First == 0 && b.o.Branching.Later == 0 {
		return nil
	}
	rows := make([][]int, len(b.later))
	for i, r := range d.rows {
		// What is written to be shown alone must keep no alternative from being written.
		if b.both.shown(r, step, b.o.Floor) {
			continue
		}
		rows[r.Doc] = append(rows[r.Doc], i)
		b.seen[r.Doc][beginning(b.both.written(r).Tokens)] = true
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

// offers are the branches of a document's rows, their own words among them, in the order of the rows.
func (b *branches[T]) offers(d *Decoder[T], rows []int, step int, least float64) (offers queue[T]) {
	ids := d.memory.words[d.rows[rows[0]].Doc].ids
	p := d.pass.Pool.Get(len(ids))
	defer d.pass.Pool.Put(p)
	offers = b.room[:0]
	for _, row := range rows {
		s := b.both.written(d.rows[row])
		before := product(s.Scores[:step])
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

// queue is a heap of branches: by falling product, those of the first rows and lowest ids first where products are equal. Of
// thousands a handful is taken.
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

// begin begins an alternative, unless a row has written the same; one that ends at once is no row.
func (b *branches[T]) begin(d *Decoder[T], doc, step int, w branch[T]) (forks []fork, ok bool) {
	row := d.rows[w.row]
	s := b.both.written(row)
	a := Alternative[T]{Slot: row.Slot, Written: Written[T]{Null: s.Null}}
	for k := range step {
		a.Add(s.Tokens[k], s.Scores[k], s.Attended[k])
	}
	a.Add(w.id, w.p, d.Attended(w.row))
	key := beginning(a.Tokens)
	if b.seen[doc][key] {
		return nil, false
	}
	b.seen[doc][key] = true
	b.both.Alternatives[doc] = append(b.both.Alternatives[doc], a)
	if w.id == text.Eos {
		return nil, true
	}
	row.Other = len(b.both.Alternatives[doc])
	return []fork{{row, w.row, w.id}}, true
}

// beginning is a key for tokens.
func beginning(tokens []int32) string {
	var key []byte
	for _, id := range tokens {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	return string(key)
}

// add lets the decoder write forks as rows behind the others; in the result from is each one's own row.
func (d *Decoder[T]) add(forks []fork) []fork {
	from := make([]int, len(forks))
	for k, f := range forks {
		from[k] = f.from
	}
	at := len(d.rows)
	d.Fork(from)
	for k := range forks {
		d.rows[at+k], forks[k].from = forks[k].row, at+k
	}
	return forks
}
