package survey

import (
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

// key returns the key of a phrase: its stems in the language of its document. One of a document whose language is not known is English,
// as for the network.
func key(c *word.Cutter, tag string, tokens []string) string {
	if tag == language.Unknown {
		tag = language.English
	}
	stems := make([]string, len(tokens))
	for i, w := range tokens {
		stems[i] = c.Stem(tag, w)
	}
	return strings.Join(stems, " ")
}

// ofPhrases makes a document of a prediction, with the phrases that exports have.
func ofPhrases(p *schemas.Prediction, absent export.Absent, c *word.Cutter, folder int) *Document {
	d := &Document{ID: p.ID, Folder: folder, Language: p.Language, Doubtful: p.Doubtful, Cut: p.Truncated}
	for _, f := range (export.Phrases{Prediction: *p, Absent: absent}).Written() {
		l := Label{Key: key(c, p.Language, f.Tokens), Text: f.Phrase, Tokens: strings.Join(f.Tokens, " "), Score: f.Score, Present: f.Present, Field: f.Field, Surface: f.Surface}
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
