package joint

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// weightFound is the weight of a word in a phrase, or of a keyword. Other words have weight 1.
const weightFound = 5

// purposeMask makes the keys of random masks differ from those of other random numbers.
const purposeMask = 7

// layout is a packed batch and the rows that enter its loss.
type layout struct {
	batch bert.Batch
	ask   op.JointLoss
}

// pack packs documents with their tails. Random masks depend on seed, step and the place in the batch.
func (m *Model[T]) pack(examples []schemas.Example, seed, step uint64) (layout, error) {
	l := layout{batch: bert.Batch{Offsets: []int32{0}, Causal: m.System == UniKeyphrase}, ask: op.JointLoss{Docs: len(examples), Norm: float64(len(examples))}}
	for d, e := range examples {
		found, absent, err := m.split(e)
		if err != nil {
			return layout{}, fmt.Errorf("joint: document %d (%s): %w", d, e.ID, err)
		}
		pieces := m.text(e.Source)
		words := cut(m.Words, m.stemmer, pieces, 1, len(pieces)-1)
		l.begin(pieces)
		l.question(d, present, words, m.tags(words, found))
		key := random.Key(seed, purposeMask, step, uint64(d))
		switch m.System {
		case PromptKP:
			m.prompt(&l, d, pieces, words, absent, key)
		case UniKeyphrase:
			m.sequence(&l, d, pieces[len(pieces)-1], absent, key)
		}
		l.batch.Offsets = append(l.batch.Offsets, int32(len(l.batch.Pieces)))
	}
	return l, nil
}

// split returns the present and the absent phrases of an example. Ids outside the vocabulary are an error.
func (m *Model[T]) split(e schemas.Example) (present, absent [][]int32, err error) {
	if len(e.Source) < leastText {
		return nil, nil, fmt.Errorf("%d pieces, want at least %d", len(e.Source), leastText)
	}
	for _, ids := range append(e.Targets[:len(e.Targets):len(e.Targets)], e.Source) {
		for _, id := range ids {
			if id < 0 || int(id) >= m.Encoder.Vocab {
				return nil, nil, fmt.Errorf("id %d is not in the vocabulary of %d pieces", id, m.Encoder.Vocab)
			}
		}
	}
	at := slices.IndexFunc(e.Targets, text.IsPeos)
	if at < 0 {
		return nil, nil, text.ErrNoPeos
	}
	return e.Targets[:at], e.Targets[at+1:], nil
}

// tags returns the tags of a document's words for its present phrases.
func (m *Model[T]) tags(document []word, phrases [][]int32) []int {
	var all [][]string
	for _, phrase := range phrases {
		all = append(all, stems(cut(m.Words, m.stemmer, phrase, 0, len(phrase))))
	}
	return tag(stems(document), all)
}

// begin adds the next document, without its tail.
func (l *layout) begin(pieces []int32) {
	l.batch.Pieces = append(l.batch.Pieces, pieces...)
	l.batch.Types = append(l.batch.Types, make([]int32, len(pieces))...)
	l.batch.Text = append(l.batch.Text, int32(len(pieces)))
}

// text returns the first row of the last document.
func (l *layout) text() int { return int(l.batch.Offsets[len(l.batch.Offsets)-1]) }

// question adds a classifier's tags of all words of the last document, d, to the loss. Their weights add up to 1.
func (l *layout) question(d, tags int, words []word, answers []int) {
	weight := func(a int) float64 {
		if a == outside {
			return 1
		}
		return weightFound
	}
	sum := 0.0
	for _, a := range answers {
		sum += weight(a)
	}
	for i, w := range words {
		l.ask.Tagged = append(l.ask.Tagged, op.Tagged{Row: l.text() + w.lo, Doc: d, Tags: tags, Tag: answers[i], Weight: weight(answers[i]) / sum,
			Bag: l.batch.Pieces[l.text()+w.lo : l.text()+w.hi]})
	}
}

// prompt adds the tail of the last document, d, with its prompts. Masks and the tags of keywords enter the loss.
func (m *Model[T]) prompt(l *layout, d int, pieces []int32, document []word, phrases [][]int32, key uint64) {
	all := m.supervise(pieces, document, phrases)
	found := map[string]bool{}
	for _, phrase := range phrases {
		for _, w := range cut(m.Words, m.stemmer, phrase, 0, len(phrase)) {
			found[w.stem] = true
		}
	}
	answers := make([]int, len(document))
	for i, w := range document {
		if found[w.stem] {
			answers[i] = begin
		}
	}
	l.question(d, keywords, document, answers)
	from := len(l.ask.Filled)
	for i, p := range all {
		shown, at := slices.Clone(p.right), len(l.batch.Pieces)
		for _, k := range m.asked(random.Key(key, uint64(i))) {
			shown[k] = m.Mask
			l.ask.Filled = append(l.ask.Filled, op.Filled{Row: at + m.place(k, len(p.keyword)), Doc: d, Word: p.right[k]})
		}
		l.batch.Pieces = m.write(l.batch.Pieces, p.keyword, shown)
		l.batch.Types = append(l.batch.Types, slices.Repeat([]int32{1}, len(l.batch.Pieces)-at)...)
	}
	l.share(from)
}

// sequence adds the tail of the last document, d, with its sequence of absent phrases. Masked pieces enter the loss.
func (m *Model[T]) sequence(l *layout, d int, end int32, phrases [][]int32, key uint64) {
	from, at := len(l.ask.Filled), len(l.batch.Pieces)
	target := m.target(phrases, end)
	asked := masked(len(target), key)
	for i, piece := range target {
		if asked[i] {
			l.ask.Filled = append(l.ask.Filled, op.Filled{Row: at + i, Doc: d, Word: piece})
			piece = m.Mask
		}
		l.batch.Pieces, l.batch.Types = append(l.batch.Pieces, piece), append(l.batch.Types, 1)
	}
	l.share(from)
}

// share gives the masks from index from on, those of one document, equal weights that add up to 1.
func (l *layout) share(from int) {
	for i := from; i < len(l.ask.Filled); i++ {
		l.ask.Filled[i].Weight = 1 / float64(len(l.ask.Filled)-from)
	}
}
