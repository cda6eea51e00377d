// Package choice fits the choice of phrases to documents whose keyphrases are
// known.
//
//	documents ──answer.Network──► candidates ──fit.Label, fit.Fit──► *choose.Model
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

	"wrone2set/schemas"
	"wrone2set/stages/answer"
	"wrone2set/stages/choose"
	"wrone2set/stages/choose/fit"
	"wrone2set/stages/rows"
	"wrone2set/stages/text"
)

// Floor is that of every fit, see choose.Candidates: less than one in a hundred thousand is no testimony.
const Floor = 1e-5

// Batches are closed before they have more documents or tokens than these.
const (
	batchDocuments = 64
	batchTokens    = 12000
)

// Fitter fits a choice to a network.
type Fitter struct {
	Network answer.Network
	Most    int64 // documents that are read, evenly out of all
	// Branching is how slots write alternatives, here and, by the choice, in infer.
	Branching choose.Branching
	Begin     func(n int64) // told how many are read
	Step      func(n int64) // told how many were read since the last call

	Stemmer *text.Stemmer // memory of stems

	documents []fit.Document
}

// Fit fits the choice to the documents of the files. Too few of them are a *fit.TooFewError. Everything is computed anew
// in each call: an attempt that was interrupted leaves nothing.
func (f *Fitter) Fit(ctx context.Context, paths []string) (*choose.Model, error) {
	files, err := rows.Open(schemas.Documents, paths, nil)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	f.documents = nil
	if err := f.read(ctx, files); err != nil {
		return nil, err
	}
	m, err := fit.Fit(f.documents, Floor)
	if err != nil {
		return nil, err
	}
	m.Branching, m.Known = f.Branching, f.Network.Known.Digest()
	return m, nil
}

// read asks the network about the documents that are taken.
func (f *Fitter) read(ctx context.Context, files *rows.Files[schemas.Document]) error {
	total := files.Rows()
	most := min(f.Most, total)
	f.Begin(most)
	var batch []schemas.Document
	tokens := 0
	for i := int64(0); ; i++ {
		d, err := files.Next()
		if errors.Is(err, io.EOF) {
			return f.add(ctx, batch)
		}
		if err != nil {
			return err
		}
		if i*most/total == (i+1)*most/total {
			continue
		}
		n := len(d.Title) + len(d.Body)
		if len(batch) == batchDocuments || len(batch) > 0 && tokens+n > batchTokens {
			if err := f.add(ctx, batch); err != nil {
				return err
			}
			batch, tokens = nil, 0
		}
		batch, tokens = append(batch, d), tokens+n
	}
}

// add asks the network about a batch.
func (f *Fitter) add(ctx context.Context, batch []schemas.Document) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	candidates, err := f.Candidates(batch)
	if err != nil {
		return err
	}
	for i := range batch {
		d := &batch[i]
		tokens := append(d.Title[:len(d.Title):len(d.Title)], d.Body...)
		keyphrases := append(d.Present[:len(d.Present):len(d.Present)], d.Absent...)
		f.documents = append(f.documents, fit.Label(f.Stemmer, tokens, candidates[i], keyphrases))
	}
	f.Step(int64(len(batch)))
	return nil
}

// Candidates are those of each document. Of a document without a token, which the network cannot read, there are none.
func (f *Fitter) Candidates(batch []schemas.Document) ([][]choose.Candidate, error) {
	var asked []answer.Document
	var of []int
	for i := range batch {
		if d := answer.Prepare(f.Network.Vocabulary, &batch[i], text.Encoding{MaxOOV: answer.MaxOOV}); len(d.Tokens) > 0 {
			asked, of = append(asked, d), append(of, i)
		}
	}
	all := make([][]choose.Candidate, len(batch))
	if len(asked) == 0 {
		return all, nil
	}
	said, err := f.Network.Both(asked, Floor, f.Branching)
	if err != nil {
		return nil, err
	}
	for k, i := range of {
		all[i] = said[k].Candidates(f.Stemmer, asked[k], Floor)
	}
	return all, nil
}
