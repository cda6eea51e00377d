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

// corrected are the documents of a review, as infer makes them of records: those that the network labels, and those whose phrases are
// picked from the text, as infer --network auto tells them apart.
type corrected struct {
	language  string // of all documents; "": that of each is found
	documents *document.Maker
	tokens    *text.Tokenizer
	cutter    *word.Cutter

	network []schemas.Document
	unknown map[string][][]string // of network, by id: phrases without a mark
	others  []fit.Document
	tags    map[string]string // languages, by id
	left    boilerplate.Tally
}

// reviewed fits the choice and the fallback to the documents of --review. Of the two, one with too few documents stays that of --model.
func (r *refitting) reviewed(ctx context.Context, unicode text.Unicode) error {
	sheet, err := record.Review(r.Task)
	if err != nil {
		return err
	}
	r.Log.Info(review.Gain(sheet.Count().Touched))
	tokens := text.NewTokenizer(unicode)
	all := &corrected{language: r.Language, documents: document.NewMaker(tokens, false, false), tokens: tokens, cutter: word.NewCutter(),
		unknown: map[string][][]string{}, tags: map[string]string{}, left: boilerplate.Tally{}}
	all.documents.Lexicon = r.vocabulary
	err = record.EachReviewed(ctx, r.Task, r.Settings, sheet, func(d *corpus.Record, corrections *review.Document) error {
		if err := all.add(d, corrections); err != nil {
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
	return record.WriteNever(r.Task, sheet, func(d *review.Document, p review.Judged) string { return all.stems(all.tags[d.ID], p.Text) })
}

// fitCorrected fits what there are enough documents for, and keeps the rest of --model. It is an error if there are enough for nothing.
func (r *refitting) fitCorrected(ctx context.Context, all *corrected) (err error) {
	chose, fell, keep := false, false, r.keepChoice
	if n := len(all.network); n > 0 {
		keep = func() error { return choice.Keep(r.Task, r.from) }
		chose, err = r.enough(model.ChoiceFile, n, r.fitChoice(ctx, choice.Documents{Memory: all.network, Unknown: all.unknown}))
	}
	if err == nil && !chose {
		err = keep()
	}
	if n := len(all.others); err == nil && n > 0 {
		fell, err = r.enough(model.ExtractFile, n, r.fitFallback(ctx, all.others, r.DumpTable && len(all.network) == 0))
	}
	if err == nil && !fell {
		err = r.from.Keep(r.Fill, model.ExtractFile)
	}
	if err == nil && !chose && !fell {
		err = &schemas.FileError{File: r.Input("review")[0].Spec, Err: errors.New("too few of its phrases are right for a fit, as the warnings say"),
			Remedy: "correct more documents, and write yes beside phrases that are right"}
	}
	return err
}

// enough reports whether the documents were enough for a fit, which ended with err. It warns if they were too few.
func (r *refitting) enough(name string, documents int, err error) (bool, error) {
	few, fewOthers := (*choosefit.TooFewError)(nil), (*fit.TooFewError)(nil)
	if !errors.As(err, &few) && !errors.As(err, &fewOthers) {
		return err == nil, err
	}
	r.Log.Warn(name+" stays that of --model, if it has one: "+err.Error(), "documents", documents)
	return false, nil
}

// stems are the stems of a phrase, joined by blanks, by which phrases are equal.
func (c *corrected) stems(tag, phrase string) string {
	var stems []string
	for _, w := range c.cutter.Cut(tag, phrase) {
		stems = append(stems, c.cutter.Stem(tag, w.Lower))
	}
	return strings.Join(stems, " ")
}

// add adds a document. An error is the reason to reject it.
func (c *corrected) add(r *corpus.Record, d *review.Document) error {
	title, body, left, err := document.Texts(r)
	if err != nil {
		return err
	}
	tag := languageOf(c.language, title.Plain, body.Plain)
	c.tags[d.ID] = tag
	c.left.Add(left)
	if tag != language.English && tag != language.Unknown {
		one := fit.Label(c.cutter, find(c.cutter, tag, title.Plain, body.Plain), d.Of(review.Kept))
		one.Leave(c.cutter, tag, d.Of(review.Unmarked))
		c.others = append(c.others, one)
		return nil
	}
	one, err := c.documents.Label(r, nil)
	if err != nil {
		return err
	}
	one.Present = c.phrases(d.Marked(review.Kept))
	c.unknown[one.ID] = c.phrases(d.Marked(review.Unmarked))
	c.network = append(c.network, one)
	return nil
}

// phrases returns the tokens of phrases: those that the model wrote, else as preprocess cuts keyphrases.
func (c *corrected) phrases(judged []review.Judged) (all [][]string) {
	for _, p := range judged {
		if len(p.Words) > 0 {
			all = append(all, p.Words)
			continue
		}
		for _, tokens := range c.tokens.Keyphrases([]string{p.Text}) {
			text.Unbracket(tokens)
			all = append(all, tokens)
		}
	}
	return all
}
