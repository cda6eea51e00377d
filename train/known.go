package main

import (
	"context"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/train/internal/choice"
)

// knownPhrases writes and returns the phrases that the choice knows; see companion. If --known is 0, it returns nil.
func knownPhrases(ctx context.Context, t *stages.Task, c choiceSettings, model []stages.Source) (*choose.Known, error) {
	if c.Known == 0 {
		return nil, nil
	}
	return companion(t, knownFile, schemas.KnownPhrases, schemas.KnownPhrases.ReadAll, choose.NewKnown, model, func(paths []string) ([]schemas.KnownPhrase, error) {
		progress := t.Progress("count keyphrases", "documents read", 0)
		list, err := choice.Count(ctx, paths, c.Known, func() { progress.Add(1) })
		progress.Done()
		if err == nil {
			t.Log.Info("keyphrases of the training documents counted", "phrases", len(list), "documents_each", c.Known)
		}
		return list, err
	})
}

// neighbourDocuments writes and returns the labelled documents that the choice compares a document with; see companion. If
// --neighbours is 0, it returns nil.
func neighbourDocuments(ctx context.Context, t *stages.Task, c choiceSettings, model []stages.Source) (*choose.Neighbours, error) {
	if c.Neighbours == 0 {
		return nil, nil
	}
	return companion(t, neighboursFile, schemas.Neighbours, schemas.ReadNeighbourRows, choose.NewNeighbours, model, func(paths []string) ([]schemas.Neighbour, error) {
		progress := t.Progress("find telling words", "documents read", 0)
		defer progress.Done()
		return choice.Neighbours(ctx, paths, c.Neighbours, func() { progress.Add(1) })
	})
}

// companion writes and returns a table with which the choice is fitted. It is that of the model that the run starts from, made
// of the documents that the model was trained on, else what count makes of the training documents of --data. Without either
// it returns the zero value.
func companion[R, C any](t *stages.Task, name string, table schemas.Table[R], read func(path string) ([]R, error), build func([]R) (C, error),
	model []stages.Source, count func(paths []string) ([]R, error)) (made C, err error) {
	var own []string
	for _, m := range model {
		own = append(own, matching(m, name)...)
	}
	var train []string // none for a refit to a review
	for _, in := range t.Input("data") {
		train = matching(in, trainFiles)
	}
	from, list := name, []R(nil)
	if len(own) > 0 {
		from = own[0]
		list, err = read(from)
	} else if len(train) > 0 {
		list, err = count(train)
	} else {
		return made, nil
	}
	if err != nil {
		return made, err
	}
	if made, err = build(list); err != nil {
		return made, &schemas.FileError{File: from, Err: err, Remedy: "copy it again from its source"}
	}
	return made, rows.Save(t.Create, name, rows.Table(table), list)
}
