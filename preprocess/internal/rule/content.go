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
	source := make([]string, 0, len(d.Title)+1+len(d.Body))
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
func contentHash(title, body []string) string {
	h := sha256.New()
	var line []byte
	for _, tokens := range [][]string{title, body} {
		line = line[:0]
		for i, t := range tokens {
			if i > 0 {
				line = append(line, ' ')
			}
			line = append(line, t...)
		}
		h.Write(append(line, '\n'))
	}
	return hex.EncodeToString(h.Sum(nil))
}
