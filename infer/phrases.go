package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/variant"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// PhrasesConfig has the settings of infer phrases.
type PhrasesConfig struct {
	corpus.Settings
	Years         string `key:"years" help:"column of --documents with years or dates; auto: year, date, published and the like; none: no years"`
	LabelLanguage string `key:"label_language" help:"language of labels of the vocabulary without a tag"`
	readSettings
}

// Files of infer phrases.
const (
	mergedFile  = "phrases.parquet"
	mergedSheet = "phrases.csv"
)

// english is the tag of the language that has rules of its own.
const english = "en"

// phrasesMode returns the mode that merges the spellings of the phrases of a corpus.
func phrasesMode() stages.Stage[PhrasesConfig] {
	return stages.Stage[PhrasesConfig]{
		Name:    "infer phrases",
		Version: "1",
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
			{Name: mergedFile, Doc: "one row per concept: id, spellings, documents, score, first year", Schema: "merged"},
			{Name: mergedSheet, Doc: "the same for spreadsheets; of spellings that differ by capitals, one", Schema: "csv"},
		},
		Config: PhrasesConfig{Settings: corpus.DefaultSettings(), Years: autoYears, LabelLanguage: "en", readSettings: defaultReading()},
		Usual:  []string{"years", "absent", "columns", "format", "label_language"},
		Check: func(c PhrasesConfig) error {
			_, err := c.absent(true, "")
			return errors.Join(c.Settings.Check(true), err)
		},
		Run: runPhrases,
	}
}

// runPhrases writes the concepts of all predictions.
func runPhrases(ctx context.Context, t *stages.Task, c PhrasesConfig) error {
	if len(t.Input("documents")) == 0 && c.Years != autoYears && c.Years != noYears {
		return &stages.UsageError{Err: fmt.Errorf("--years %s is a column of --documents: give those, too", c.Years)}
	}
	m := &merging{task: t, config: c, phrases: variant.NewPhrases(), seen: map[uint64]bool{}, languages: map[string]int64{}}
	var err error
	if m.paths, m.absent, err = c.predictions(t); err != nil {
		return err
	}
	var earlier []schemas.MergedPhrase
	if err := mergedRows(t, "before", func(row schemas.MergedPhrase) { earlier = append(earlier, row) }); err != nil {
		return err
	}
	if err := m.each(ctx, "read", m.collect); err != nil {
		return err
	}
	forms := variant.NewForms(m.phrases.Acronyms())
	if m.documents, err = readDocuments(ctx, t, c, forms); err != nil {
		return err
	}
	if m.concepts, err = variant.Merge(m.phrases, forms, earlier); err != nil {
		return tooMany(err)
	}
	if err := m.each(ctx, "merge", m.count); err != nil {
		return err
	}
	return m.finish(ctx)
}

// merging merges the phrases of predictions, which it reads twice: before and after the phrases of all are known.
type merging struct {
	task   *stages.Task
	config PhrasesConfig
	paths  []string
	absent export.Absent

	phrases   *variant.Phrases
	seen      map[uint64]bool  // hashes of ids
	languages map[string]int64 // of documents
	documents *dated           // nil without --documents
	concepts  *variant.Concepts
}

// each passes every prediction to do.
func (m *merging) each(ctx context.Context, what string, do func(*schemas.Prediction, *rows.Files[schemas.Prediction]) error) error {
	read, err := rows.Open(schemas.Predictions, m.paths, m.task.Open)
	if err != nil {
		return err
	}
	defer read.Close()
	progress := m.task.Progress(what, "documents", read.Rows())
	defer progress.Done()
	for {
		p, err := read.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = do(&p, read)
		}
		if err != nil {
			return err
		}
		progress.Add(1)
	}
}

// written returns the phrases of a prediction that exports have.
func (m *merging) written(p *schemas.Prediction) []schemas.Phrase {
	return export.Phrases{Prediction: *p, Absent: m.absent}.Written()
}

// collect adds the phrases of a prediction.
func (m *merging) collect(p *schemas.Prediction, from *rows.Files[schemas.Prediction]) error {
	hash := xxh3.HashString(p.ID)
	if m.seen[hash] {
		return repeated(p.ID, from)
	}
	m.seen[hash] = true
	tag := p.Language
	if tag == language.Unknown {
		tag = english // as infer labels it
	}
	m.languages[tag]++
	var last []string
	for _, k := range m.written(p) {
		if slices.Contains(last, k.Phrase) {
			continue
		}
		last = append(last, k.Phrase)
		if err := m.phrases.Add(k.Phrase, tag == english); err != nil {
			return tooMany(err)
		}
	}
	return nil
}

