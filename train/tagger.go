package main

import (
	"context"
	"io"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
)

// tagger writes and returns the tagger with which the choice is fitted, nil without one; see taggerFolder.
func tagger(t *stages.Task, c choiceSettings, given, start []stages.Source) (phrase.Tagger, error) {
	from, ok, err := taggerFolder(given, start)
	if !ok || err != nil {
		return nil, err
	}
	if err := writeTagger(t, c, from); err != nil {
		return nil, err
	}
	// Fit to the files of the output, which infer will read: in 8 bits it differs slightly.
	stored, _ := model.Disk(t.Dir()).Tagger()
	own, err := stored.ReadTagger()
	if err != nil { // not own: a nil *joint.Tagger is not a nil phrase.Tagger
		return nil, err
	}
	return own, nil
}

// taggerFolder returns the model folder of --tagger, else that of the tagger of the model that the run starts from. It returns
// false if there is neither.
func taggerFolder(given, start []stages.Source) (folder model.Folder, ok bool, err error) {
	if len(given) > 0 {
		folder, err = folderOf(given[0])
		return folder, true, err
	}
	if len(start) == 0 {
		return folder, false, nil
	}
	if folder, err = folderOf(start[0]); err == nil {
		folder, ok = folder.Tagger()
	}
	return folder, ok, err
}

// writeTagger writes the files of a tagger. A folder that cannot be one is an error.
func writeTagger(t *stages.Task, c choiceSettings, from model.Folder) error {
	if _, err := from.ReadTagger(); err != nil {
		return err
	}
	network, err := from.Network()
	if err != nil {
		return err
	}
	fill := func(name string, write func(io.Writer) error) error { return t.Fill(model.TaggerPrefix+name, write) }
	return model.Publish(fill, copyOf(from.Path(configFile)), c.stored(network), copyOf(from.Path(vocabFile)))
}

// companions writes and returns what the choice is fitted with: that of the model that the run starts from, else what the
// training documents of --data give, and the tagger of --tagger.
func companions(ctx context.Context, t *stages.Task, c choiceSettings, given, start []stages.Source) (with phrase.Companions, err error) {
	if with.Known, err = knownPhrases(ctx, t, c, start); err != nil {
		return with, err
	}
	if with.Neighbours, err = neighbourDocuments(ctx, t, c, start); err != nil {
		return with, err
	}
	with.Tagger, err = tagger(t, c, given, start)
	return with, err
}
