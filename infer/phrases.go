package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/infer/internal/phrases"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
)

// PhrasesConfig has the settings of infer phrases.
type PhrasesConfig struct {
	corpus.Settings
	Years         string `key:"years" help:"column of --documents with years or dates; auto: year, date, published and the like; none: no years"`
	LabelLanguage string `key:"label_language" help:"language of labels of the vocabulary without a tag"`
	readSettings
}

// phrasesMode returns the mode that merges the spellings of the phrases of a corpus.
func phrasesMode() stages.Stage[PhrasesConfig] {
	return stages.Stage[PhrasesConfig]{
		Name:    "infer phrases",
		Version: "2",
		Doc: `Merges the spellings of each concept of a labelled corpus.

Example: infer phrases labels --documents papers.csv --out phrases

Example: infer phrases 2024 2025 --documents all.csv --before phrases-2024 --out phrases-2025

--predictions are folders of infer, in any order. Singular and plural, blanks and hyphens, British and American spelling, accents
and capitals are one concept if both spellings are phrases of the corpus. With --documents, what was labelled, an acronym is one
with its long form if the texts define it, as in "graph neural network (GNN)", and nearly always so; others are listed with what
they stand for. Documents also give the first year, from a column that --years names. --vocabulary adds the concepts of a
thesaurus that have a spelling as a label. --before is an earlier output: its ids are kept, and what it merged stays merged.

phrases.parquet and phrases.csv, for spreadsheets, have one row per concept. infer export --merge writes labels by them.`,
		Inputs: []stages.Input{
			{Name: "predictions", Doc: "folders of infer, or predictions files", Schema: "predictions", Required: true, Many: true, Argument: true, Remote: true, Files: []string{predictionsFile}},
			documentsInput(false, "the documents that were labelled: for acronyms and years"),
			{Name: "vocabulary", Doc: "a thesaurus, as for infer concepts", Schema: "skos", Copied: true},
			mergedInput("before", "an earlier output of infer phrases, whose ids are kept"),
		},
		Outputs: []stages.Output{
			{Name: phrases.File, Doc: "one row per concept: id, spellings, documents, score, first year", Schema: "merged"},
			{Name: phrases.Sheet, Doc: "the same for spreadsheets; of spellings that differ by capitals, one", Schema: "csv"},
		},
		Config: PhrasesConfig{Settings: corpus.DefaultSettings(), Years: labelled.AutoYears, LabelLanguage: "en", readSettings: defaultReading()},
		Usual:  []string{"years", "absent", "columns", "format", "label_language"},
		Check: func(c PhrasesConfig) error {
			return errors.Join(c.Settings.Check(true), c.readSettings.check())
		},
		Run: runPhrases,
	}
}

// runPhrases writes the concepts of all predictions.
func runPhrases(ctx context.Context, t *stages.Task, c PhrasesConfig) error {
	if len(t.Input("documents")) == 0 && c.Years != labelled.AutoYears && c.Years != labelled.NoYears {
		return &stages.UsageError{Err: fmt.Errorf("--years %s is a column of --documents: give those, too", c.Years)}
	}
	return phrases.Merge(ctx, t, phrases.Settings{Settings: c.Settings, Years: c.Years, LabelLanguage: c.LabelLanguage, Absent: c.Absent})
}

// mergedInput returns an input that infer phrases made.
func mergedInput(name, doc string) stages.Input {
	return stages.Input{Name: name, Doc: doc, Schema: "merged", Remote: true, Files: []string{phrases.File}}
}
