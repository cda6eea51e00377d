package main

import (
	"context"
	"fmt"

	"wrone2set/infer/internal/phrase"
	"wrone2set/infer/internal/window"
	"wrone2set/schemas"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/nn/settrans"
	"wrone2set/stages/text"
)

// labeller labels windows of documents.
type labeller struct {
	model   *model
	config  Config
	workers *kernel.Workers
	stemmer *text.Stemmer
	greedy  settrans.GreedyOptions
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
		lengths[i] = len(items[i].example.Source)
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
		for n := range l.model.Slots {
			out.slots = append(out.slots, schemas.Slot{ID: id, Slot: int32(n), NullProbability: 1, FirstProbability: 1, VanillaProbability: 1})
		}
	}
	return out
}

// batch decodes the documents with the given indices.
func (l *labeller) batch(items []item, batch []int) error {
	examples := make([]schemas.Example, len(batch))
	for k, i := range batch {
		examples[k] = items[i].example
	}
	docs, err := settrans.Pack(examples)
	if err != nil {
		return fmt.Errorf("infer: %w", err)
	}
	memory, err := l.model.Encode(l.workers, docs)
	if err != nil {
		return fmt.Errorf("infer: %w", err)
	}
	defer memory.Free()
	written, err := l.model.Greedy(l.workers, memory, l.greedy)
	if err != nil {
		return fmt.Errorf("infer: %w", err)
	}
	var forced [][]settrans.Written[float32]
	if l.config.Slots {
		if forced, err = l.model.Greedy(l.workers, memory, settrans.GreedyOptions{ForbidNull: true}); err != nil {
			return fmt.Errorf("infer: %w", err)
		}
	}
	for k, i := range batch {
		l.read(&items[i], written[k])
		if forced != nil {
			l.slots(&items[i], written[k], forced[k])
		}
	}
	return nil
}

// read turns what the slots of a document wrote into its phrases.
func (l *labeller) read(it *item, written []settrans.Written[float32]) {
	ranker := phrase.Ranker{Stemmer: l.stemmer, Unmarked: l.config.Released, MinScore: l.config.MinScore, MaxPhrases: l.config.MaxPhrases}
	it.label.prediction = schemas.Prediction{ID: it.document.ID, Phrases: ranker.Rank(&it.document, l.answers(it, written))}
}

// slots turns what the slots wrote with and without ∅ into rows.
func (l *labeller) slots(it *item, vanilla, forced []settrans.Written[float32]) {
	a, b := l.answers(it, vanilla), l.answers(it, forced)
	for n := range a {
		it.label.slots = append(it.label.slots, schemas.Slot{
			ID: it.document.ID, Slot: int32(n),
			NullProbability: vanilla[n].Null, FirstProbability: vanilla[n].Scores[0],
			Vanilla: a[n].Words, VanillaProbability: float32(a[n].Score),
			NonNull: b[n].Words, NonNullProbability: float32(b[n].Score),
		})
	}
}

func (l *labeller) answers(it *item, written []settrans.Written[float32]) []phrase.Answer {
	detokenizer := phrase.Detokenizer{Vocabulary: l.model.vocabulary}
	document := phrase.Document{Tokens: it.tokens, OOV: it.example.OOV}
	answers := make([]phrase.Answer, len(written))
	for n, w := range written {
		answers[n] = detokenizer.Answer(document, phrase.Output{Tokens: w.Tokens, Probabilities: w.Scores, Attended: w.Attended})
	}
	return answers
}
