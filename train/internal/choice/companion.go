package choice

import (
	"context"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/train/internal/example"
	"github.com/wrone2set/wrone2set/train/internal/known"
)

// known writes and returns the phrases that the choice knows; see companion. If --known is 0, it returns nil.
func (j *Job) known(ctx context.Context) (*choose.Known, error) {
	least := j.settings.Known
	if least == 0 {
		return nil, nil
	}
	return companion(j, model.KnownFile, schemas.KnownPhrases, schemas.KnownPhrases.ReadAll, choose.NewKnown, func(paths []string) ([]schemas.KnownPhrase, error) {
		progress := j.task.Progress("count keyphrases", "documents read", 0)
		list, err := known.Count(ctx, paths, least, func() { progress.Add(1) })
		progress.Done()
		if err == nil {
			j.task.Log.Info("keyphrases of the training documents counted", "phrases", len(list), "documents_each", least)
		}
		return list, err
	})
}

// neighbours writes and returns the labelled documents that the choice compares a document with; see companion. If --neighbours is 0,
// it returns nil.
func (j *Job) neighbours(ctx context.Context) (*choose.Neighbours, error) {
	most := j.settings.Neighbours
	if most == 0 {
		return nil, nil
	}
	return companion(j, model.NeighboursFile, schemas.Neighbours, schemas.ReadNeighbourRows, choose.NewNeighbours, func(paths []string) ([]schemas.Neighbour, error) {
		progress := j.task.Progress("find telling words", "documents read", 0)
		defer progress.Done()
		return known.Neighbours(ctx, paths, most, func() { progress.Add(1) })
	})
}

// companion writes and returns a table with which the choice is fitted. It is that of the model that the run starts from, made
// of the documents that the model was trained on, else what count makes of the training documents of --data. Without either
// it returns the zero value.
func companion[R, C any](j *Job, name string, table schemas.Table[R], read func(path string) ([]R, error), build func([]R) (C, error),
	count func(paths []string) ([]R, error)) (made C, err error) {
	var train []string // none for a refit to a review
	for _, in := range j.task.Input("data") {
		train = example.Matching(in, example.TrainDocuments)
	}
	from, list := name, []R(nil)
	switch {
	case j.from != nil && j.from.Has(name):
		from = j.from.Path(name)
		list, err = read(from)
	case len(train) > 0:
		list, err = count(train)
	default:
		return made, nil
	}
	if err != nil {
		return made, err
	}
	if made, err = build(list); err != nil {
		return made, &schemas.FileError{File: from, Err: err, Remedy: "copy it again from its source"}
	}
	return made, rows.Save(j.task.Create, name, rows.Table(table), list)
}

// tagger writes and returns the tagger with which the choice is fitted: the given one, else that of the model that the run starts from;
// nil without either. A folder that cannot be one is an error.
func (j *Job) tagger(given *model.Folder) (phrase.Tagger, error) {
	if given == nil && j.from != nil {
		if own, ok := j.from.Tagger(); ok {
			given = &own
		}
	}
	if given == nil {
		return nil, nil
	}
	if _, err := given.ReadTagger(); err != nil {
		return nil, err
	}
	network, err := given.Network()
	if err != nil {
		return nil, err
	}
	fill := func(name string, write func(io.Writer) error) error {
		return j.task.Fill(model.TaggerPrefix+name, write)
	}
	if err := model.Publish(fill, given.Copy(model.ConfigFile), j.settings.Stored(network), given.Copy(model.VocabularyFile)); err != nil {
		return nil, err
	}
	// Fit to the files of the output, which infer will read: in 8 bits it differs slightly.
	stored, _ := model.Disk(j.task.Dir()).Tagger()
	own, err := stored.ReadTagger()
	if err != nil { // not own: a nil *joint.Tagger is not a nil phrase.Tagger
		return nil, err
	}
	return own, nil
}

// Keep copies the choices of the model that the run starts from to the output: that of a tagger only if the output has the same one. Else
// it warns.
func Keep(t *stages.Task, from model.Folder) error {
	names := []string{model.ChoiceFile, model.FastFile}
	old, had := from.Tagger()
	now, has := model.Disk(t.Dir()).Tagger()
	if !had || !has || !from.Has(model.BestFile) {
		return from.Keep(t.Fill, names...)
	}
	before, err := old.ReadTagger()
	if err != nil {
		return err
	}
	after, err := now.ReadTagger()
	if err != nil {
		return err
	}
	if before.Digest() == after.Digest() {
		names = append(names, model.BestFile)
	} else {
		t.Log.Warn("the model will have no " + model.BestFile + ", which goes with another tagger, and infer --speed best will refuse it")
	}
	return from.Keep(t.Fill, names...)
}
