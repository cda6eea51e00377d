// Package duplicate finds documents that repeat an earlier one, by an equal title or an equal text, both compared without
// case, punctuation and blanks, or by nearly the same words.
package duplicate

import (
	"slices"
	"strings"

	"github.com/zeebo/xxh3"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Print is the fingerprint of a document: 64-bit hashes. Two different documents share one by accident in one of 10⁵
// corpora of ten million documents. 0 stands for a title or text without words, which equals nothing.
type Print struct {
	Title   uint64   // hash of the title's words
	Numbers uint64   // hash of the title's words and numbers, if its numbers are known and it has any; else Title
	Text    uint64   // hash of the body's words
	Words   []uint64 // hashes of the different words of title and body, rising
}

// Of computes the print of a document from its tokens and, if available, its raw title. Tokens replace every number by
// the same token, so numbers are compared in raw titles: parts one and two of a report are two papers.
func Of(title, body []string, raw string) Print {
	titled, written := hashes(title), hashes(body)
	p := Print{Title: joined(titled), Text: joined(written)}
	p.Numbers = p.Title
	if p.Title != 0 && raw != "" && slices.Contains(title, text.Digit) {
		numbers := strings.FieldsFunc(raw, func(r rune) bool { return r < '0' || r > '9' })
		p.Numbers = joined(append([]uint64{p.Title, 0}, hashes(numbers)...))
	}
	p.Words = slices.Concat(titled, written)
	slices.Sort(p.Words)
	p.Words = slices.Compact(p.Words)
	return p
}

// hashes returns the hashes of the tokens that have a letter or a digit.
func hashes(tokens []string) []uint64 {
	all := make([]uint64, 0, len(tokens))
	for _, t := range tokens {
		if strings.ContainsFunc(t, wordy) {
			all = append(all, xxh3.HashString(t))
		}
	}
	return all
}

func wordy(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 0x80 || r >= 'A' && r <= 'Z'
}

// joined hashes a list of hashes; 0 if there are none.
func joined(hashes []uint64) uint64 {
	const odd = 0x9e3779b97f4a7c15 // a product with it loses nothing
	sum := uint64(0)
	for _, h := range hashes {
		sum = max((sum^h)*odd, 1)
	}
	return sum
}

// Match says what a repeated document shares with an earlier one.
type Match struct {
	Cause string // "duplicate title", "duplicate content" or "near duplicate"
	Set   string // of the earlier document: "train", "valid", "test.NAME"
	ID    string // of the earlier document
}

// Finder finds repeated documents.
type Finder interface {
	// Find looks for an earlier document with this print.
	Find(p Print) (m Match, ok bool)
	// Add remembers a document of a set. Of equal documents, the first one stays.
	Add(p Print, set, id string)
}
