package labelled

import (
	"context"
	"fmt"
	"io"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Labels are the rows of outputs, of type schemas.Prediction or schemas.Assigned.
type Labels[R any] struct {
	rows.Reader[R]
	key func(*R) (id, digest string)
}

// Predictions opens files of predictions.
func Predictions(t *stages.Task, files []string) (*Labels[schemas.Prediction], error) {
	return open(t, schemas.Predictions, files, func(p *schemas.Prediction) (id, digest string) { return p.ID, p.Digest })
}

// Concepts opens files of concepts.
func Concepts(t *stages.Task, files []string) (*Labels[schemas.Assigned], error) {
	return open(t, schemas.Assigneds, files, func(a *schemas.Assigned) (id, digest string) { return a.ID, a.Digest })
}

func open[R any](t *stages.Task, table schemas.Table[R], files []string, key func(*R) (id, digest string)) (*Labels[R], error) {
	in, err := rows.Open(table, files, t.Open)
	if err != nil {
		return nil, err
	}
	return &Labels[R]{rows.ReadAhead(in), key}, nil
}

// Alone passes all labels to do. Two of one id are an error.
func (l *Labels[R]) Alone(ctx context.Context, do func(*R) error) error {
	seen := map[xxh3.Uint128]struct{}{}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := l.advance()
		if r == nil || err != nil {
			return err
		}
		id := l.id(r)
		hash := xxh3.HashString128(id)
		if _, twice := seen[hash]; twice {
			file, row := l.Place()
			return &schemas.FileError{File: file, Place: fmt.Sprintf("row %d", row), Err: fmt.Errorf("document %.100q has labels already", id),
				Remedy: "give each folder once; read other documents with the same ids by themselves"}
		}
		seen[hash] = struct{}{}
		if err := do(r); err != nil {
			return err
		}
	}
}

// document is a record of the corpus, or a bad row, whose id is "".
type document struct {
	*corpus.Record
	id, digest string
}

// parsed parses a batch of rows.
func parsed(b *corpus.Batch) ([]document, error) {
	all := make([]document, b.Len())
	for i := range all {
		r, err := b.Parse(i)
		if all[i].Record = &r; err == nil {
			all[i].id, all[i].digest = r.ID, r.Digest()
		}
	}
	return all, nil
}

// Beside passes all labels to do, with their documents in set, which are read with the settings and in the same order. Documents without
// labels are left out and counted.
func (l *Labels[R]) Beside(ctx context.Context, t *stages.Task, settings corpus.Settings, set corpus.Set, do func(*R, *corpus.Record) error) error {
	next, err := l.advance()
	if err != nil {
		return err
	}
	in := &corpus.Batches{Set: set, End: t.Rows}
	defer in.Close()
	ids, left, unnamed := settings.IDs(set), int64(0), ""
	err = rows.Map(ctx, t.Threads, in.Next, func() func(*corpus.Batch) ([]document, error) { return parsed }, func(batch []document) error {
		for _, d := range batch {
			if d.id == "" {
				left++
				continue
			}
			if corpus.MadeUp(d.id, d.File, d.Row) {
				unnamed = d.File
			}
			id, err := ids.Take(d.File, d.Row, d.id)
			if err != nil {
				return err
			}
			if next == nil || l.id(next) != id {
				left++
				continue
			}
			if _, digest := l.key(next); schemas.Differ(digest, d.digest) {
				file, row := l.Place()
				return Changed(d.File, fmt.Sprintf("row %d", d.Row), id, fmt.Sprintf(", row %d of %s", row, file))
			}
			if err := do(next, d.Record); err != nil {
				return err
			}
			if next, err = l.advance(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if next != nil {
		return l.withoutDocument(l.id(next), unnamed)
	}
	if left > 0 {
		t.Log.Warn("documents without labels are left out: bad rows, rows beyond --limit, or rows added since", "documents", left)
		t.Note("documents_left_out", left)
	}
	return nil
}

// advance returns the next labels, nil after the last.
func (l *Labels[R]) advance() (*R, error) {
	r, err := l.Next()
	if err == io.EOF {
		return nil, nil
	}
	return &r, err
}

func (l *Labels[R]) id(r *R) string {
	id, _ := l.key(r)
	return id
}

// Changed returns the error for a document, at a place of a file, that has another text than the one that was labelled. where may say
// where its labels are.
func Changed(file, place, id, where string) error {
	return &schemas.FileError{File: file, Place: place, Err: fmt.Errorf("document %.100q has another title or text than the one that was labelled%s", id, where),
		Remedy: "give the documents that were labelled, unchanged and read with the same --columns, --format and --encoding, or label these"}
}

// withoutDocument returns the error for the last labels, if they have no document. unnamed is a file whose ids come from its name, or "".
func (l *Labels[R]) withoutDocument(id, unnamed string) error {
	file, row := l.Place()
	err := fmt.Errorf("row %d: document %.100q is not in --documents, or not in this order", row, id)
	remedy := "give the documents that were labelled, in the same order, with the same --columns, --format and --repeated-ids"
	if unnamed != "" {
		err = fmt.Errorf("%w; ids of %s come from its name, as no id column was read", err, unnamed)
		remedy += ", from a file of the same name; with an id column (--columns id=NAME) the name does not matter"
	}
	return &schemas.FileError{File: file, Err: err, Remedy: remedy}
}
