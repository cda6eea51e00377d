package survey

import (
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

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
func ofPhrases(p *schemas.Prediction, absent export.Absent, k keys, folder int) *Document {
	d := &Document{ID: p.ID, Folder: folder, Language: p.Language, Doubtful: p.Doubtful, Cut: p.Truncated}
	for _, f := range (export.Phrases{Prediction: *p, Absent: absent}).Written() {
		l := Label{Key: k.of(p.Language, f.Tokens), Text: f.Phrase, Tokens: strings.Join(f.Tokens, " "), Score: f.Score, Present: f.Present, Field: f.Field, Surface: f.Surface}
		if f.Start != nil && f.End != nil {
			l.Places = [][2]int32{{*f.Start, *f.End}}
		}
		d.Labels = append(d.Labels, l)
	}
	return d
}

// ofConcepts makes a document of its concepts.
func ofConcepts(a *schemas.Assigned, folder int) *Document {
	d := &Document{ID: a.ID, Folder: folder, Language: a.Language}
	for _, c := range a.Concepts {
		l := Label{Key: c.Concept, Text: c.Label, URI: c.Concept, Notation: c.Notation, Score: c.Score, Present: c.Field != "", Field: c.Field, Surface: c.Surface, Similar: c.Neighbour}
		if l.Text == "" {
			l.Text = c.Concept
		}
		for i := range c.Starts {
			l.Places = append(l.Places, [2]int32{c.Starts[i], c.Ends[i]})
		}
		d.Labels = append(d.Labels, l)
	}
	return d
}
