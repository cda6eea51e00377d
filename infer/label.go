package main

import (
	"context"
	"fmt"

	"wrone2set/infer/internal/phrase"
	"wrone2set/infer/internal/window"
	"wrone2set/schemas"
	"wrone2set/stages/answer"
	"wrone2set/stages/choose"
	"wrone2set/stages/nn/settrans"
	"wrone2set/stages/text"
)

// labeller labels windows of documents.
type labeller struct {
	system  settrans.System
	network answer.Network // of one2set, catseq and one2one
	joint   answer.Joint   // of the others
	choice  *choose.Model  // nil in mode slots, and for systems of one slot
	mode    choose.Mode
	config  Config
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
	for _, batch := range window.Batches(lengths, window.Limits{Documents: l.config.BatchSize, Tokens: l.config.BatchTokens}) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := l.batch(items, batch); err != nil {
			return err
		}
		step(len(batch))
	}
	return nil
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
			it.label.slots = slots(it.document.ID, &said[k])
		}
	}
	return nil
}

// ask asks with ∅ forbidden only where that is of use, and lets no slot stop early where it is to be shown.
func (l *labeller) ask(documents []answer.Document) ([]answer.Said, error) {
	switch {
	case l.system.Joint():
		return l.joint.Label(documents)
	case l.system == settrans.CatSeq:
		return l.network.Sequences(documents, l.config.search(l.network.Config))
	case l.system == settrans.OneToOne:
		return l.network.Search(documents, l.config.search(l.network.Config))
	case l.choice == nil && l.config.Slots:
		return l.network.Both(documents, 0, choose.Branching{})
	case l.choice == nil:
		return l.network.Free(documents)
	case l.config.Slots:
		return l.network.Both(documents, 0, l.choice.Branching)
	}
	return l.network.Both(documents, l.choice.Floor, l.choice.Branching)
}

// phrases turns what the slots of a document said into its phrases.
func (l *labeller) phrases(it *item, said *answer.Said) []schemas.Phrase {
	ranker := phrase.Ranker{Stemmer: l.stemmer, Unmarked: l.config.Released, MinScore: l.config.MinScore, MaxPhrases: l.config.MaxPhrases,
		Each: l.mode.Top, Written: l.system == settrans.CatSeq}
	if l.choice == nil {
		return ranker.Rank(&it.document, said.Free)
	}
	candidates := said.Candidates(l.stemmer, it.asked, l.choice.Floor)
	l.choice.Judge(candidates)
	return ranker.Chosen(&it.document, l.choice.Pick(l.mode, candidates))
}

// slots turns what the slots of a document said with and without ∅ into rows.
func slots(id string, said *answer.Said) (rows []schemas.Slot) {
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
