package main

import (
	"context"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/label"
)

// arrowFile is the stream of answers.
const arrowFile = "predictions.arrow"

// question is a record batch of a stream, or a piece of one, before its answer.
type question struct {
	rows []outcome
	last bool           // piece of its record batch
	ids  schemas.Column // of the record batch, with its last piece
}

// streaming returns the mode that answers Arrow streams.
func streaming() stages.Stage[StreamConfig] {
	return stages.Stage[StreamConfig]{
		Name:    "infer stream",
		Version: version,
		Doc: `Answers an Arrow stream of documents: for Spark, Ray, Beam, DuckDB.

Example: infer stream < documents.arrows > answers.arrows

It loads the model once. It answers every record batch on standard input at once with one of as many rows on standard output,
in order. The columns of an answer are id, unchanged; phrases, a list of phrase, score, present, field, start, end, surface,
start_char and start_utf16; reason, which says why a row could not be labelled (its phrases are then null); truncated, language
and doubtful, as in the predictions of infer.

Bad rows do not count for --max-rejects, and ids may repeat. The end of the stream ends the program with exit code 0. A damaged
stream ends it with 65, after the answers to earlier batches. stages/python has clients.`,
		Inputs: []stages.Input{
			modelInput(),
			{Name: "documents", Doc: "an Arrow stream with the columns of a corpus", Schema: "arrow", Piped: true, Remote: true},
			likeInput(),
		},
		Outputs: []stages.Output{{Name: arrowFile, Doc: "the answers: id, phrases, reason", Schema: "answers", Stream: true}},
		Usual:   []string{"columns", "choose", "expect", "absent", "only", "never", "min_score", "max_phrases", "distinct", "precision"},
		Config:  StreamConfig{Boilerplate: corpus.DefaultSettings().Boilerplate, Options: label.DefaultOptions(), readSettings: defaultReading()},
		Check:   func(c StreamConfig) error { return c.over().check() },
		Layout:  stages.Answer,
		Run: func(ctx context.Context, t *stages.Task, c StreamConfig) error {
			return ready(ctx, t, c.over(), func(l *labelling) error { return l.exchange(ctx, t) })
		},
	}
}

// exchange answers every record batch of an Arrow stream with one of as many rows, in order. It does not wait for the next batch
// before it answers. Rows that cannot be labelled have a reason and no phrases. exchange does not check ids, since a stream may
// be any part of a corpus.
func (l *labelling) exchange(ctx context.Context, t *stages.Task) error {
	if err := l.prepare(); err != nil {
		return err
	}
	in, err := corpus.OpenStream(t.Input("documents")[0].Files[0], l.config.reading(t))
	if err != nil {
		return err
	}
	defer in.Close()
	f, err := t.Create(arrowFile)
	if err != nil {
		return err
	}
	defer f.Abort()
	out, err := schemas.NewAnswerWriter(f, in.IDs())
	if err != nil {
		return err
	}
	t.Note(labelled.ChooseNote, l.labeller.Rule().String())
	progress := t.Progress("label", "documents", -1)
	defer progress.Done()
	behind := rows.NewBehind(1, func(q question) error {
		answers, err := l.answer(ctx, q.rows, func(n int) { progress.Add(int64(n)) })
		if err != nil {
			return err
		}
		return out.Write(q.ids, answers)
	})
	defer behind.Close()
	read, bad := int64(0), int64(0)
	var whole []outcome
	collect := func(q question) error {
		for i := range q.rows {
			if o := &q.rows[i]; o.Reject != nil {
				if bad++; bad <= 3 {
					t.Log.Warn("a bad row is answered with the reason", "file", o.File, "row", o.Row, "reason", o.Reject)
				}
			}
		}
		t.Read(int64(len(q.rows)))
		read += int64(len(q.rows))
		whole = append(whole, q.rows...)
		if !q.last {
			return nil
		}
		q.rows, whole = whole, nil
		return behind.Send(q)
	}
	// Report the error of a broken stream after the answers to the batches before it.
	failed := rows.Map(ctx, t.Threads, in.Next, l.asker, collect)
	if err := behind.Close(); err != nil {
		return err
	}
	l.say(t)
	if failed != nil {
		return failed
	}
	if err := out.Close(); err != nil {
		return err
	}
	t.Note("documents_bad", bad)
	f.SetRows(read)
	return f.Close()
}

// asker is reader for pieces of record batches.
func (l *labelling) asker() func(*corpus.Piece) (question, error) {
	read := l.reader()
	return func(p *corpus.Piece) (question, error) {
		rows, err := read(&p.Batch)
		return question{rows, p.Last, p.IDs}, err
	}
}

// answer labels the rows of a record batch, and counts them.
func (l *labelling) answer(ctx context.Context, asked []outcome, step func(n int)) ([]schemas.Answer, error) {
	answers := make([]schemas.Answer, len(asked))
	var items []label.Item
	var at []int
	for i := range asked {
		if o := &asked[i]; o.Reject != nil {
			answers[i].Reason = o.Reject.Error()
			step(1)
		} else {
			items, at = append(items, o.Item), append(at, i)
		}
	}
	if err := l.labeller.Items(ctx, items, step); err != nil {
		return nil, err
	}
	for i := range items {
		l.all.add(&items[i].Prediction, items[i].Left)
		answers[at[i]] = export.Answer(items[i].Prediction, l.absent)
	}
	return answers, nil
}
