// Package indexed learns from indexed documents to assign concepts of a thesaurus (train concepts).
//
//	--documents ─ read.go ─► documents with their concepts ─ fit.go ─► the choice
//
// Documents that a review corrects have the concepts that it says.
package indexed

import (
	"context"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/concept/fit"
	"github.com/wrone2set/wrone2set/train/internal/record"
)

// Config are the settings of train concepts.
type Config struct {
	corpus.Settings
	Language      string `key:"language" help:"language of all documents, such as en; none: detect it"`
	LabelLanguage string `key:"label_language" help:"language of labels without a tag"`
	Remember      bool   `key:"remember" help:"store words and concepts of the documents, so that infer finds similar documents; false: learn only from labels in the text"`
	Correct       bool   `key:"correct" help:"correct the built-in choice, or keep it, where that is better on folds of the documents; false: always fit a new one"`
	DumpTable     bool   `key:"dump_table" help:"also write table.parquet, for other learners: the candidates of the documents, with their features"`
}

// Defaults returns the default settings.
func Defaults() Config {
	return Config{Settings: corpus.DefaultSettings(), LabelLanguage: "en", Remember: true, Correct: true}
}

// Check refuses settings of the documents that contradict each other.
func (c Config) Check() error { return c.Settings.Check(false) }

// Run fits the choice to the documents and stores them.
func Run(ctx context.Context, t *stages.Task, c Config) error {
	file, err := t.File("vocabulary", thesaurus.Of)
	if err != nil {
		return err
	}
	v, err := thesaurus.Open(ctx, file, c.LabelLanguage)
	if err != nil {
		return err
	}
	t.Note("vocabulary_sha256", v.Digest)
	for _, line := range v.Notes {
		t.Log.Info(t.Input("vocabulary")[0].Spec + ": " + line)
	}
	var r *review.Review
	if len(t.Input("review")) > 0 {
		if r, err = record.Review(t); err != nil {
			return err
		}
	}
	l := &learning{Task: t, Config: c, vocabulary: v, left: boilerplate.Tally{}}
	if err := l.read(ctx, r); err != nil {
		return err
	}
	choice, learned, err := l.fit(ctx)
	if err != nil {
		return err
	}
	if err := t.Fill(concept.File, choice.Write); err != nil {
		return err
	}
	var stored []schemas.Indexed
	for _, e := range l.all {
		if c.Remember && learned && len(e.Concepts) > 0 {
			stored = append(stored, e.Stored(v))
		}
	}
	if err := rows.Save(t.Create, concept.IndexedFile, rows.Table(schemas.Indexeds), stored); err != nil || r == nil {
		return err
	}
	return record.WriteNever(t, r, func(_ *review.Document, p review.Judged) string { return p.Key() })
}

// learning is what is learned from.
type learning struct {
	*stages.Task
	Config
	vocabulary *thesaurus.Vocabulary
	all        []indexedDocument

	unknown, none, bytes, ambiguous int
	first                           string // of ambiguous
	left                            boilerplate.Tally

	examples   []fit.Example // what the choice is fitted to
	candidates int           // of examples
	skipped    int           // documents beyond mostCandidates
	builtIn    []float64     // by example: nDCG of ten concepts by the built-in choice, without the documents
}
