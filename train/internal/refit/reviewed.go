package refit

import (
	"context"
	"errors"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/boilerplate"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/review"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model"
	choosefit "github.com/wrone2set/wrone2set/stages/model/choose/fit"
	"github.com/wrone2set/wrone2set/stages/model/fallback/fit"
	"github.com/wrone2set/wrone2set/train/internal/choice"
	"github.com/wrone2set/wrone2set/train/internal/record"
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

// reviewed fits the choice and the fallback to the documents of --review. Of the two, one with too few documents stays that of --model.
func (r *refitting) reviewed(ctx context.Context, unicode text.Unicode) error {
	sheet, err := record.Review(r.Task)
	if err != nil {
		return err
	}
	r.Log.Info(review.Gain(sheet.Count().Touched))
	tokens := text.NewTokenizer(unicode)
	m := correcting{r.Language, document.NewMaker(tokens, false, false), tokens, word.NewCutter()}
	m.documents.Lexicon = r.vocabulary
	all := &corrected{unknown: map[string][][]string{}, tags: map[string]string{}, left: boilerplate.Tally{}}
	err = record.EachReviewed(ctx, r.Task, r.Settings, sheet, func(d *corpus.Record, corrections *review.Document) error {
		if err := m.add(all, d, corrections); err != nil {
			return r.Reject(d.File, d.Row, err.Error())
		}
		return nil
	})
	if err != nil {
		return err
	}
	all.left.Say(r.Log)
	r.Note("documents_with_boilerplate", all.left)
	r.Note("review_network", len(all.network))
	r.Note("review_others", len(all.others))
	if err := r.fitCorrected(ctx, all); err != nil {
		return err
	}
	return record.WriteNever(r.Task, sheet, func(d *review.Document, p review.Judged) string { return m.stems(all.tags[d.ID], p.Text) })
}

// fitCorrected fits what there are enough documents for. It is an error if that is nothing.
func (r *refitting) fitCorrected(ctx context.Context, all *corrected) error {
	chose, err := r.fitted(model.ChoiceFile, len(all.network), r.keepChoice, func() error { return choice.Keep(r.Task, r.from) },
		func() error { return r.fitChoice(ctx, choice.InMemory(all.network, all.unknown)) })
	if err != nil {
		return err
	}
	fell, err := r.fitted(model.ExtractFile, len(all.others), r.keepFallback, r.keepFallback,
		func() error { return r.fitFallback(ctx, all.others, r.DumpTable && len(all.network) == 0) })
	if err == nil && !chose && !fell {
		err = &schemas.FileError{File: r.Input("review")[0].Spec, Err: errors.New("too few of its phrases are right for a fit, as the warnings say"),
			Remedy: "correct more documents, and write yes beside phrases that are right"}
	}
	return err
}

// fitted reports whether a fit to n documents made a file. Without documents it keeps the file of --model as none says, and with too few
// as few says, and warns.
func (r *refitting) fitted(name string, n int, none, few, fit func() error) (bool, error) {
	if n == 0 {
		return false, none()
	}
	err := fit()
	if !tooFew(err) {
		return err == nil, err
	}
	r.Log.Warn(name+" stays that of --model, if it has one: "+err.Error(), "documents", n)
	return false, few()
}

// tooFew reports whether an error says that there are too few documents for a fit.
func tooFew(err error) bool {
	var choice *choosefit.TooFewError
	var fallback *fit.TooFewError
	return errors.As(err, &choice) || errors.As(err, &fallback)
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
	tag := languageOf(m.language, title.Plain, body.Plain)
	all.tags[d.ID] = tag
	all.left.Add(left)
	if tag != language.English && tag != language.Unknown {
		one := fit.Label(m.cutter, find(m.cutter, tag, title.Plain, body.Plain), d.Of(review.Kept))
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
