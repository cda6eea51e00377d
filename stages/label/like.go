package label

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/extract"
)

// Liking counts the words of documents like those to label. Phrases from the text are then chosen by the rarity of their words
// in these documents. It is not safe for concurrent use.
type Liking struct {
	options Options
	cutter  *word.Cutter
	counted *extract.Frequencies
}

// NewLiking returns a Liking without counts. It uses only the option Language.
func NewLiking(o Options) *Liking { return &Liking{o, word.NewCutter(), extract.NewFrequencies()} }

// Add counts a document.
func (l *Liking) Add(r *corpus.Record) {
	title, body := written(&schemas.Document{Title: r.TitleTokens, Body: r.BodyTokens, TitleText: r.Title, BodyText: r.Body})
	tag := l.options.tag(title, body)
	l.counted.Add(tag, extract.Stems(l.cutter, tag, title.Plain, body.Plain))
}

// Like makes the model choose phrases from the text by the counts. Call it before Maker.
func (m *Model) Like(l *Liking) { m.rarity = l.counted }
