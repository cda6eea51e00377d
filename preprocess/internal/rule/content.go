package rule

import (
	"crypto/sha256"
	"encoding/hex"

	"wrone2set/schemas"
	"wrone2set/stages/text"
)

// appendText appends title and body, parted by <eos> if there is a title.
func appendText(words []string, d *schemas.Document) []string {
	words = append(words, d.Title...)
	if len(d.Title) > 0 {
		words = append(words, text.Specials[text.Eos])
	}
	return append(words, d.Body...)
}

// Targets are the keyphrases of a document in gold order, with <peos> between
// present and absent ones.
func Targets(d *schemas.Document) [][]string {
	targets := make([][]string, 0, len(d.Present)+1+len(d.Absent))
	targets = append(targets, d.Present...)
	targets = append(targets, []string{text.Specials[text.Peos]})
	return append(targets, d.Absent...)
}

// contentHash is the SHA-256 of title and body: tokens joined by blanks, a line
// end after each of the two.
func (m *Maker) contentHash(title, body []string) string {
	lines := m.lines[:0]
	for _, tokens := range [][]string{title, body} {
		for i, t := range tokens {
			if i > 0 {
				lines = append(lines, ' ')
			}
			lines = append(lines, t...)
		}
		lines = append(lines, '\n')
	}
	m.lines = lines
	sum := sha256.Sum256(lines)
	return hex.EncodeToString(sum[:])
}
