package phrase

import (
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Textual is the Labeller of a choice without slots: candidates are runs of words of the text and keyphrases of neighbours.
type Textual struct{ Options }

// NewTextual returns the Labeller of o.Choice, which must be choose.Ranker.ForText.
func NewTextual(o Options) *Textual {
	o.Lister.Each = o.Rule.Top
	return &Textual{o}
}

// Label implements Labeller.
func (l *Textual) Label(documents []Document) ([]Label, error) {
	labels := make([]Label, len(documents))
	for i, d := range documents {
		if l.Ended != nil {
			if err := l.Ended(); err != nil {
				return nil, err
			}
		}
		material := d.Material(l.Companions)
		labels[i].Phrases, labels[i].Reasons = l.Chosen(d, material, choose.Candidates(l.Lister.Stemmer, material, 0))
	}
	return labels, nil
}

// Silent implements Labeller: no phrases.
func (l *Textual) Silent(string) Label { return Label{} }

// Alone implements Labeller.
func (l *Textual) Alone() Labeller { return &Textual{l.Options.Alone()} }

// Material returns what the candidates of a document are made from without a network.
func (d Document) Material(with Companions) choose.Material {
	return choose.Material{Tokens: d.Tokens, Title: d.Title, Known: with.Known, Neighbours: with.Neighbours, Runs: true}
}

// Chosen returns the phrases of a document that the choice picks among candidates, which were made from material; with Why also the
// reasons, by their tokens, joined by blanks.
func (o *Options) Chosen(d Document, material choose.Material, candidates []choose.Candidate) ([]schemas.Phrase, map[string]rank.Reason) {
	o.Choice.Assess(candidates)
	candidates = o.Lister.Sensible(d.Given, candidates)
	chosen := o.Lister.Pick(candidates, func(all []choose.Candidate) []choose.Candidate { return o.Choice.Pick(o.Rule, all) })
	var reasons map[string]rank.Reason
	if o.Why {
		reasons = map[string]rank.Reason{}
		for i, r := range o.Choice.Explain(o.Lister.Stemmer, material, candidates, chosen) {
			reasons[strings.Join(chosen[i].Words, " ")] = r
		}
	}
	return o.Lister.Chosen(d.Given, chosen), reasons
}
