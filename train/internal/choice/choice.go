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
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/choose/fit"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	table "github.com/wrone2set/wrone2set/stages/model/rank/fit"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/train/internal/setting"
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
	Network   slots.Network
	Most      int64            // largest number of documents to read, evenly out of all
	Branching choose.Branching // how slots write alternatives, here and, by the choice, in infer
	Shortlist int              // of the network, here and, by the choice, in infer; word pieces, which are in no order of frequency, have none
	// Show shows an activity, which is counted in unit up to total; end ends it.
	Show func(what, unit string, total int64) (count func(int64), end func())
	Dump func(*table.Table) error // called before the fit with the candidates; nil: not
}

// NewFitter returns the fit that the settings ask for.
func NewFitter(n slots.Network, c setting.Choice) *Fitter {
	n.Runs = c.Runs() && n.Known.Words()
	return &Fitter{Network: n, Most: c.ChoiceDocuments, Branching: c.Branching(), Shortlist: c.Shortlist}
}

// Fit fits the choice to documents. If they are too few, the error is a *fit.TooFewError. An interrupted call leaves nothing behind: the
// next one computes everything again.
func (f *Fitter) Fit(ctx context.Context, from Documents) (*choose.Ranker, error) {
	if f.Network.Vocabulary.Pieces() > 0 {
		f.Shortlist = 0
	}
	f.Network.Shortlist(f.Network.Workers, f.Shortlist)
	m, err := f.fit(ctx, from, "choice", (*Fitter).Candidates, func(documents []fit.Labelled, step func()) (*choose.Ranker, error) {
		return fit.Fit(documents, Floor, f.Network.Workers.Split, step)
	})
	if err == nil {
		m.Branching, m.Shortlist, m.Runs = f.Branching, f.Shortlist, f.Network.Runs
	}
	return m, err
}

// FitText is Fit for a choice without slots, for a speed of infer: candidates are those of the text and of neighbours, and with a tagger,
// scattered phrases; see choose.Material. It does not use the network.
func (f *Fitter) FitText(ctx context.Context, from Documents, speed string) (*choose.Ranker, error) {
	tagged := f.Network.Tagger != nil
	m, err := f.fit(ctx, from, speed+" choice", (*Fitter).textCandidates, func(documents []fit.Labelled, step func()) (*choose.Ranker, error) {
		return fit.FitText(documents, tagged, f.Network.Workers.Split, step)
	})
	if err == nil {
		m.Runs, m.Scattered, m.Tagger = true, tagged, f.Network.TaggerDigest()
	}
	return m, err
}

// candidates returns the candidates of each document of a batch.
type candidates func(*Fitter, *text.Stemmer, []schemas.Document) ([][]choose.Candidate, error)

// fit finds the candidates of the documents, one batch on each thread, and learns from them.
func (f *Fitter) fit(ctx context.Context, from Documents, name string, find candidates, learn func([]fit.Labelled, func()) (*choose.Ranker, error)) (*choose.Ranker, error) {
	documents, err := f.read(ctx, from, name, find)
	if err != nil {
		return nil, err
	}
	if f.Dump != nil {
		if err := f.Dump(fit.Table(documents)); err != nil {
			return nil, err
		}
	}
	count, end := f.Show("grow trees of the "+name, "steps", fit.Steps)
	defer end()
	m, err := rows.Until(ctx, func() (*choose.Ranker, error) { return learn(documents, func() { count(1) }) })
	if err != nil {
		return nil, err
	}
	m.Names, m.Known, m.Neighbours = true, f.Network.Known.Digest(), f.Network.Neighbours.Digest()
	return m, nil
}

// read labels the candidates of the documents to read.
func (f *Fitter) read(ctx context.Context, of Documents, name string, find candidates) (read []fit.Labelled, err error) {
	total, next, closed, err := of.open()
	if err != nil {
		return nil, err
	}
	defer closed()
	from := &batches{read: next, total: total, most: min(f.Most, total)}
	count, end := f.Show("fit "+name, "documents", from.most)
	defer end()
	worker := func() func([]schemas.Document) ([]fit.Labelled, error) { return f.labeller(find, of.Unknown) }
	err = rows.Map(ctx, f.Network.Workers.Count(), from.next, worker, func(batch []fit.Labelled) error {
		read = append(read, batch...)
		count(int64(len(batch)))
		return nil
	})
	return read, err
}

// labeller returns a function for one of several threads that finds the candidates of a batch and compares them with its keyphrases; for
// unknown see Documents.
func (f *Fitter) labeller(find candidates, unknown map[string][][]string) func([]schemas.Document) ([]fit.Labelled, error) {
	own, stemmer := *f, text.NewStemmer()
	own.Network.Workers = f.Network.Workers.Alone() // the batches already fill the threads
	return func(batch []schemas.Document) ([]fit.Labelled, error) {
		found, err := find(&own, stemmer, batch)
		if err != nil {
			return nil, err
		}
		all := make([]fit.Labelled, len(batch))
		for i, d := range batch {
			all[i] = fit.Label(stemmer, slices.Concat(d.Title, d.Body), found[i], slices.Concat(d.Present, d.Absent))
			all[i].Leave(stemmer, unknown[d.ID])
		}
		return all, nil
	}
}

// batches reads most of total documents, evenly out of all, in batches.
type batches struct {
	read        func() (schemas.Document, error)
	total, most int64
	i           int64 // documents passed, read or not
}

// next returns the next batch; the error is io.EOF after the last.
func (b *batches) next() (batch []schemas.Document, err error) {
	for tokens := 0; len(batch) < batchDocuments && tokens < batchTokens; b.i++ {
		d, err := b.read()
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

// textCandidates is Candidates without the network.
func (f *Fitter) textCandidates(stemmer *text.Stemmer, batch []schemas.Document) ([][]choose.Candidate, error) {
	asked := make([]phrase.Document, len(batch))
	for i, d := range batch {
		asked[i] = phrase.Document{Tokens: slices.Concat(d.Title, d.Body), Title: len(d.Title)}
	}
	materials, err := phrase.Materials(f.Network.Workers, asked, f.Network.Companions, f.Network.Tagger != nil)
	if err != nil {
		return nil, err
	}
	all := make([][]choose.Candidate, len(batch))
	for i, m := range materials {
		all[i] = choose.Candidates(stemmer, m, 0)
	}
	return all, nil
}
