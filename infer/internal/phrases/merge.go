// Package phrases makes one concept of the spellings of each phrase of a labelled corpus, for infer phrases: it reads predictions and
// documents, lets package variant merge, and writes the concepts.
//
//	predictions ─ first pass ──► spellings ─┐
//	documents ── readDocuments ► acronyms ──┴─ variant.Merge ─► concepts ─ second pass ─► counts, first years
//	a thesaurus ───────────────────────────────────────────────────────────────────────► URIs
//
// Rows reads what it wrote.
package phrases

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/infer/internal/assigned"
	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/infer/internal/variant"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/rows"
)

// Files that Merge writes.
const (
	File  = "phrases.parquet"
	Sheet = "phrases.csv"
)

// Settings are those of infer phrases.
type Settings struct {
	corpus.Settings        // of the documents
	Years           string // see labelled.Years
	LabelLanguage   string // of labels of the vocabulary without a tag
	Absent          string // see export.ParseAbsent
}

// english is the tag of the language that has rules of its own.
const english = "en"

// Rows passes the concepts of an input that Merge wrote to do. There are none if it was not given.
func Rows(t *stages.Task, input string, do func(*schemas.MergedPhrase)) error {
	for _, in := range t.Input(input) {
		read, err := rows.Open(schemas.Merged, in.Files, t.Open)
		if err != nil {
			return err
		}
		for err == nil {
			var row schemas.MergedPhrase
			if row, err = read.Next(); err == nil {
				do(&row)
			}
		}
		if err == io.EOF {
			err = nil
		}
		if err := errors.Join(err, read.Close()); err != nil {
			return err
		}
	}
	return nil
}

// Merge writes the concepts of the inputs predictions, documents, vocabulary and before.
func Merge(ctx context.Context, t *stages.Task, s Settings) error {
	folders, err := labelled.Folders(t, "predictions")
	if err != nil {
		return err
	}
	m := &merging{task: t, settings: s, files: labelled.Files(folders), phrases: variant.NewPhrases(), languages: map[string]int64{}}
	likely, rule := labelled.Together(folders)
	if m.absent, err = export.ParseAbsent(s.Absent, likely, rule); err != nil {
		return err
	}
	var earlier []schemas.MergedPhrase
	if err := Rows(t, "before", func(row *schemas.MergedPhrase) { earlier = append(earlier, *row) }); err != nil {
		return err
	}
	if err := m.each(ctx, "read", m.collect); err != nil {
		return err
	}
	forms := variant.NewForms(m.phrases)
	if m.documents, err = readDocuments(ctx, t, s, forms); err != nil {
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
	task     *stages.Task
	settings Settings
	files    []string
	absent   export.Absent

	phrases   *variant.Phrases
	languages map[string]int64 // of documents
	documents *dated           // nil without --documents
	concepts  *variant.Concepts
}

// each passes every prediction to do.
func (m *merging) each(ctx context.Context, what string, do func(*schemas.Prediction) error) error {
	read, err := labelled.Predictions(m.task, m.files)
	if err != nil {
		return err
	}
	defer read.Close()
	progress := m.task.Progress(what, "documents", read.Rows())
	defer progress.Done()
	return read.Alone(ctx, func(p *schemas.Prediction) error {
		progress.Add(1)
		return do(p)
	})
}

// written returns the phrases of a prediction that exports have.
func (m *merging) written(p *schemas.Prediction) []schemas.Phrase {
	return export.Phrases{Prediction: *p, Absent: m.absent}.Written()
}

// collect adds the phrases of a prediction.
func (m *merging) collect(p *schemas.Prediction) error {
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
func (m *merging) count(p *schemas.Prediction) error {
	year, err := m.documents.year(p)
	if err != nil {
		return err
	}
	m.concepts.Count(m.written(p), year)
	return nil
}

// finish writes the concepts and says what was merged.
func (m *merging) finish(ctx context.Context) error {
	t := m.task
	if err := m.vocabulary(ctx); err != nil {
		return err
	}
	var out export.Files
	defer out.Abort()
	cut := int64(0)
	table, err := export.Open(&out, t, File, rows.Table(schemas.Merged))
	if err != nil {
		return err
	}
	sheet, err := export.Open(&out, t, Sheet, export.Sheet(&cut))
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
		err = out.Close()
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
	v, err := assigned.OpenVocabulary(ctx, m.task, m.settings.LabelLanguage)
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
		t.Log.Warn("lists in "+Sheet+" were cut to what a cell can have; "+File+" has all", "lists", cut)
	}
}
