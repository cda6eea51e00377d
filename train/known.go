package main

import (
	"context"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/train/internal/choice"
)

// knownPhrases writes and returns the phrases that the choice knows. They are those of the model that the run starts from,
// counted in the documents that it was trained on, else those of the training documents of --data. Without either, or if
// --known is 0, it returns nil.
func knownPhrases(ctx context.Context, t *stages.Task, c choiceSettings, model []stages.Source) (*choose.Known, error) {
	if c.Known == 0 {
		return nil, nil
	}
	var own []string
	for _, m := range model {
		own = append(own, matching(m, knownFile)...)
	}
	if len(own) > 0 {
		list, err := schemas.KnownPhrases.ReadAll(own[0])
		if err != nil {
			return nil, err
		}
		return writeKnown(t, own[0], list)
	}
	paths := matching(t.Input("data")[0], trainFiles)
	if len(paths) == 0 {
		return nil, nil
	}
	list, err := choice.Count(ctx, paths, c.Known)
	if err != nil {
		return nil, err
	}
	t.Log.Info("keyphrases of the training documents counted", "phrases", len(list), "documents_each", c.Known)
	return writeKnown(t, knownFile, list)
}

func writeKnown(t *stages.Task, from string, list []schemas.KnownPhrase) (*choose.Known, error) {
	known, err := choose.NewKnown(list)
	if err != nil {
		return nil, &schemas.FileError{File: from, Err: err, Remedy: "copy it again from its source"}
	}
	return known, rows.Save(t.Create, knownFile, rows.Table(schemas.KnownPhrases), list)
}

// neighbourDocuments writes and returns the labelled documents that the choice compares a document with. They are those of
// the model that the run starts from, else the training documents of --data. Without either, or if --neighbours is 0, it
// returns nil.
func neighbourDocuments(ctx context.Context, t *stages.Task, c choiceSettings, model []stages.Source) (*choose.Neighbours, error) {
	if c.Neighbours == 0 {
		return nil, nil
	}
	for _, m := range model {
		for _, own := range matching(m, neighboursFile) {
			list, err := schemas.Neighbours.ReadAll(own)
			if err != nil {
				return nil, err
			}
			return writeNeighbours(t, own, list)
		}
	}
	paths := matching(t.Input("data")[0], trainFiles)
	if len(paths) == 0 {
		return nil, nil
	}
	list, err := choice.Neighbours(ctx, paths, c.Neighbours)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return writeNeighbours(t, neighboursFile, list)
}

func writeNeighbours(t *stages.Task, from string, list []schemas.Neighbour) (*choose.Neighbours, error) {
	n, err := choose.NewNeighbours(list)
	if err != nil {
		return nil, &schemas.FileError{File: from, Err: err, Remedy: "copy it again from its source"}
	}
	return n, rows.Save(t.Create, neighboursFile, rows.Table(schemas.Neighbours), list)
}
