package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/preprocess/internal/sample"
	"github.com/wrone2set/wrone2set/preprocess/internal/spill"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// Names of sets; that of a test set is testPrefix and the name that the user gave.
const (
	trainName  = "train"
	validName  = "valid"
	testPrefix = "test."
)

// set is one set of documents: its origin, and what has become of it.
type set struct {
	name   string // "train", "valid" or "test.NAME": what its files are called
	role   rule.Role
	corpus corpus.Set
	counts counts

	files documentFiles
	// Of a set whose documents become examples:
	spill    *spill.File // between the two passes; nil for a test set
	spelling spelling    // counts for its examples
	cut      int64       // examples of documents longer than what is read of them
}

// counts are the manifest's counts for one set. A row that becomes no document counts for the set whose corpus it is in.
type counts struct {
	Read      int64             `json:"read"`
	Documents int64             `json:"documents"`
	Rejected  int64             `json:"rejected"`
	Filtered  map[string]int64  `json:"filtered"` // by cause
	Tokens    int64             `json:"tokens"`   // of the documents
	Present   int64             `json:"present"`  // keyphrases of the documents
	Absent    int64             `json:"absent"`
	Left      boilerplate.Tally `json:"documents_with_boilerplate,omitempty"`
}

// keep counts a row that became a document, and what of it is not read.
func (c *counts) keep(d *schemas.Document, left []boilerplate.Span) {
	c.Read++
	c.Documents++
	c.Tokens += int64(len(d.Title) + len(d.Body))
	c.Present += int64(len(d.Present))
	c.Absent += int64(len(d.Absent))
	c.Left = c.Left.Add(left)
}

// causes explains why rows did not become documents.
func (c *counts) causes() string {
	if c.Read == 0 {
		return "there are none"
	}
	var parts []string
	if c.Rejected > 0 {
		parts = append(parts, fmt.Sprintf("%d are bad", c.Rejected))
	}
	for _, cause := range slices.Sorted(maps.Keys(c.Filtered)) {
		parts = append(parts, fmt.Sprintf("%d are filtered (%s)", c.Filtered[cause], cause))
	}
	return strings.Join(parts, ", ")
}

func newSet(name string, role rule.Role, corpus corpus.Set) *set {
	return &set{name: name, role: role, corpus: corpus, counts: counts{Filtered: map[string]int64{}}}
}

// sets lists what there is to do: test sets, validation, training, so that training documents can be compared with all
// others.
func sets(t *stages.Task, c Config) ([]*set, error) {
	var all []*set
	piped := "" // set that is read from a pipe
	add := func(name string, role rule.Role, of ...stages.Source) {
		if len(of) > 0 {
			all = append(all, newSet(name, role, corpus.Of(of, c.Settings.Reading(false, t))))
		}
		if slices.ContainsFunc(of, func(s stages.Source) bool { return s.Pipe }) {
			piped = name
		}
	}
	for _, s := range t.Input("test") {
		add(testPrefix+s.Name, rule.Test, s)
	}
	add(validName, rule.Valid, t.Input(validName)...)
	add(trainName, rule.Train, t.Input(trainName)...)
	var read corpus.Set
	for _, s := range all {
		read = append(read, s.corpus...)
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
	return all, suit(t, c, all, piped)
}

// suit refuses inputs and settings that do not go together.
func suit(t *stages.Task, c Config, all []*set, piped string) error {
	has := func(role rule.Role) bool {
		return slices.ContainsFunc(all, func(s *set) bool { return s.role == role })
	}
	switch {
	case len(all) == 0:
		return usage("nothing to do: give --train, --valid and --test, or --sample 5000 for documents that are made up")
	case c.ValidShare > 0 && has(rule.Valid):
		return usage("--valid-share takes validation documents out of those of --train, and there are some already; give one of both")
	case c.ValidShare > 0 && !has(rule.Train):
		return usage("--valid-share goes with --train: it takes validation documents out of those")
	case c.Shards > 1 && piped != "":
		return usage("--shards reads %s twice, and a pipe is read once; write it into a file first", piped)
	}
	for _, name := range []string{"vocab-from", "encoder"} {
		if len(t.Input(name)) > 0 && !has(rule.Train) {
			return usage("--%s goes with --train: without training documents there are no examples that need a vocabulary", name)
		}
	}
	return nil
}

func usage(format string, args ...any) error {
	return &stages.UsageError{Err: fmt.Errorf(format, args...)}
}

// samples returns sets of made-up documents.
func samples(c Config) []*set {
	language := sample.New()
	made := func(name, of string, role rule.Role, n int64) *set {
		return newSet(name, role, corpus.Set{{Made: func() (corpus.Records, error) {
			return &sample.Corpus{Language: language, Set: of, Seed: c.Seed, Count: n}, nil
		}}})
	}
	tenth := min(max(c.Sample/10, 1), 1000)
	return []*set{
		made(testPrefix+"sample", "test", rule.Test, tenth),
		made(validName, validName, rule.Valid, tenth),
		made(trainName, trainName, rule.Train, c.Sample),
	}
}
