package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/group"
	"github.com/wrone2set/wrone2set/score/internal/judge"
	"github.com/wrone2set/wrone2set/score/internal/report"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// run scores one test set. It judges documents in step with their predictions, and adds them to the result, the page and the groups in
// file order.
func run(ctx context.Context, t *stages.Task, c Config) error {
	reviewed, err := judge.ReadReview(t)
	if err != nil {
		return err
	}
	if reviewed != nil && c.Released {
		return &stages.UsageError{Err: errors.New("released scores as the authors' script does, which knows no review: leave out --released or --review")}
	}
	predictions := t.Input("predictions")[0]
	set, err := judge.Open(t, c.Criteria, judge.Input{Predictions: predictions, Slots: t.Input("slots"), Review: reviewed, By: c.By,
		Cuts: []string{"5", "10", "M", "O", "G"}})
	if err != nil {
		return err
	}
	defer set.Close()
	scorer := "score " + version
	if c.Bootstrap > 0 {
		scorer += fmt.Sprintf(", bootstrap seed %d", c.Seed)
	}
	about, err := report.AboutScores(set.Settings.TestSet, predictions, t.Input("documents")[0], scorer)
	if err != nil {
		return err
	}
	res := result.New(set.Settings)
	page, groups := report.New(res, c.Examples, about), group.New(set.Settings, c.By)
	if err := collect(ctx, t, set, res, func(d *judge.Document) {
		page.Add(&d.Row, &d.Judged)
		if c.By != "" {
			groups.Add(d.Row.Values, &d.Judged)
		}
	}); err != nil {
		return err
	}
	if err := res.Finish(ctx, t.Threads); err != nil {
		return err
	}
	if err := judge.Warn(t, res); err != nil {
		return err
	}
	t.Note("documents", res.Documents())
	table := ""
	if c.By != "" {
		if table, err = writeGroups(ctx, t, groups, res.Uncalibrated == ""); err != nil {
			return err
		}
	}
	return fill(t, []form{
		{metricsFile, res.Write},
		{reportFile, page.Write},
		{summaryFile, func(w io.Writer) error { return page.Summary(io.MultiWriter(w, t.Stdout), table) }},
	})
}

// collect adds every document to result, gives it to add, and writes its rows of scores.parquet.
func collect(ctx context.Context, t *stages.Task, set *judge.Set, res *result.Result, add func(*judge.Document)) error {
	out, err := rows.Create(t.Create, scoresFile, rows.Table(schemas.Scores))
	if err != nil {
		return err
	}
	defer out.Abort()
	err = set.Each(ctx, res.Add, func(d *judge.Document) error {
		add(d)
		return out.Write(d.Scores[:]...)
	})
	if err != nil {
		return err
	}
	return out.Close()
}

// writeGroups writes the groups and returns their table.
func writeGroups(ctx context.Context, t *stages.Task, groups *group.Groups, calibrated bool) (string, error) {
	all, err := groups.Rows(ctx, t.Threads, calibrated)
	if err == nil {
		err = rows.Save(t.Create, groupsFile, rows.Table(schemas.Groups), all)
	}
	return group.Text(groups.Column, all), err
}

// form is a file of an output and what writes it.
type form struct {
	file  string
	write func(io.Writer) error
}

// fill writes the files in order.
func fill(t *stages.Task, forms []form) error {
	for _, f := range forms {
		if err := t.Fill(f.file, f.write); err != nil {
			return err
		}
	}
	return nil
}
