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
		Run: func(ctx context.Context, t *stages.Task, c StreamConfig) (err error) {
			if c.Lists, err = c.listSettings.read(ctx, t); err != nil {
				return err
			}
			return ready(t, c.over(), func(m *label.Model, c Config) error {
				l, err := labellerOf(m, c.Options)
				if err != nil {
					return err
				}
				return exchange(ctx, t, m, l, c)
			})
		},
	}
}

// exchange answers every record batch of an Arrow stream with one of as many rows, in order. It does not wait for the next batch
// before it answers. Rows that cannot be labelled have a reason and no phrases. exchange does not check ids, since a stream may
// be any part of a corpus.
func exchange(ctx context.Context, t *stages.Task, m *label.Model, l *label.Labeller, c Config) (err error) {
	in, err := corpus.OpenStream(t.Input("documents")[0].Files[0], c.reading(t))
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
	t.Note(labelled.ChooseNote, l.Rule().String())
	absent, err := export.ParseAbsent(c.Absent, l.Calibrated(), l.Rule().String())
	if err != nil {
		return err
	}
	progress, all := t.Progress("label", "documents", -1), &reached{}
	defer progress.Done()
	behind := rows.NewBehind(1, func(q question) error {
		answers, err := answer(ctx, l, q.rows, absent, all, func(n int) { progress.Add(int64(n)) })
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
	failed := rows.Map(ctx, t.Threads, in.Next, asking(m, c), collect)
	if err := behind.Close(); err != nil {
		return err
	}
	all.warn(t.Log)
	if c.Lists != nil {
		t.Log.Info("phrases struck by --only and --never, which would have been chosen", "phrases", c.Lists.Struck())
	}
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

// asking is reader for pieces of record batches.
func asking(m *label.Model, c Config) func() func(*corpus.Piece) (question, error) {
	read := reader(m, c, nil)
	return func() func(*corpus.Piece) (question, error) {
		look := read()
		return func(p *corpus.Piece) (question, error) {
			rows, err := look(&p.Batch)
			return question{rows, p.Last, p.IDs}, err
		}
	}
}

// answer labels the rows of a record batch, and counts them.
func answer(ctx context.Context, l *label.Labeller, asked []outcome, absent export.Absent, all *reached, step func(n int)) ([]schemas.Answer, error) {
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
	if err := l.Items(ctx, items, step); err != nil {
		return nil, err
	}
	for i := range items {
		all.add(&items[i].Prediction, items[i].Left)
		answers[at[i]] = export.Answer(items[i].Prediction, absent)
	}
	return answers, nil
}
