package rule

import (
	"crypto/sha256"
	"encoding/hex"

	"wrone2set/schemas"
	"wrone2set/stages/text"
)

// Source is what the model reads of a document: title and body, parted by
// <eos> if asked for and if there is a title.
func Source(d *schemas.Document, eos bool) []string {
	return appendSource(make([]string, 0, len(d.Title)+1+len(d.Body)), d, eos)
}

func appendSource(source []string, d *schemas.Document, eos bool) []string {
	source = append(source, d.Title...)
	if eos && len(d.Title) > 0 {
		source = append(source, text.Specials[text.Eos])
	}
	return append(source, d.Body...)
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
