// Package assigned labels documents with concepts of a thesaurus, for infer concepts, and has them as exports do.
//
//	vocabulary, lists, the folder of train concepts ─ Open ─► Assigner
//	part.Documents ─ Assigner.Part ─► rows, those of --reuse among them ─► concepts-*.parquet and exports
package assigned

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Settings say how concepts are assigned.
type Settings struct {
	Rule          rank.Rule
	Language      string         // of all documents; "": detected
	LabelLanguage string         // of labels without a tag
	Lists         *label.Lists   // what may be given; nil: all
	Only          string         // file of Lists.Only, for messages
	Unmatched     *label.Options // of keyphrases that match no concept; nil: none are given
	Exports       export.Settings
}

// Assigner assigns concepts by a vocabulary, a choice and, if given, indexed documents.
type Assigner struct {
	Settings
	vocabulary *thesaurus.Vocabulary
	languages  []string // of labels
	memory     *concept.Memory
	ids        []string // of the memory's documents
	choice     *concept.Ranker
	phrases    *label.Labeller              // of the built-in model; nil without Unmatched
	struck     func(concept.Candidate) bool // nil without lists
	strikes    int64                        // concepts that would have been chosen
}

// Open reads the vocabulary and the folder of train concepts.
func Open(ctx context.Context, t *stages.Task, s Settings) (*Assigner, error) {
	v, err := OpenVocabulary(ctx, t, s.LabelLanguage)
	if err != nil {
		return nil, err
	}
	a := &Assigner{Settings: s, vocabulary: v, languages: v.Languages()}
	if a.struck, err = a.strike(t, s.Lists); err != nil {
		return nil, err
	}
	if s.Unmatched != nil {
		o := *s.Unmatched
		o.Lists, o.Threads = s.Lists, t.Threads
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

// Say logs how many concepts the lists struck.
func (a *Assigner) Say(t *stages.Task) {
	if a.struck != nil {
		t.Log.Info("concepts struck by --only and --never, which would have been chosen", "concepts", a.strikes)
	}
}

// OpenVocabulary reads the input --vocabulary. Labels without a language get the untagged one.
func OpenVocabulary(ctx context.Context, t *stages.Task, untagged string) (*thesaurus.Vocabulary, error) {
	file, err := t.File("vocabulary", thesaurus.Of)
	if err != nil {
		return nil, err
	}
	v, err := thesaurus.Open(ctx, file, untagged)
	if err != nil {
		return nil, err
	}
	for _, line := range v.Notes {
		t.Log.Info(t.Input("vocabulary")[0].Spec + ": " + line)
	}
	if v.Deprecated > 0 || v.Unlabelled > 0 || v.Long > 0 {
		t.Log.Info("concepts or labels of the vocabulary were left out", "deprecated", v.Deprecated, "without a label", v.Unlabelled,
			"labels and notations of more than 1000 bytes", v.Long)
	}
	return v, nil
}

// learned reads the folder of train concepts.
func (a *Assigner) learned(ctx context.Context, in stages.Source) error {
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
func (a *Assigner) describe(id string, text *concept.Text, picked []concept.Candidate, title, body *markup.Text) schemas.Assigned {
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
