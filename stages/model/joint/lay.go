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

// weightFound is the weight of a word that is part of a phrase, or a keyword, beside that of one that is not.
const weightFound = 5

// purposeMask keeps the keys of masks apart from those of other random numbers.
const purposeMask = 7

// layout is a batch as the network sees it, and what the loss asks of it.
type layout struct {
	batch bert.Batch
	ask   op.JointLoss
}

// layOut lays documents out with their tails. The masks that are asked are drawn for key and the place in the batch.
func (m *Model[T]) layOut(examples []schemas.Example, seed, step uint64) (layout, error) {
	l := layout{batch: bert.Batch{Offsets: []int32{0}, Causal: m.System == UniKeyphrase}, ask: op.JointLoss{Docs: len(examples), Norm: float64(len(examples))}}
	for d, e := range examples {
		present, absent, err := m.parted(e)
		if err != nil {
			return layout{}, fmt.Errorf("joint: document %d (%s): %w", d, e.ID, err)
		}
		pieces := m.text(e.Source)
		words := cut(m.Words, m.stemmer, pieces, 1, len(pieces)-1)
		l.begin(pieces)
		l.extract(d, words, m.tags(words, present))
		key := random.Key(seed, purposeMask, step, uint64(d))
		if m.System == PromptKP {
			m.prompt(&l, d, pieces, words, absent, key)
		} else {
			m.sequence(&l, d, pieces[len(pieces)-1], absent, key)
		}
		l.batch.Offsets = append(l.batch.Offsets, int32(len(l.batch.Pieces)))
	}
	return l, nil
}

// parted are the present and absent phrases of an example; ids that the network does not know are an error.
func (m *Model[T]) parted(e schemas.Example) (present, absent [][]int32, err error) {
	if len(e.Source) < leastText {
		return nil, nil, fmt.Errorf("%d pieces, at least %d are needed", len(e.Source), leastText)
	}
	for _, ids := range append(e.Targets[:len(e.Targets):len(e.Targets)], e.Source) {
		for _, id := range ids {
			if id < 0 || int(id) >= m.Encoder.Vocab {
				return nil, nil, fmt.Errorf("id %d, %d words are known", id, m.Encoder.Vocab)
			}
		}
	}
	at := slices.IndexFunc(e.Targets, text.IsPeos)
	if at < 0 {
		return nil, nil, text.ErrNoPeos
	}
	return e.Targets[:at], e.Targets[at+1:], nil
}

// tags are the tags of a document's words for its present phrases.
func (m *Model[T]) tags(document []word, phrases [][]int32) []int {
	var all [][]string
	for _, phrase := range phrases {
		all = append(all, stems(cut(m.Words, m.stemmer, phrase, 0, len(phrase))))
	}
	return tag(stems(document), all)
}

// begin adds the text of the next document.
func (l *layout) begin(pieces []int32) {
	l.batch.Pieces = append(l.batch.Pieces, pieces...)
	l.batch.Types = append(l.batch.Types, make([]int32, len(pieces))...)
	l.batch.Text = append(l.batch.Text, int32(len(pieces)))
}

// text is where the text of the last document begins.
func (l *layout) text() int { return int(l.batch.Offsets[len(l.batch.Offsets)-1]) }

// extract asks the tags of present phrases.
func (l *layout) extract(d int, words []word, tags []int) { l.question(d, present, words, tags) }

// question asks a question of all words of the last document, d. The weights of a document's words have the sum 1.
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

// prompt asks which words are keywords, and the masks of the prompts of the last document, d.
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

// sequence asks the last document's sequence of absent phrases.
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

// share gives the words that were asked of a document, from these on, weights with the sum 1.
func (l *layout) share(from int) {
	for i := from; i < len(l.ask.Filled); i++ {
		l.ask.Filled[i].Weight = 1 / float64(len(l.ask.Filled)-from)
	}
}
