package label

import (
	"context"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Labeller labels documents with one model and one set of options. It is safe for concurrent use.
type Labeller struct {
	model   *Model
	options Options
	threads int
	rule    rank.Rule
	ready   phrase.Labeller

	turn  chan struct{} // holds a value while a call runs
	ended func() error  // Err of the context of that call
}

// Rule returns the rule that chooses phrases.
func (l *Labeller) Rule() rank.Rule { return l.rule }

// Struck returns the number of phrases that Options.Lists struck so far.
func (l *Labeller) Struck() int64 { return l.options.Lists.Struck() }

// Calibrated reports whether scores are probabilities that phrases are right.
func (l *Labeller) Calibrated() bool { return l.model.choice != nil && l.rule.Name != rank.Slots }

// Items labels items in place, a window at a time. It calls step with the number of items done since the last call, on the
// caller's goroutine.
func (l *Labeller) Items(ctx context.Context, items []Item, step func(n int)) error {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-l.turn }()
	// Only threads of this call read ended: rows.Map waits for all of them.
	l.ended = ctx.Err
	for len(items) > 0 {
		n := l.options.firstWindow(items)
		if err := l.window(ctx, items[:n], step); err != nil {
			return l.model.folder.Unusable(err)
		}
		items = items[n:]
	}
	return nil
}

// window labels the documents of a window in place.
func (l *Labeller) window(ctx context.Context, items []Item, step func(n int)) error {
	lengths := make([]int, len(items))
	for i := range items {
		lengths[i] = len(items[i].asked.Example.Source)
		switch {
		case items[i].done:
			lengths[i] = 0
			items[i].take(phrase.Label{Phrases: items[i].picked, Reasons: items[i].Reasons})
			step(1)
		case lengths[i] == 0:
			items[i].take(l.ready.Silent(items[i].Document.ID))
			step(1)
		}
	}
	left := batches(lengths, l.documents(len(items)), l.options.BatchTokens)
	of := l.ready.Alone
	if len(left) == 1 {
		of = func() phrase.Labeller { return l.ready }
	}
	next := func() (batch []int, err error) {
		if len(left) == 0 {
			return nil, io.EOF
		}
		batch, left = left[0], left[1:]
		return batch, nil
	}
	worker := func() func([]int) (int, error) {
		own, speller := of(), l.model.speller(l.options)
		return func(batch []int) (int, error) { return len(batch), decode(own, speller, items, batch) }
	}
	return rows.Map(ctx, l.threads, next, worker, func(n int) error {
		step(n)
		return nil
	})
}

// documents returns the largest number of documents of a batch. It leaves at least four batches for each thread, so that no
// thread waits long for the others.
func (l *Labeller) documents(n int) int {
	return min(l.options.BatchSize, max(1, n/(4*l.threads)))
}

// decode decodes the items with the given indices, and spells their phrases.
func decode(l phrase.Labeller, s *phrase.Speller, items []Item, batch []int) error {
	documents := make([]phrase.Document, len(batch))
	for k, i := range batch {
		documents[k] = items[i].asked
		documents[k].Given = &items[i].Document
	}
	labels, err := l.Label(documents)
	if err != nil {
		return fmt.Errorf("label: %w", err)
	}
	for k, i := range batch {
		items[i].take(labels[k])
		s.Spell(&items[i].Document, items[i].limits.Language, items[i].Prediction.Phrases)
	}
	return nil
}

// take sets the result of the network.
func (i *Item) take(l phrase.Label) {
	i.Prediction, i.Slots = schemas.Prediction{ID: i.Document.ID, Limits: i.limits, Digest: i.digest, Phrases: l.Phrases}, l.Slots
	i.Reasons = l.Reasons
}
