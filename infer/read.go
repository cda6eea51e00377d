package main

import (
	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/answer"
	"wrone2set/stages/corpus"
	"wrone2set/stages/document"
	"wrone2set/stages/text"
)

// documents is the part of the documents that a run labels.
type documents struct {
	corpus.Batches
	total int64       // rows, -1 if it takes reading to know
	ids   *corpus.IDs // in front of the run's rows those of other shards are in it
}

// openDocuments looks at every file, and counts the rows where that is needed to find a shard.
func openDocuments(t *stages.Task, c Config) (*documents, error) {
	in := &documents{Batches: corpus.Batches{To: -1, End: t.Rows}}
	for _, s := range t.Input("documents") {
		in.Set = append(in.Set, corpus.Files(s.Files, s.Pair, c.Options(true, func(line string) { t.Log.Info(line) }))...)
	}
	if err := c.Suit(in.Set); err != nil {
		return nil, err
	}
	look := in.Set.Look
	if t.Shard.Split() {
		look = in.Set.Count
	}
	var err error
	if in.total, err = look(t.Rows); err != nil {
		return nil, err
	}
	if c.Limit > 0 {
		in.To = c.Limit
		in.total = min(in.total, c.Limit) // not known stays so
	}
	if t.Shard.Split() {
		in.From, in.To = t.Shard.Range(in.total)
		in.total = in.To - in.From
	}
	if in.total > 0 {
		t.Expect(in.total)
	}
	in.ids = c.IDs(in.Set)
	return in, in.ids.Pass(in.From)
}

// item is a document on its way through a window.
type item struct {
	document schemas.Document
	asked    answer.Document
	label    label
}

// outcome is what becomes of a row: an item, or a reason to reject it.
type outcome struct {
	item
	file   string
	row    int64
	id     string // as the record has it; "" where it could not be read
	reject error
}

// reader makes functions that read a batch of documents: each has a tokenizer of its own.
func (m *model) reader(c Config) func() func(*corpus.Batch) []outcome {
	return func() func(*corpus.Batch) []outcome {
		maker := document.NewMaker(text.NewTokenizer(m.unicode), true, c.Released)
		return func(b *corpus.Batch) []outcome {
			outcomes := make([]outcome, b.Len())
			for i := range outcomes {
				r, err := b.Parse(i)
				o := &outcomes[i]
				if o.file, o.row = r.File, r.Row; err == nil {
					o.id = r.ID
				}
				if o.document, o.reject = maker.Label(&r, err); o.reject == nil {
					m.encode(&o.item, c)
				}
			}
			return outcomes
		}
	}
}

// releasing is reader for the batches of documents, which get their memory back.
func (m *model) releasing(in *documents, c Config) func() func(*corpus.Batch) ([]outcome, error) {
	read := m.reader(c)
	return func() func(*corpus.Batch) ([]outcome, error) {
		look := read()
		return func(b *corpus.Batch) ([]outcome, error) {
			defer in.Release(b)
			return look(b), nil
		}
	}
}

// encode fills in what the network reads of a document.
func (m *model) encode(it *item, c Config) {
	d := &it.document
	it.asked = answer.Prepare(m.vocabulary, d, text.Encoding{MaxOOV: c.MaxOOV, Released: c.Released})
	d.Title, d.Body = it.asked.Tokens[:len(d.Title)], it.asked.Tokens[len(d.Title):] // once in memory, for a window has many documents
}
