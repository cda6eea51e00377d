package main

import (
	"context"
	"fmt"
	"io"

	"wrone2set/infer/internal/window"
	"wrone2set/schemas"
	"wrone2set/stages/data/rows"
	"wrone2set/stages/data/text"
	"wrone2set/stages/model/answer"
	"wrone2set/stages/model/choose"
	"wrone2set/stages/model/phrase"
	"wrone2set/stages/model/slots"
)

// labeller labels windows of documents.
type labeller struct {
	system  slots.System
	network answer.Network // of one2set, catseq and one2one
	joint   answer.Joint   // of the others
	choice  *choose.Model  // nil in mode slots, and for systems of one slot
	mode    choose.Mode
	config  Config
	threads int
	stemmer *text.Stemmer
}

// label is what is written about a document.
type label struct {
	prediction schemas.Prediction
	slots      []schemas.Slot // with --slots
}

// label labels the documents of a window in place; step is told how many are
// done.
func (l *labeller) label(ctx context.Context, items []item, step func(n int)) error {
	lengths := make([]int, len(items))
	for i := range items {
		lengths[i] = len(items[i].asked.Example.Source)
		if lengths[i] == 0 {
			items[i].label = l.nothing(items[i].document.ID)
			step(1)
		}
	}
	batches := window.Batches(lengths, window.Limits{Documents: l.documents(len(items)), Tokens: l.config.BatchTokens})
	of := l.alone
	if len(batches) == 1 {
		of = func() *labeller { return l }
	}
	next := func() (batch []int, err error) {
		if len(batches) == 0 {
			return nil, io.EOF
		}
		batch, batches = batches[0], batches[1:]
		return batch, nil
	}
	worker := func() func([]int) (int, error) {
		own := of()
		return func(batch []int) (int, error) { return len(batch), own.batch(items, batch) }
	}
	return rows.Map(ctx, l.threads, next, worker, func(n int) error {
		step(n)
		return nil
	})
}

// documents are the most of a batch: few enough that four come to each thread, so that none waits long for the others.
func (l *labeller) documents(n int) int {
	return min(l.config.BatchSize, max(1, n/(4*l.threads)))
}

// alone is l for one of several batches at a time: threads that each have a batch of their own are busier than those that
// divide the products of one, and no bit differs.
func (l *labeller) alone() *labeller {
	alone := *l
	alone.network.Workers, alone.joint.Workers = l.network.Workers.Alone(), l.joint.Workers.Alone()
	alone.stemmer = text.NewStemmer()
	return &alone
}

// nothing is the label of a document without a token: the model cannot read
// it, and every slot is sure of ∅.
func (l *labeller) nothing(id string) label {
	out := label{prediction: schemas.Prediction{ID: id}}
	if l.config.Slots {
		for n := range l.network.Slots {
			out.slots = append(out.slots, schemas.Slot{ID: id, Slot: int32(n), NullProbability: 1, FirstProbability: 1, VanillaProbability: 1})
		}
	}
	return out
}

// batch decodes the documents with the given indices.
func (l *labeller) batch(items []item, batch []int) error {
	documents := make([]answer.Document, len(batch))
	for k, i := range batch {
		documents[k] = items[i].asked
	}
	said, err := l.ask(documents)
	if err != nil {
		return fmt.Errorf("infer: %w", err)
	}
	for k, i := range batch {
		it := &items[i]
		it.label.prediction = schemas.Prediction{ID: it.document.ID, Phrases: l.phrases(it, &said[k])}
		if l.config.Slots {
			it.label.slots = slotRows(it.document.ID, &said[k])
		}
	}
	return nil
}

// ask asks with ∅ forbidden only where that is of use. The floor is the choice's also with --slots, or the same documents would
// get other probabilities: see slots.GreedyOptions.Whole.
func (l *labeller) ask(documents []answer.Document) ([]answer.Said, error) {
	switch {
	case l.system.Joint():
		return l.joint.Label(documents)
	case l.system == slots.CatSeq:
		return l.network.Sequences(documents, l.config.search(l.network.Config))
	case l.system == slots.OneToOne:
		return l.network.Search(documents, l.config.search(l.network.Config))
	case l.choice == nil && l.config.Slots:
		return l.network.Both(documents, 0, choose.Branching{})
	case l.choice == nil:
		return l.network.Free(documents)
	}
	return l.network.Both(documents, l.choice.Floor, l.choice.Branching)
}

// phrases turns what the slots of a document said into its phrases.
func (l *labeller) phrases(it *item, said *answer.Said) []schemas.Phrase {
	ranker := phrase.Ranker{Stemmer: l.stemmer, Unmarked: l.config.Released, MinScore: l.config.MinScore, MaxPhrases: l.config.MaxPhrases,
		Each: l.mode.Top, Written: l.system == slots.CatSeq}
	if l.choice == nil {
		return ranker.Rank(&it.document, said.Free)
	}
	candidates := said.Candidates(l.stemmer, it.asked, l.choice.Floor)
	l.choice.Judge(candidates)
	return ranker.Chosen(&it.document, l.choice.Pick(l.mode, candidates))
}

// slotRows turns what the slots of a document said with and without ∅ into rows.
func slotRows(id string, said *answer.Said) (rows []schemas.Slot) {
	for n, free := range said.Free {
		forced := said.Forced[n]
		rows = append(rows, schemas.Slot{
			ID: id, Slot: int32(n), NullProbability: said.Null[n], FirstProbability: said.First[n],
			Vanilla: free.Words, VanillaProbability: float32(free.Score),
			NonNull: forced.Words, NonNullProbability: float32(forced.Score),
		})
	}
	return rows
}
