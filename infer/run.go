package main

import (
	"context"
	"errors"
	"io"

	"wrone2set/schemas"
	"wrone2set/stages"
	"wrone2set/stages/nn/kernel"
	"wrone2set/stages/rows"
	"wrone2set/stages/text"
)

// run labels the shard's documents, a window at a time.
func run(ctx context.Context, t *stages.Task, c Config) error {
	m, err := openModel(t.Input("model")[0])
	if err != nil {
		return err
	}
	documents, err := openDocuments(t, c)
	if err != nil {
		return err
	}
	defer documents.Close()
	out, err := create(t, c)
	if err != nil {
		return err
	}
	defer out.abort()
	workers := kernel.NewWorkers(t.Threads)
	prepare(workers, m.Model, c.Precision)
	l := &labeller{model: m, config: c, workers: workers, stemmer: text.NewStemmer()}
	progress := t.Progress("label", "documents", documents.Rows())
	defer progress.Done()
	for {
		items, err := l.window(documents)
		if err != nil {
			return err
		}
		if len(items) == 0 {
			break
		}
		t.Read(int64(len(items)))
		if err := l.label(ctx, items, func(n int) { progress.Add(int64(n)) }); err != nil {
			return err
		}
		for i := range items {
			if err := out.write(items[i].label); err != nil {
				return err
			}
		}
	}
	t.Note("documents_empty", l.empty)
	t.Note("documents_cut", l.cut)
	t.Note("phrases", out.phrases)
	t.Note("phrases_duplicate", out.duplicates)
	return out.close()
}

// openDocuments is the part of the documents that this run labels.
func openDocuments(t *stages.Task, c Config) (*rows.Files[schemas.Document], error) {
	var paths []string
	for _, source := range t.Input("documents") {
		if source.Pair {
			return nil, &stages.UsageError{Err: errors.New("--documents " + source.Spec + ": want files that preprocess wrote; it also takes source.txt:target.txt")}
		}
		paths = append(paths, source.Files...)
	}
	documents, err := rows.Open(schemas.Documents, paths)
	if err != nil {
		return nil, err
	}
	for _, f := range documents.Parts() {
		t.Rows(f.Path, f.Rows)
	}
	if c.Limit > 0 {
		documents.Cut(0, c.Limit)
	}
	documents.Cut(t.Shard.Range(documents.Rows()))
	return documents, nil
}

// windowTokens ends a window early: documents may be of any length.
const windowTokens = 2 << 20

// window reads and encodes the next documents.
func (l *labeller) window(documents *rows.Files[schemas.Document]) ([]item, error) {
	var items []item
	for tokens := 0; len(items) < l.config.Window && tokens < windowTokens; {
		d, err := documents.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		it := l.item(d)
		tokens += len(it.tokens)
		items = append(items, it)
	}
	return items, nil
}