// tooMany is the error for more phrases than memory is for.
func tooMany(err error) error {
	return &stages.UsageError{Err: fmt.Errorf("%w: give fewer folders, or predictions of infer with a higher --min-score", err)}
}

// count counts the phrases of a prediction.
func (m *merging) count(p *schemas.Prediction, _ *rows.Files[schemas.Prediction]) error {
	year, err := m.documents.year(p)
	if err != nil {
		return err
	}
	var all []variant.Occurrence
	for _, k := range m.written(p) {
		all = append(all, variant.Occurrence{Phrase: k.Phrase, Score: k.Score})
	}
	m.concepts.Count(all, year)
	return nil
}

// finish writes the concepts and says what was merged.
func (m *merging) finish(ctx context.Context) error {
	t := m.task
	if err := m.vocabulary(ctx); err != nil {
		return err
	}
	var out files
	defer out.abort()
	cut := int64(0)
	table, err := open(&out, t, mergedFile, rows.Table(schemas.Merged))
	if err != nil {
		return err
	}
	sheet, err := open(&out, t, mergedSheet, export.Sheet(&cut))
	if err != nil {
		return err
	}
	concepts, gone := 0, 0
	err = m.concepts.Each(func(row *schemas.MergedPhrase) error {
		concepts++
		if row.Documents == 0 {
			gone++
		}
		return errors.Join(table.Write(*row), sheet.Write(row))
	})
	if err == nil {
		err = out.close()
	}
	if err != nil {
		return err
	}
	m.say(concepts, gone, cut)
	return nil
}

// vocabulary adds the concepts of the thesaurus that have a phrase as a label. Labels count in the languages of the documents.
func (m *merging) vocabulary(ctx context.Context) error {
	if len(m.task.Input("vocabulary")) == 0 {
		return nil
	}
	v, err := openVocabulary(ctx, m.task, m.config.LabelLanguage)
	if err != nil {
		return err
	}
	documents := int64(0)
	for _, n := range m.languages {
		documents += n
	}
	v.Labels(func(concept uint32, label, tag string) {
		if m.languages[tag]*rareLanguage < documents {
			return // a foreign label would match by chance
		}
		m.concepts.Name(label, tag == english, v.URI(concept))
	})
	return nil
}

// rareLanguage: labels in a language of fewer than one document in so many do not count.
const rareLanguage = 100

// say says what was merged. gone is the number of concepts without documents, and cut that of lists that were cut.
func (m *merging) say(concepts, gone int, cut int64) {
	t, merged := m.task, m.concepts.Merged
	t.Log.Info("phrases were merged", "phrases", m.phrases.Len(), "concepts", concepts, "by spelling", merged.Spellings, "acronyms with their long form", merged.Acronyms)
	t.Note("phrases", m.phrases.Len())
	t.Note("concepts", concepts)
	t.Note("merged_spellings", merged.Spellings)
	t.Note("merged_acronyms", merged.Acronyms)
	t.Note("ambiguous_acronyms", merged.Ambiguous)
	if merged.Ambiguous > 0 {
		t.Log.Info("acronyms stay by themselves: the documents define them, but with several long forms, or with one that is no phrase; see stands_for", "acronyms", merged.Ambiguous)
	}
	if gone > 0 {
		t.Log.Info("concepts of --before without a document here are kept with 0 documents", "concepts", gone)
		t.Note("concepts_without_documents", gone)
	}
	if merged.Earlier > 0 {
		t.Log.Info("concepts of --before are one with others of it now; see replaces", "concepts", merged.Earlier)
		t.Note("concepts_replaced", merged.Earlier)
	}
	if d := m.documents; d != nil && d.unknown > 0 {
		t.Log.Warn("predictions are of documents that --documents lacks: their year is not known", "documents", d.unknown, "first", d.first)
		t.Note("documents_unknown", d.unknown)
	}
	if cut > 0 {
		t.Log.Warn("lists in "+mergedSheet+" were cut to what a cell can have; "+mergedFile+" has all", "lists", cut)
	}
}
