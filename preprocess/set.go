package main

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/preprocess/internal/sample"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Names of sets; that of a test set is testPrefix and the name that the user gave.
const (
	trainName  = "train"
	testPrefix = "test."
)

// set is one set of documents and its origin.
type set struct {
	name  string // "train", "valid" or "test.NAME": what its files are called
	role  rule.Role
	files corpus.Set
	once  bool // one of the files is a pipe
}

// sets lists what there is to do: test sets, validation, training, so that training documents can be compared with all
// others.
func sets(t *stages.Task, c Config) ([]set, error) {
	var all []set
	options := c.Settings.Reading(false, t)
	for _, s := range t.Input("test") {
		all = append(all, set{name: testPrefix + s.Name, role: rule.Test, files: corpus.Of([]stages.Source{s}, options), once: s.Pipe})
	}
	for _, one := range []set{{name: "valid", role: rule.Valid}, {name: trainName, role: rule.Train}} {
		if sources := t.Input(one.name); len(sources) > 0 {
			one.files = corpus.Of(sources, options)
			one.once = slices.ContainsFunc(sources, func(s stages.Source) bool { return s.Pipe })
			all = append(all, one)
		}
	}
	var read corpus.Set
	for _, s := range all {
		read = append(read, s.files...)
	}
	if err := c.Suit(read); err != nil {
		return nil, err
	}
	if c.Sample > 0 {
		if len(all) > 0 {
			return nil, usage("made-up documents and --%s do not go together", all[0].name)
		}
		all = samples(c)
	}
	if len(all) == 0 {
		return nil, usage("nothing to do: give --train, --valid and --test, or --sample 5000 for documents that are made up")
	}
	if err := validShare(c, all); err != nil {
		return nil, err
	}
	for _, name := range []string{"vocab-from", "encoder"} {
		if len(t.Input(name)) > 0 && all[len(all)-1].role != rule.Train {
			return nil, usage("--%s goes with --train: without training documents there are no examples that need a vocabulary", name)
		}
	}
	if c.Shards > 1 {
		for _, s := range all {
			if s.once {
				return nil, usage("--shards reads %s twice, and a pipe is read once; write it into a file first", s.name)
			}
		}
	}
	return all, nil
}

func usage(format string, args ...any) error {
	return &stages.UsageError{Err: fmt.Errorf(format, args...)}
}

// samples returns sets of made-up documents.
func samples(c Config) []set {
	language := sample.New()
	made := func(name, of string, role rule.Role, n int64) set {
		return set{name: name, role: role, files: corpus.Set{{Made: func() (corpus.Records, error) {
			return &sample.Corpus{Language: language, Set: of, Seed: c.Seed, Count: n}, nil
		}}}}
	}
	tenth := min(max(c.Sample/10, 1), 1000)
	return []set{
		made("test.sample", "test", rule.Test, tenth),
		made("valid", "valid", rule.Valid, tenth),
		made("train", trainName, rule.Train, c.Sample),
	}
}
