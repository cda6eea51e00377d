// Package choice fits the choice of phrases to documents whose keyphrases are
// known.
//
//	documents ──slots.Network──► candidates ──fit.Label, fit.Fit──► *choose.Ranker
//
// It reads the documents that preprocess wrote, as infer does, and not the
// examples. These lack the end of the title, keyphrases that are too long for
// training, and words beyond those that can be copied, so that the features of
// a phrase would differ from those in infer.
package choice

import (
	"context"
	"errors"
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/choose/fit"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	table "github.com/wrone2set/wrone2set/stages/model/rank/fit"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// Floor is the floor of every fit, see choose.Candidates: a probability below 0.00001 says nothing about a phrase.
const Floor = 1e-5

// A batch is complete when it has this many documents or tokens.
const (
	batchDocuments = 16
	batchTokens    = 4000
)

// Fitter fits a choice to a network.
type Fitter struct {
	Network slots.Network
	Most    int64 // largest number of documents to read, evenly out of all
	// Branching is how slots write alternatives, here and, by the choice, in infer.
	Branching choose.Branching
	Shortlist int           // of the network, here and, by the choice, in infer; word pieces, which are in no order of frequency, have none
	Begin     func(n int64) // called first, with the number of documents to read
	Step      func(n int64) // called with the number of documents read since the last call
	// Learn is called before the fit, with the most steps that it takes; step is called after each.
	Learn func(steps int64) (step func())
	Dump  func(*table.Table) error // called before the fit with the candidates; nil: not
}

// Fit fits the choice to documents. If they are too few, the error is a *fit.TooFewError. An interrupted call leaves nothing behind: the
// next one computes everything again.
func (f *Fitter) Fit(ctx context.Context, from Documents) (*choose.Ranker, error) {
	if f.Network.Vocabulary.Pieces() > 0 {
		f.Shortlist = 0
	}
	f.Network.Shortlist(f.Network.Workers, f.Shortlist)
	documents, err := f.read(ctx, from, f.asker)
	if err != nil {
		return nil, err
	}
	if f.Dump != nil {
		if err := f.Dump(fit.Table(documents)); err != nil {
			return nil, err
		}
	}
	m, err := rows.Until(ctx, func() (*choose.Ranker, error) {
		return fit.Fit(documents, Floor, f.Network.Workers.Split, f.Learn(fit.Steps))
	})
	if err != nil {
		return nil, err
	}
	m.Branching, m.Shortlist, m.Runs, m.Names = f.Branching, f.Shortlist, f.Network.Runs, true
	m.Known, m.Neighbours = f.Network.Known.Digest(), f.Network.Neighbours.Digest()
	return m, nil
}

// FitText is Fit for a choice without slots: candidates are those of the text and of neighbours, and with a tagger, scattered phrases; see
// choose.Material. It does not use the network.
func (f *Fitter) FitText(ctx context.Context, from Documents) (*choose.Ranker, error) {
	with := f.Network.Companions
	tagged := with.Tagger != nil
	documents, err := f.read(ctx, from, f.reader)
	if err != nil {
		return nil, err
	}
	m, err := rows.Until(ctx, func() (*choose.Ranker, error) {
		return fit.FitText(documents, tagged, f.Network.Workers.Split, f.Learn(fit.Steps))
	})
	if err != nil {
		return nil, err
	}
	m.Runs, m.Names, m.Scattered = true, true, tagged
	m.Known, m.Neighbours, m.Tagger = with.Known.Digest(), with.Neighbours.Digest(), with.TaggerDigest()
	return m, nil
}

// read labels the candidates of the documents to read, one batch on each thread, by a function of worker for that thread.
func (f *Fitter) read(ctx context.Context, of Documents, worker func(unknown func(id string) [][]string) func([]schemas.Document) ([]fit.Labelled, error)) (read []fit.Labelled, err error) {
	all, err := of.Open()
	if err != nil {
		return nil, err
	}
	defer all.Close()
	from := &batches{from: all, total: all.Rows(), most: min(f.Most, all.Rows())}
	f.Begin(from.most)
	own := func() func([]schemas.Document) ([]fit.Labelled, error) { return worker(of.Unknown) }
	err = rows.Map(ctx, f.Network.Workers.Count(), from.next, own, func(batch []fit.Labelled) error {
		read = append(read, batch...)
		f.Step(int64(len(batch)))
		return nil
	})
	return read, err
}

// batches reads most of total documents, evenly out of all, in batches.
type batches struct {
	from        rows.Reader[schemas.Document]
	total, most int64
	i           int64 // documents passed, read or not
}

// next returns the next batch; the error is io.EOF after the last.
func (b *batches) next() (batch []schemas.Document, err error) {
	for tokens := 0; len(batch) < batchDocuments && tokens < batchTokens; b.i++ {
		d, err := b.from.Next()
		if errors.Is(err, io.EOF) && len(batch) > 0 {
			return batch, nil
		}
		if err != nil {
			return nil, err
		}
		// Read the document at which ⌊i·most/total⌋ rises: files are often sorted, so the first ones would not do.
		if b.i*b.most/b.total == (b.i+1)*b.most/b.total {
			continue
		}
		batch, tokens = append(batch, d), tokens+len(d.Title)+len(d.Body)
	}
	return batch, nil
}

// asker returns a function for one of several threads that runs the network on a batch and labels its candidates.
func (f *Fitter) asker(unknown func(id string) [][]string) func([]schemas.Document) ([]fit.Labelled, error) {
	own, stemmer := *f, text.NewStemmer()
	own.Network.Workers = f.Network.Workers.Alone() // the batches already fill the threads
	return func(batch []schemas.Document) ([]fit.Labelled, error) {
		candidates, err := own.Candidates(stemmer, batch)
		if err != nil {
			return nil, err
		}
		asked := make([]fit.Labelled, len(batch))
		for i := range batch {
			asked[i] = labelled(stemmer, &batch[i], candidates[i], unknown)
		}
		return asked, nil
	}
}

// reader returns a function for one of several threads that labels the candidates of a batch without the network.
func (f *Fitter) reader(unknown func(id string) [][]string) func([]schemas.Document) ([]fit.Labelled, error) {
	stemmer, with, alone := text.NewStemmer(), f.Network.Companions, f.Network.Workers.Alone()
	return func(batch []schemas.Document) ([]fit.Labelled, error) {
		asked := make([]phrase.Document, len(batch))
		for i := range batch {
			asked[i] = phrase.Document{Tokens: tokens(&batch[i]), Title: len(batch[i].Title)}
		}
		materials, err := phrase.Materials(alone, asked, with, with.Tagger != nil)
		if err != nil {
			return nil, err
		}
		read := make([]fit.Labelled, len(batch))
		for i, m := range materials {
			read[i] = labelled(stemmer, &batch[i], choose.Candidates(stemmer, m, 0), unknown)
		}
		return read, nil
	}
}

func tokens(d *schemas.Document) []string {
	return append(d.Title[:len(d.Title):len(d.Title)], d.Body...)
}

// labelled compares the candidates of a document with its keyphrases; for unknown see Documents.
func labelled(stemmer *text.Stemmer, d *schemas.Document, candidates []choose.Candidate, unknown func(id string) [][]string) fit.Labelled {
	l := fit.Label(stemmer, tokens(d), candidates, append(d.Present[:len(d.Present):len(d.Present)], d.Absent...))
	if unknown != nil {
		l.Leave(stemmer, unknown(d.ID))
	}
	return l
}

// Candidates returns the candidates of each document. A document without tokens, which the network cannot read, has none.
func (f *Fitter) Candidates(stemmer *text.Stemmer, batch []schemas.Document) ([][]choose.Candidate, error) {
	var asked []phrase.Document
	var of []int
	for i := range batch {
		if d := phrase.Prepare(f.Network.Vocabulary, &batch[i], text.Encoding{MaxOOV: phrase.MaxOOV}); len(d.Tokens) > 0 {
			asked, of = append(asked, d), append(of, i)
		}
	}
	all := make([][]choose.Candidate, len(batch))
	if len(asked) == 0 {
		return all, nil
	}
	said, err := f.Network.Ask(asked, Floor, f.Branching)
	if err != nil {
		return nil, err
	}
	for k, i := range of {
		all[i] = said[k].Candidates(stemmer, asked[k], Floor)
	}
	return all, nil
}
