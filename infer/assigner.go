package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// assigner assigns concepts by a vocabulary, a choice and, if given, indexed documents.
type assigner struct {
	config     ConceptsConfig
	rule       rank.Rule
	vocabulary *thesaurus.Vocabulary
	digest     string
	languages  []string // of labels
	memory     *concept.Memory
	ids        []string // of the memory's documents
	choice     *concept.Ranker
	phrases    *label.Labeller              // of the built-in model; nil without --unmatched
	struck     func(concept.Candidate) bool // nil without lists
	strikes    int64                        // concepts that would have been chosen
}

// openAssigner reads the vocabulary and the folder of train concepts.
func openAssigner(ctx context.Context, t *stages.Task, c ConceptsConfig) (*assigner, error) {
	v, err := openVocabulary(ctx, t, c.LabelLanguage)
	if err != nil {
		return nil, err
	}
	a := &assigner{config: c, vocabulary: v, digest: v.Digest, languages: v.Languages()}
	a.rule, _ = rank.ParseRule(c.Choose)
	lists, err := c.listSettings.read(ctx, t)
	if err == nil {
		a.struck, err = a.strike(t, lists)
	}
	if err != nil {
		return nil, err
	}
	if c.Unmatched {
		o := c.labelling()
		o.Lists, o.Threads = lists, t.Threads
		if a.phrases, err = label.Open("", o); err != nil {
			return nil, err
		}
	}
	if len(t.Input("concepts")) == 0 {
		a.choice, err = concept.Default()
		return a, err
	}
	return a, a.learned(ctx, t.Input("concepts")[0])
}

// openVocabulary reads the input --vocabulary. Labels without a language get the untagged one.
func openVocabulary(ctx context.Context, t *stages.Task, untagged string) (*thesaurus.Vocabulary, error) {
	in := t.Input("vocabulary")[0]
	file, err := thesaurus.Only(in.Dir, in.Files)
	if err != nil {
		return nil, &stages.UsageError{Err: fmt.Errorf("--vocabulary %s: %w", in.Spec, err)}
	}
	v, err := thesaurus.Open(ctx, file, untagged)
	if err != nil {
		return nil, err
	}
	for _, line := range v.Notes {
		t.Log.Info(in.Spec + ": " + line)
	}
	if v.Deprecated > 0 || v.Unlabelled > 0 || v.Long > 0 {
		t.Log.Info("concepts or labels of the vocabulary were left out", "deprecated", v.Deprecated, "without a label", v.Unlabelled,
			"labels and notations of more than 1000 bytes", v.Long)
	}
	return v, nil
}

// learned reads the folder of train concepts.
func (a *assigner) learned(ctx context.Context, in stages.Source) error {
	if in.Dir == "" {
		return &stages.UsageError{Err: fmt.Errorf("--concepts %s: want the folder that train concepts wrote", in.Spec)}
	}
	f, err := in.Open(concept.File)
	if err != nil {
		return &schemas.FileError{File: in.Spec, Err: err, Remedy: "give the folder that train concepts wrote"}
	}
	defer f.Close()
	if a.choice, err = concept.ReadRanker(in.Path(concept.File), f); err != nil {
		return err
	}
	read, err := rows.Open(schemas.Indexeds, []string{in.Path(concept.IndexedFile)}, nil)
	if err != nil {
		return err
	}
	defer read.Close()
	var documents []concept.Indexed
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		d, err := read.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		documents, a.ids = append(documents, concept.FromStored(d, a.vocabulary)), append(a.ids, d.ID)
	}
	if len(documents) > 0 {
		a.memory, err = rows.Until(ctx, func() (*concept.Memory, error) { return concept.NewMemory(a.vocabulary, documents), nil })
	}
	return err
}

// describe returns the row of a document. text has the words of title and body.
func (a *assigner) describe(id string, text *concept.Text, picked []concept.Candidate, title, body *markup.Text) schemas.Assigned {
	d := schemas.Assigned{ID: id, Language: text.Language}
	for _, k := range picked {
		e := schemas.Assignee{Concept: a.vocabulary.URI(k.Concept), Label: a.vocabulary.Label(k.Concept, text.Language),
			Notation: a.vocabulary.Notation(k.Concept), Score: float32(k.Probability)}
		if k.Neighbour >= 0 {
			e.Neighbour = a.ids[k.Neighbour]
		}
		if place, ok := text.Place(k); ok {
			source := body
			e.Field = schemas.BodyField
			if place.Title {
				e.Field, source = schemas.TitleField, title
			}
			for _, w := range place.Words {
				start, end := source.Span(w.Start, w.End)
				e.Starts, e.Ends = append(e.Starts, int32(start)), append(e.Ends, int32(end))
			}
			from, to := e.Starts[0], e.Ends[len(e.Ends)-1]
			e.Surface = strings.ToValidUTF8(source.Given()[from:to], "�")
			e.StartChar, e.StartUTF16 = schemas.Characters(source.Given()[:from])
		}
		d.Concepts = append(d.Concepts, e)
	}
	return d
}
