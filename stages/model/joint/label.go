package joint

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// groupPieces is about the number of document pieces that are read at a time: enough for fast products, and few enough to
// limit the memory of keys and values. It changes no bit, since documents do not depend on each other.
const groupPieces = 2000

// Label returns the phrases of documents, which are given as word pieces with [CLS] and [SEP]: the tagged ones in the order of
// the text, then the predicted ones, without <eos>. The first piece of a tagged word has the probability of its tag, the others
// 1, and a predicted piece attends to [CLS]. A phrase that is found several times keeps its first place and has the probabilities
// of the most probable one. Weights without finite probabilities are slots.ErrNotFinite.
func (m *Model[T]) Label(w *kernel.Workers, documents [][]int32) ([][]phrase.Output[T], error) {
	return inGroups(documents, func(group [][]int32) ([][]phrase.Output[T], error) { return m.group(w, group) })
}

// inGroups calls do for groups of documents, in order, and joins the results.
func inGroups[R any](documents [][]int32, do func(group [][]int32) ([]R, error)) ([]R, error) {
	out := make([]R, 0, len(documents))
	for lo := 0; lo < len(documents); {
		hi, pieces := lo+1, len(documents[lo])
		for hi < len(documents) && pieces+len(documents[hi]) <= groupPieces {
			pieces += len(documents[hi])
			hi++
		}
		made, err := do(documents[lo:hi])
		if err != nil {
			return nil, err
		}
		out, lo = append(out, made...), hi
	}
	return out, nil
}

// reading is the state of labelling a group of documents.
type reading[T kernel.Float] struct {
	*Model[T]
	pass   *op.Pass[T]
	reader *bert.Reader[T]
	seen   []op.Related[T] // per relation layer, the rows read so far
	texts  [][]int32
	rows   [][]T // per document, the vectors of its pieces for extraction
	words  [][]word
	found  [][]phrase.Output[T]
}

// group is Label for a group of documents.
func (m *Model[T]) group(w *kernel.Workers, documents [][]int32) ([][]phrase.Output[T], error) {
	r, err := m.study(w, documents)
	if err != nil {
		return nil, err
	}
	defer r.end()
	if err := r.extract(); err != nil {
		return nil, err
	}
	switch m.System {
	case PromptKP:
		return r.found, r.prompt()
	case UniKeyphrase:
		return r.found, r.sequence()
	}
	return r.found, nil
}

// study reads documents. The caller must end the reading.
func (m *Model[T]) study(w *kernel.Workers, documents [][]int32) (*reading[T], error) {
	r := &reading[T]{Model: m, pass: &op.Pass[T]{Workers: w, Pool: m.pool}, found: make([][]phrase.Output[T], len(documents))}
	var rooms []int
	var runs []bert.Run
	rows := 0
	stemmer := text.NewStemmer() // not the model's: Label may run concurrently
	for d, source := range documents {
		if len(source) < leastText {
			return nil, fmt.Errorf("joint: document %d has %d pieces, want at least %d", d, len(source), leastText)
		}
		pieces := m.text(source)
		r.texts, r.words = append(r.texts, pieces), append(r.words, cut(m.Words, stemmer, pieces, 1, len(pieces)-1))
		rooms, runs = append(rooms, len(pieces)+m.tail()), append(runs, bert.Run{Doc: d, Pieces: pieces})
		rows += len(pieces) + m.tail()
	}
	r.reader = m.bert.Reader(w, rooms)
	r.remember(rows)
	both, err := r.read(runs)
	if err != nil {
		r.end()
		return nil, err
	}
	x := both.extraction
	for _, pieces := range r.texts {
		n := len(pieces) * m.Encoder.Width
		r.rows, x = append(r.rows, x[:n]), x[n:]
	}
	return r, nil
}

// end frees the memory of a reading.
func (r *reading[T]) end() {
	r.forget()
	r.reader.Free()
}

// ask classifies all words of document d. It returns the most probable tags and their probabilities.
func (r *reading[T]) ask(d, tags int) (answers []int, sure []T, err error) {
	all := r.head.Tag(tags, r.rows[d], len(r.texts[d]))
	for _, w := range r.words[d] {
		p := all[w.lo]
		best := kernel.ArgMax(p)
		if !(p[best] > 0) {
			return nil, nil, fmt.Errorf("joint: tags: %w", slots.ErrNotFinite)
		}
		answers, sure = append(answers, best), append(sure, p[best])
	}
	return answers, sure, nil
}

// extract finds the phrases whose words are tagged.
func (r *reading[T]) extract() error {
	for d, words := range r.words {
		tags, sure, err := r.ask(d, present)
		if err != nil {
			return err
		}
		for _, s := range spans(tags) {
			var p phrase.Output[T]
			for i := s.lo; i < s.hi; i++ {
				addWord(&p, r.texts[d], words[i], sure[i])
			}
			r.add(d, p)
		}
	}
	return nil
}

// addWord appends a word of the document.
func addWord[T kernel.Float](p *phrase.Output[T], document []int32, w word, sure T) {
	for at := w.lo; at < w.hi; at++ {
		p.Add(document[at], sure, int32(at))
		sure = 1
	}
}

// add adds a phrase of document d. If the same phrase is there already, the more probable one's probabilities remain.
func (r *reading[T]) add(d int, p phrase.Output[T]) {
	i := slices.IndexFunc(r.found[d], func(q phrase.Output[T]) bool { return slices.Equal(q.Tokens, p.Tokens) })
	switch {
	case i < 0:
		r.found[d] = append(r.found[d], p)
	case mean(p.Probabilities) > mean(r.found[d][i].Probabilities):
		r.found[d][i].Probabilities = p.Probabilities
	}
}

func mean[T kernel.Float](x []T) (sum T) {
	for _, v := range x {
		sum += v
	}
	return sum / T(len(x))
}

// choose returns, for rows x [n, D] of the stream, the most probable piece that may be written, and its probability.
func (r *reading[T]) choose(x []T, n int, may func(id int32) bool) (ids []int32, sure []T, err error) {
	const leaders = int(text.FirstPiece) + 4 // special tokens, [MASK], [CLS], [SEP] and [PAD] are not written
	h := r.pass.Pool.Get(len(x))
	defer r.pass.Pool.Put(h)
	r.head.Hidden(r.pass, h, x, n)
	s := r.head.Words.Scan(r.pass, h, n, func(int) []int32 { return nil }, leaders, -1)
	defer s.Free(r.pass.Pool)
	sure = make([]T, n)
	for i := range n {
		best := s.Best[i*leaders : (i+1)*leaders]
		k := slices.IndexFunc(best, func(id int32) bool { return id >= 0 && may(id) })
		if k >= 0 {
			ids, sure[i] = append(ids, best[k]), s.Top[i*leaders+k]-s.LogSum[i]
		}
		if k < 0 || sure[i] != sure[i] {
			return nil, nil, fmt.Errorf("joint: words: %w", slots.ErrNotFinite)
		}
	}
	kernel.Exp(sure)
	return ids, sure, nil
}

// writes reports whether an id may be predicted: a word piece of text, or one of others.
func (r *reading[T]) writes(d int, id int32, others ...int32) bool {
	document := r.texts[d]
	if slices.Contains(others, id) {
		return true
	}
	return id >= text.FirstWord && id != r.Mask && id != r.Encoder.Pad && id != document[0] && id != document[len(document)-1]
}
