package main

import (
	"context"
	"fmt"
	"sync"

	"wrone2set/schemas"
	"wrone2set/score/internal/join"
	"wrone2set/score/internal/match"
	"wrone2set/score/internal/metric"
	"wrone2set/score/internal/result"
	"wrone2set/stages/text"
)

// batchSize is how many documents go to a goroutine at once. It changes no result.
const batchSize = 64

// judged is a stream of judged documents in file order.
type judged struct {
	order  chan chan batch // one channel a batch, in file order
	cancel context.CancelFunc
	wg     sync.WaitGroup
	err    error // of the batch given out last
}

type batch struct {
	documents []document
	err       error // after documents; io.EOF at the end
	testSet   string
	exact     bool
}

// document is one judged document.
type document struct {
	row    join.Row
	scored result.Document
	scores [len(metric.Kinds)]schemas.Score
}

// judgeAll reads rows and judges them on so many goroutines, beside one that reads.
func judgeAll(ctx context.Context, in *join.Rows, c Config, threads int, testSet string) *judged {
	ctx, cancel := context.WithCancel(ctx)
	j := &judged{order: make(chan chan batch, 2*threads), cancel: cancel}
	type job struct {
		batch batch
		done  chan batch
	}
	jobs := make(chan job)
	for range threads {
		j.wg.Go(func() {
			judge := match.New(c.rules(), text.Stem)
			for job := range jobs {
				job.done <- job.batch.judge(judge)
			}
		})
	}
	j.wg.Go(func() {
		defer close(jobs)
		defer close(j.order)
		for ended := false; !ended; {
			b := readBatch(ctx, in)
			b.testSet, b.exact = testSet, c.Released
			done := make(chan batch, 1)
			select {
			case j.order <- done:
			case <-ctx.Done():
				return
			}
			jobs <- job{b, done}
			ended = b.err != nil
		}
	})
	return j
}

// next returns the next batch; after the last its error, io.EOF if all is read.
func (j *judged) next() (batch, error) {
	if j.err != nil {
		return batch{}, j.err
	}
	done, ok := <-j.order
	if !ok {
		return batch{}, context.Canceled
	}
	b := <-done
	j.err = b.err
	if len(b.documents) == 0 {
		return b, b.err
	}
	return b, nil
}

// stop ends all goroutines.
func (j *judged) stop() {
	j.cancel()
	j.wg.Wait()
}

func readBatch(ctx context.Context, in *join.Rows) batch {
	b := batch{documents: make([]document, 0, batchSize)}
	for len(b.documents) < batchSize {
		if err := ctx.Err(); err != nil {
			b.err = err
			return b
		}
		row, err := in.Next()
		if err != nil {
			b.err = err
			return b
		}
		b.documents = append(b.documents, document{row: row})
	}
	return b
}

// judge judges a batch. A panic becomes the batch's error: it must not pass
// from a goroutine of ours to the user.
func (b batch) judge(judge *match.Judge) (out batch) {
	defer func() {
		if p := recover(); p != nil {
			out = batch{err: fmt.Errorf("judge: %v", p)}
		}
	}()
	for i := range b.documents {
		b.documents[i].judge(judge, b)
	}
	return b
}

func (d *document) judge(judge *match.Judge, b batch) {
	doc := &d.row.Document
	in := match.Document{
		Source:      append(append(make([]string, 0, len(doc.Title)+len(doc.Body)), doc.Title...), doc.Body...),
		Targets:     append(append(make([][]string, 0, len(doc.Present)+len(doc.Absent)), doc.Present...), doc.Absent...),
		Predictions: make([]match.Candidate, len(d.row.Prediction.Phrases)),
	}
	if len(in.Targets) == 0 && b.exact {
		in.Targets = [][]string{{""}} // what the authors' script makes of an empty line
	}
	d.scored.Scores = make([]float64, len(in.Predictions))
	for i := range in.Predictions {
		p := &d.row.Prediction.Phrases[i]
		in.Predictions[i] = match.Candidate{Words: p.Tokens, Repeated: p.Duplicate}
		d.scored.Scores[i] = float64(p.Score)
	}
	d.scored.Verdict = judge.Document(in)
	d.scored.Slots = d.row.Slots
	for _, s := range d.row.Slots {
		d.scored.Correct = append(d.scored.Correct, judge.IsTarget(s.NonNull, d.scored.Verdict.Targets))
	}
	for _, kind := range metric.Kinds {
		d.scores[kind] = scoreRow(&d.scored.Verdict.Rankings[kind], kind)
		d.scores[kind].TestSet, d.scores[kind].ID = b.testSet, doc.ID
	}
}

// scoreRow is the row of scores.parquet, always at 5, 10, M, O and G.
func scoreRow(r *metric.Ranking, kind metric.Kind) schemas.Score {
	at := func(k metric.K) schemas.ScoreAt {
		a := r.At(k)
		return schemas.ScoreAt{Hits: int32(a.Hits), P: a.P, R: a.R, F1: a.F1, MAP: a.MAP, NDCG: a.NDCG, AlphaNDCG: a.AlphaNDCG}
	}
	return schemas.Score{
		Kind: kind.String(), Predictions: int32(r.Predictions), Targets: int32(r.Targets),
		At5: at(5), At10: at(10), AtM: at(metric.M), AtO: at(metric.O), AtG: at(metric.G),
	}
}
