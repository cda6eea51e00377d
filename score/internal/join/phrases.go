package join

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// phraseCutter cuts predicted phrases of others into tokens, as their documents are cut:
//
//   - For documents made from raw text, phrases are cut as keyphrases are, so that a phrase written like a keyphrase has its
//     tokens in every format.
//   - For documents that came as tokens, a phrase is words between blanks. A word stays if its document or a keyphrase has
//     it; the tokeniser cuts other words.
//
// A semicolon parts phrases, as in keyphrases.
type phraseCutter struct {
	tokens *text.Tokenizer
	raw    bool // see Paths.Raw
}

// cut cuts the phrases of a row that have no tokens. Phrases without a token are dropped.
func (c phraseCutter) cut(row *Row) {
	d := &row.Document
	made := d.TitleText != "" || d.BodyText != "" || row.Gold != nil
	var known map[string]bool
	cut := make([]schemas.Phrase, 0, len(row.Prediction.Phrases))
	for _, p := range row.Prediction.Phrases {
		if len(p.Tokens) > 0 {
			cut = append(cut, p)
			continue
		}
		var tokens [][]string
		var spelt []string
		switch {
		case c.raw:
			tokens, spelt = uncut(p.Phrase)
		case made:
			tokens, spelt = c.tokens.Spelt([]string{p.Phrase})
		default:
			if known == nil {
				known = wordsOf(d)
			}
			tokens, spelt = c.words(p.Phrase, known)
		}
		for i := range spelt {
			p.Phrase, p.Tokens = spelt[i], tokens[i]
			cut = append(cut, p)
		}
	}
	for i := range cut {
		cut[i].Slot = int32(i)
	}
	row.Prediction.Phrases = cut
}

// uncut returns the phrases of an entry without tokens.
func uncut(entry string) (tokens [][]string, spelt []string) {
	for phrase := range strings.SplitSeq(markup.Plain(entry), ";") {
		if phrase = strings.TrimSpace(phrase); phrase != "" {
			tokens, spelt = append(tokens, nil), append(spelt, phrase)
		}
	}
	return tokens, spelt
}

// words cuts the words of an entry's phrases that are not known.
func (c phraseCutter) words(entry string, known map[string]bool) (tokens [][]string, spelt []string) {
	for phrase := range strings.SplitSeq(entry, ";") {
		var all []string
		for _, w := range words(phrase) {
			switch lower := strings.ToLower(w); {
			case known[w], strings.HasPrefix(w, "<"):
				all = append(all, w)
			case known[lower]:
				all = append(all, lower)
			default: // none, if two blanks follow each other
				all = append(all, c.tokens.Tokens(w)...)
			}
		}
		if len(all) > 0 {
			tokens, spelt = append(tokens, all), append(spelt, strings.TrimSpace(phrase))
		}
	}
	return tokens, spelt
}

// wordsOf returns the tokens of a document and of its keyphrases.
func wordsOf(d *schemas.Document) map[string]bool {
	known := map[string]bool{}
	for _, list := range slices.Concat([][]string{d.Title, d.Body}, d.Present, d.Absent) {
		for _, w := range list {
			known[w] = true
		}
	}
	return known
}
