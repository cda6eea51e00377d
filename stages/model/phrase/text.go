package phrase

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Textual is the Labeller of a choice without slots: candidates are runs of words of the text and keyphrases of neighbours.
type Textual struct {
	Options
	memory choose.Memory
}

// NewTextual returns the Labeller of o.Choice, which must be choose.Ranker.ForText, and prepares o.Tagger, if there is one.
func NewTextual(o Options) *Textual {
	o.Lister.Each = o.Rule.Top
	if o.Tagger != nil {
		o.Tagger.Prepare(o.Workers, o.Int8)
	}
	return &Textual{Options: o}
}

// Label implements Labeller.
func (l *Textual) Label(documents []Document) ([]Label, error) {
	materials, err := Materials(l.Workers, documents, l.Companions, l.Choice.Scattered)
	if err != nil {
		return nil, err
	}
	labels := make([]Label, len(documents))
	for i, d := range documents {
		if l.Ended != nil {
			if err := l.Ended(); err != nil {
				return nil, err
			}
		}
		candidates := l.memory.Candidates(l.Lister.Stemmer, materials[i], 0)
		l.Choice.Assess(candidates)
		labels[i].Phrases, labels[i].Reasons = l.Chosen(d, materials[i], candidates, func(all []choose.Candidate) []choose.Candidate { return l.sensible(d, all) })
	}
	return labels, nil
}

// sensible picks among candidates. Those without sense are looked for among the picked ones alone, since to find them takes a fifth
// of the time; where there are some, it picks again among all others.
func (l *Textual) sensible(d Document, candidates []choose.Candidate) []choose.Candidate {
	picked := l.Choice.Pick(l.Rule, candidates)
	if len(l.Lister.Sensible(d, slices.Clone(picked))) == len(picked) {
		return picked
	}
	return l.Choice.Pick(l.Rule, l.Lister.Sensible(d, slices.Clone(candidates)))
}

// Silent implements Labeller: no phrases.
func (l *Textual) Silent(string) Label { return Label{} }

// Alone implements Labeller.
func (l *Textual) Alone() Labeller { return &Textual{Options: l.Options.Alone()} }

// Materials returns what the candidates of documents are made from without a network, with the tags of the tagger, if there is one.
func Materials(w *kernel.Workers, documents []Document, with Companions, scattered bool) ([]choose.Material, error) {
	all := make([]choose.Material, len(documents))
	for i, d := range documents {
		all[i] = choose.Material{Tokens: d.Tokens, Title: d.Title, Known: with.Known, Neighbours: with.Neighbours, Runs: true, Scattered: scattered, Cases: d.Cases()}
	}
	if with.Tagger == nil {
		return all, nil
	}
	var texts []Document // a tagger reads no empty ones
	var of []int
	for i, d := range documents {
		if len(d.Tokens) > 0 {
			texts, of = append(texts, d), append(of, i)
		}
	}
	tags, err := with.Tagger.Tags(w, texts)
	for k := range tags {
		all[of[k]].Tags = tags[k]
	}
	return all, err
}

// Chosen returns the phrases of a document that pick picks among candidates with probabilities; with Why also the reasons, by their
// tokens, joined by blanks. The candidates were made from material.
func (o *Options) Chosen(d Document, material choose.Material, candidates []choose.Candidate, pick func([]choose.Candidate) []choose.Candidate) ([]schemas.Phrase, map[string]rank.Reason) {
	chosen := o.Lister.Pick(candidates, pick)
	if !o.Why {
		return o.Lister.Chosen(d.Given, chosen), nil
	}
	reasons := map[string]rank.Reason{}
	for i, r := range o.Choice.Explain(o.Lister.Stemmer, material, candidates, chosen) {
		reasons[strings.Join(chosen[i].Words, " ")] = r
	}
	return o.Lister.Chosen(d.Given, chosen), reasons
}
