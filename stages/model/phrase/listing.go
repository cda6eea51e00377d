package phrase

import (
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Listing is the Labeller of a network without a choice: the network's answers are listed as they are.
type Listing struct {
	Options
	answers func(w *kernel.Workers, documents []Document) ([][]choose.Answer, error)
}

// NewListing returns the Labeller of a network whose answers about documents of at least one token each answers returns.
func NewListing(o Options, answers func(w *kernel.Workers, documents []Document) ([][]choose.Answer, error)) *Listing {
	o.Lister = o.Limited()
	return &Listing{o, answers}
}

// Label implements Labeller.
func (l *Listing) Label(documents []Document) ([]Label, error) {
	all, err := l.answers(l.Workers, documents)
	if err != nil {
		return nil, err
	}
	labels := make([]Label, len(documents))
	for i, d := range documents {
		labels[i].Phrases = l.Lister.List(d.Given, all[i])
	}
	return labels, nil
}

// Silent implements Labeller: no phrases.
func (l *Listing) Silent(string) Label { return Label{} }

// Alone implements Labeller.
func (l *Listing) Alone() Labeller { return &Listing{l.Options.Alone(), l.answers} }
