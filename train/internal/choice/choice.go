// Package choice fits the choice of phrases to documents whose keyphrases are
// known.
//
//	documents ──slots.Network──► candidates ──fit.Label, fit.Fit──► *choose.Model
//
// The documents are read as infer reads them, from the documents that
// preprocess wrote and not from its examples: these lack where the title ends,
// the keyphrases that are too long to be trained on, and words beyond those
// that can be copied, and then phrases would get other numbers here than when
// they are chosen.
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
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// Floor is that of every fit, see choose.Candidates: less than one in a hundred thousand is no testimony.
const Floor = 1e-5

// A batch is closed when it has so many documents or tokens.
const (
	batchDocuments = 16
	batchTokens    = 4000
)

// Fitter fits a choice to a network.
type Fitter struct {
	Network slots.Network
	Most    int64 // documents that are read, evenly out of all
	// Branching is how slots write alternatives, here and, by the choice, in infer.
	Branching choose.Branching
	Begin     func(n int64) // told how many are read
	Step      func(n int64) // told how many were read since the last call

}

// Fit fits the choice to the documents of the files. Too few of them are a *fit.TooFewError. Everything is computed anew
// in each call: an attempt that was interrupted leaves nothing.
func (f *Fitter) Fit(ctx context.Context, paths []string) (*choose.Model, error) {
	files, err := rows.Open(schemas.Documents, paths, nil)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	documents, err := f.read(ctx, files)
	if err != nil {
		return nil, err
	}
	m, err := fit.Fit(documents, Floor, f.Network.Workers.Split)
	if err != nil {
		return nil, err
	}
	m.Branching, m.Known, m.Runs = f.Branching, f.Network.Known.Digest(), f.Network.Runs
	return m, nil
}

// read asks the network about the documents that are taken, a batch on each thread.
func (f *Fitter) read(ctx context.Context, files *rows.Files[schemas.Document]) (read []fit.Labelled, err error) {
	from := &batches{files: files, total: files.Rows(), most: min(f.Most, files.Rows())}
	f.Begin(from.most)
	err = rows.Map(ctx, f.Network.Workers.Count(), from.next, f.asker, func(batch []fit.Labelled) error {
		read = append(read, batch...)
		f.Step(int64(len(batch)))
		return nil
	})
	return read, err
}

// batches cuts the documents that are taken, evenly most of total, into batches.
type batches struct {
	files       *rows.Files[schemas.Document]
	total, most int64
	i           int64 // documents read
}

// next is the next batch, io.EOF after the last.
func (b *batches) next() (batch []schemas.Document, err error) {
	for tokens := 0; len(batch) < batchDocuments && tokens < batchTokens; b.i++ {
		d, err := b.files.Next()
		if errors.Is(err, io.EOF) && len(batch) > 0 {
			return batch, nil
		}
		if err != nil {
			return nil, err
		}
		if b.i*b.most/b.total == (b.i+1)*b.most/b.total {
			continue
		}
		batch, tokens = append(batch, d), tokens+len(d.Title)+len(d.Body)
	}
	return batch, nil
}

// asker makes a function that asks the network about a batch, for one of several threads.
func (f *Fitter) asker() func([]schemas.Document) ([]fit.Labelled, error) {
	own, stemmer := *f, text.NewStemmer()
	own.Network.Workers = f.Network.Workers.Alone()
	return func(batch []schemas.Document) ([]fit.Labelled, error) {
		candidates, err := own.Candidates(stemmer, batch)
		if err != nil {
			return nil, err
		}
		asked := make([]fit.Labelled, len(batch))
		for i := range batch {
			d := &batch[i]
			tokens := append(d.Title[:len(d.Title):len(d.Title)], d.Body...)
			keyphrases := append(d.Present[:len(d.Present):len(d.Present)], d.Absent...)
			asked[i] = fit.Label(stemmer, tokens, candidates[i], keyphrases)
		}
		return asked, nil
	}
}

// Candidates are those of each document. Of a document without a token, which the network cannot read, there are none.
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
