package main

import (
	"context"
	"errors"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model"
	choosefit "github.com/wrone2set/wrone2set/stages/model/choose/fit"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/fallback/fit"
	"github.com/wrone2set/wrone2set/train/internal/choice"
)

// corrected are the documents of a review: those that the network labels, and those whose phrases are picked from the text, as infer
// --network auto tells them apart.
type corrected struct {
	network []schemas.Document
	unknown map[string][][]string // of network, by id: phrases without a mark
	others  []fit.Document
	tags    map[string]string // languages, by id
	left    boilerplate.Tally
}

// correcting makes documents of records as infer makes them.
type correcting struct {
	language  string
	documents *document.Maker
	tokens    *text.Tokenizer
	cutter    *word.Cutter
}

// refitReview fits the choice and extract.json to the documents of --review. Of the two, one with too few documents stays that of --model.
func refitReview(ctx context.Context, t *stages.Task, c RefitConfig, vocabulary *text.Vocabulary, unicode text.Unicode) error {
	r, err := readReview(t)
	if err != nil {
		return err
	}
	t.Log.Info(review.Gain(r.Count().Touched))
	tokens := text.NewTokenizer(unicode)
	m := correcting{c.Language, document.NewMaker(tokens, false, false), tokens, word.NewCutter()}
	m.documents.Lexicon = vocabulary
	all := &corrected{unknown: map[string][][]string{}, tags: map[string]string{}, left: boilerplate.Tally{}}
	err = eachReviewed(t, r, func(add func(recordRow, *corpus.IDs) error) error { return eachLabelled(ctx, t, c.Settings, add) },
		func(record *corpus.Record, d *review.Document) error {
			if err := m.add(all, record, d); err != nil {
				return t.Reject(record.File, record.Row, err.Error())
			}
			return nil
		})
	if err != nil {
		return err
	}
	all.left.Say(t.Log)
	t.Note("documents_with_boilerplate", all.left)
	t.Note("review_network", len(all.network))
	t.Note("review_others", len(all.others))
	if err := all.fit(ctx, t, c, vocabulary); err != nil {
		return err
	}
	return writeNever(t, r, func(d *review.Document, p review.Judged) string { return m.stems(all.tags[d.ID], p.Text) })
}

// stems are the stems of a phrase, joined by blanks, by which phrases are equal.
func (m *correcting) stems(tag, phrase string) string {
	var stems []string
	for _, w := range m.cutter.Cut(tag, phrase) {
		stems = append(stems, m.cutter.Stem(tag, w.Lower))
	}
	return strings.Join(stems, " ")
}

// add adds a document. An error is the reason to reject it.
func (m *correcting) add(all *corrected, r *corpus.Record, d *review.Document) error {
	title, body, left, err := document.Texts(r)
	if err != nil {
		return err
	}
	tag := m.language
	if tag == "" {
		tag, _ = language.Detect(title.Plain + "\n" + body.Plain)
	}
	all.tags[d.ID] = tag
	all.left.Add(left)
	if tag != language.English && tag != language.Unknown {
		found := fallback.Find(m.cutter, tag, title.Plain, body.Plain, (*fallback.Frequencies)(nil).Rarity(tag))
		one := fit.Label(m.cutter, found, d.Of(review.Kept))
		one.Leave(m.cutter, tag, d.Of(review.Unmarked))
		all.others = append(all.others, one)
		return nil
	}
	one, err := m.documents.Label(r, nil)
	if err != nil {
		return err
	}
	one.Present = m.phrases(d.Marked(review.Kept))
	all.unknown[one.ID] = m.phrases(d.Marked(review.Unmarked))
	all.network = append(all.network, one)
	return nil
}

// phrases returns the tokens of phrases: those that the model wrote, else as preprocess cuts keyphrases.
func (m *correcting) phrases(judged []review.Judged) (all [][]string) {
	for _, p := range judged {
		if len(p.Words) > 0 {
			all = append(all, p.Words)
			continue
		}
		for _, tokens := range m.tokens.Keyphrases([]string{p.Text}) {
			text.Unbracket(tokens)
			all = append(all, tokens)
		}
	}
	return all
}

// fit fits what there are enough documents for. It is an error if that is nothing.
func (all *corrected) fit(ctx context.Context, t *stages.Task, c RefitConfig, vocabulary *text.Vocabulary) error {
	choice, err := all.fitted(t, choiceFile, len(all.network), func() error { return all.fitChoice(ctx, t, c, vocabulary) },
		func() error { return keep(t, t.Input("model")[0], choiceFile, fastFile) })
	if err != nil {
		return err
	}
	fallback, err := all.fitted(t, extractFile, len(all.others), func() error { return all.fitOthers(ctx, t, c) },
		func() error { return keep(t, t.Input("model")[0], extractFile) })
	if err == nil && !choice && !fallback {
		err = &schemas.FileError{File: t.Input("review")[0].Spec, Err: errors.New("too few of its phrases are right for a fit, as the warnings say"),
			Remedy: "correct more documents, and write yes beside phrases that are right"}
	}
	return err
}

// fitted reports whether a fit to n documents made a file. If they are too few, it keeps that of --model, and warns.
func (all *corrected) fitted(t *stages.Task, name string, n int, fit, keep func() error) (bool, error) {
	err := fit()
	if !tooFew(err) {
		return err == nil && n > 0, err
	}
	t.Log.Warn(name+" stays that of --model, if it has one: "+err.Error(), "documents", n)
	return false, keep()
}

// tooFew reports whether an error says that there are too few documents for a fit.
func tooFew(err error) bool {
	var choice *choosefit.TooFewError
	var fallback *fit.TooFewError
	return errors.As(err, &choice) || errors.As(err, &fallback)
}

// fitOthers fits what picks phrases from texts. Without documents it keeps that of --model.
func (all *corrected) fitOthers(ctx context.Context, t *stages.Task, c RefitConfig) error {
	if len(all.others) == 0 {
		return keep(t, t.Input("model")[0], extractFile)
	}
	return fitFallbackTo(ctx, t, c, all.others, c.DumpTable && len(all.network) == 0)
}

// fitChoice fits the choice to the documents that the network labels. Without any it keeps that of --model.
func (all *corrected) fitChoice(ctx context.Context, t *stages.Task, c RefitConfig, vocabulary *text.Vocabulary) error {
	if len(all.network) == 0 {
		return keep(t, t.Input("model")[0], append(model.TaggerFiles(), choiceFile, fastFile, knownFile, neighboursFile)...)
	}
	with, err := companions(ctx, t, c.choiceSettings, t.Input("tagger"), t.Input("model"))
	if err != nil {
		return err
	}
	documents := choice.InMemory(all.network, all.unknown)
	if err := fitChoice(ctx, t, c.choiceSettings, vocabulary, with, documents, c.DumpTable); err != nil {
		return err
	}
	return fitFast(ctx, t, c.choiceSettings, with, t.Input("model"), documents)
}
