package slots

import (
	"math"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// find computes the softmax over the vocabulary for all rows: the ids of asks and the most probable words.
func (d *Decoder[T]) find() {
	if d.own != nil {
		d.scan = d.scanShort()
	} else {
		ask := func(row int) []int32 { return d.asks[d.rows[row].Doc] }
		d.scan = d.m.head.Words.Scan(d.pass, d.out, len(d.rows), ask, d.leaders, text.Null)
	}
	d.asked, d.copyAt = d.asked[:0], d.copyAt[:0]
	at, from := 0, 0
	for i, r := range d.rows {
		d.asked, d.copyAt = append(d.asked, at), append(d.copyAt, from)
		n := len(d.asks[r.Doc])
		for j := at; j < at+n; j++ {
			d.scan.Asked[j] -= d.scan.LogSum[i]
		}
		for j := i * d.leaders; j < (i+1)*d.leaders; j++ {
			d.scan.Top[j] -= d.scan.LogSum[i]
		}
		at += n
		from += d.memory.Docs.Span(r.Doc).Len()
	}
	kernel.Exp(d.scan.Asked)
	kernel.Exp(d.scan.Top)
}

// Copy returns the copy weights of a row: head 0 of the last cross-attention, over the tokens of the document, of sum 1. The
// slice is valid until the next Step.
func (d *Decoder[T]) Copy(row int) []T {
	n := d.memory.Docs.Span(d.rows[row].Doc).Len()
	return d.copies[d.copyAt[row]:][:n]
}

// Attended returns the position in the document with the largest copy weight of a row.
func (d *Decoder[T]) Attended(row int) int32 { return int32(kernel.ArgMax(d.Copy(row))) }

// Probability returns the probability of an extended id at a row. The id must be a word of the document, ∅, <eos> or an id
// of Ask; for any other one below V it returns −1.
func (d *Decoder[T]) Probability(row int, id int32) T {
	docs, doc := d.memory.Docs, d.rows[row].Doc
	c := op.Copied(d.Copy(row), docs.extended(doc), id)
	if int(id) >= d.m.Vocab {
		return op.Mix(d.gate[row], 0, c)
	}
	for j, asked := range d.asks[doc] {
		if asked == id {
			return op.Mix(d.gate[row], d.scan.Asked[d.asked[row]+j], c)
		}
	}
	return -1
}

// Null returns p(∅) at a row.
func (d *Decoder[T]) Null(row int) T { return d.Probability(row, text.Null) }

// Best returns the most probable extended id other than ∅ at a row, the lowest of equals, and its probability.
func (d *Decoder[T]) Best(row int) (int32, T) {
	best, p := int32(-1), T(math.Inf(-1))
	d.Candidates(row, func(id int32, q T) {
		if q > p || q == p && id < best {
			best, p = id, q
		}
	})
	return best, p
}

// Lead makes steps find the n most probable words of the vocabulary for each row instead of one.
func (d *Decoder[T]) Lead(n int) { d.leaders = n }

// Candidates calls offer for the possible next words of a row, without ∅: all words of the document, and the most probable
// others of the vocabulary. The n most probable words are among them, with n set by Lead.
func (d *Decoder[T]) Candidates(row int, offer func(id int32, p T)) {
	words := d.memory.words[d.rows[row].Doc]
	own := d.pass.Pool.Get(len(words.ids))
	defer d.pass.Pool.Put(own)
	d.words(row, own)
	for j, id := range words.ids {
		if id != text.Null {
			offer(id, own[j])
		}
	}
	for j := row * d.leaders; j < (row+1)*d.leaders; j++ {
		if id := d.scan.Best[j]; id >= 0 && !words.contains(id) {
			offer(id, op.Mix(d.gate[row], d.scan.Top[j], 0))
		}
	}
}

// words computes the probabilities at a row of the distinct words of its document, in the order of the lexicon.
func (d *Decoder[T]) words(row int, p []T) {
	words := d.memory.words[d.rows[row].Doc]
	copied(words, p, d.Copy(row))
	for j := range p {
		var word T
		if j < words.known {
			word = d.scan.Asked[d.asked[row]+j]
		}
		p[j] = op.Mix(d.gate[row], word, p[j])
	}
}

// orNull returns ∅ if it is more probable than id, the result of Best.
func (d *Decoder[T]) orNull(row int, id int32, p T) (int32, T) {
	if q := d.Null(row); q > p || q == p && text.Null < id {
		return text.Null, q
	}
	return id, p
}
