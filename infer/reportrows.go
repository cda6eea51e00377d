package main

import (
	"io"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/rows"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

// outputRow is a document of an output, and its place there.
type outputRow struct {
	*survey.Document
	digest string
	file   string
	row    int64
}

// outputs reads the documents of folders, one folder after the other.
type outputs struct {
	rows   int64 // in total
	parts  []func() (outputRow, error)
	closes []func() error
}

// openOutputs opens all folders.
func openOutputs(t *stages.Task, folders []*folder) (all *outputs, err error) {
	all = &outputs{}
	for i, f := range folders {
		if f.concepts {
			err = add(all, t, schemas.Assigneds, f.Files, func(a schemas.Assigned) outputRow { return ofConcepts(&a, i) })
		} else {
			k := keys{}
			err = add(all, t, schemas.Predictions, f.Files, func(p schemas.Prediction) outputRow { return ofPhrases(p, f.absent, k, i) })
		}
		if err != nil {
			all.close()
			return nil, err
		}
	}
	return all, nil
}

// add adds the files of a folder; read makes a document of a row.
func add[R any](all *outputs, t *stages.Task, table schemas.Table[R], paths []string, read func(R) outputRow) error {
	in, err := rows.Open(table, paths, t.Open)
	if err != nil {
		return err
	}
	all.rows += in.Rows()
	all.closes = append(all.closes, in.Close)
	all.parts = append(all.parts, func() (outputRow, error) {
		r, err := in.Next()
		if err != nil {
			return outputRow{}, err
		}
		d := read(r)
		d.file, d.row = in.Place()
		return d, nil
	})
	return nil
}

// next returns the next document, and io.EOF after the last.
func (o *outputs) next() (outputRow, error) {
	for len(o.parts) > 0 {
		d, err := o.parts[0]()
		if err != io.EOF {
			return d, err
		}
		o.parts = o.parts[1:]
	}
	return outputRow{}, io.EOF
}

func (o *outputs) close() {
	for _, c := range o.closes {
		c() // files that were only read
	}
}

// keys makes the keys of phrases: their stems in the language of their document. It holds a cache for each language.
type keys map[string]*word.Cutter

// mostCutters is the largest number of languages with a cache.
const mostCutters = 40

// of returns the key of a phrase. A phrase of a document whose language is not known is English, as for the network.
func (k keys) of(tag string, tokens []string) string {
	if tag == language.Unknown {
		tag = language.English
	}
	c := k[tag]
	if c == nil {
		if len(k) == mostCutters {
			clear(k)
		}
		c = word.NewCutter()
		k[tag] = c
	}
	stems := make([]string, len(tokens))
	for i, w := range tokens {
		stems[i] = c.Stem(tag, w)
	}
	return strings.Join(stems, " ")
}

// ofPhrases makes a document of a prediction, with the phrases that exports have.
func ofPhrases(p schemas.Prediction, absent export.Absent, k keys, folder int) outputRow {
	d := &survey.Document{ID: p.ID, Folder: folder, Language: p.Language, Doubtful: p.Doubtful, Cut: p.Truncated}
	for _, f := range (export.Phrases{Prediction: p, Absent: absent}).Written() {
		l := survey.Label{Key: k.of(p.Language, f.Tokens), Text: f.Phrase, Tokens: strings.Join(f.Tokens, " "), Score: f.Score, Present: f.Present, Field: f.Field, Surface: f.Surface}
		if f.Start != nil && f.End != nil {
			l.Places = [][2]int32{{*f.Start, *f.End}}
		}
		d.Labels = append(d.Labels, l)
	}
	return outputRow{Document: d, digest: p.Digest}
}

// ofConcepts makes a document of its concepts.
func ofConcepts(a *schemas.Assigned, folder int) outputRow {
	d := &survey.Document{ID: a.ID, Folder: folder, Language: a.Language}
	for _, c := range a.Concepts {
		l := survey.Label{Key: c.Concept, Text: c.Label, URI: c.Concept, Notation: c.Notation, Score: c.Score, Present: c.Field != "", Field: c.Field, Surface: c.Surface, Similar: c.Neighbour}
		if l.Text == "" {
			l.Text = c.Concept
		}
		for i := range c.Starts {
			l.Places = append(l.Places, [2]int32{c.Starts[i], c.Ends[i]})
		}
		d.Labels = append(d.Labels, l)
	}
	return outputRow{Document: d, digest: a.Digest}
}
