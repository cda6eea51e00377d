// Package duplicate finds documents that repeat an earlier one: by an equal
// title or by an equal text, both compared without case, punctuation and
// blanks.
package duplicate

import (
	"math/bits"
	"slices"

	"wrone2set/stages/data/text"
)

// Print is what is kept of a document to compare it: 64-bit hashes, of which
// two differ by accident in one of 10⁵ corpora of ten million documents. 0
// stands for a title or a text without words, which equals nothing.
type Print struct {
	Title   uint64 // over the title's words
	Numbers uint64 // over the title's words and its numbers, if both are known and there are any; else Title
	Text    uint64 // over the words of the body
}

// Of computes the print of a document from its tokens and, where there is one,
// its raw title. Whole numbers are all one token, so that of raw titles the
// numbers are compared as well: parts one and two of a report are two papers.
func Of(title, body []string, raw string) Print {
	p := Print{Title: words(title), Text: words(body)}
	p.Numbers = p.Title
	if p.Title != 0 && raw != "" && slices.Contains(title, text.Digit) {
		p.Numbers = numbers(p.Title, raw)
	}
	return p
}

// Match is what a repeated document has in common with an earlier one.
type Match struct {
	Cause string // "duplicate title" or "duplicate content"
	Set   string // of the earlier document: "train", "valid", "test.NAME"
	ID    string // of the earlier document
}

// Finder looks for repeated documents. Another one, for near duplicates, is a
// new type with the same methods.
type Finder interface {
	// Find looks for a document added before that has this print.
	Find(p Print) (m Match, ok bool, err error)
	// Add remembers a document of a set. Of equal ones the first is kept.
	Add(p Print, set, id string) error
	// Close gives up what is remembered.
	Close() error
}

const (
	offset = 14695981039346656037 // FNV-1a, 64 bits
	prime  = 1099511628211
)

// words hashes the tokens that have a letter or a digit, with an end after
// each; 0 if there is none.
func words(tokens []string) uint64 {
	h, n := uint64(offset), 0
	for _, t := range tokens {
		if !wordy(t) {
			continue
		}
		n++
		for i := range len(t) {
			h = (h ^ uint64(t[i])) * prime
		}
		h = (h ^ ' ') * prime
	}
	if n == 0 {
		return 0
	}
	return mix(h)
}

func wordy(token string) bool {
	for i := range len(token) {
		if c := token[i]; c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 || c >= 'A' && c <= 'Z' {
			return true
		}
	}
	return false
}

// numbers hashes the runs of digits of a raw title on top of h.
func numbers(h uint64, raw string) uint64 {
	inside := false
	for i := range len(raw) {
		digit := raw[i] >= '0' && raw[i] <= '9'
		if digit {
			h = (h ^ uint64(raw[i])) * prime
		} else if inside {
			h = (h ^ ' ') * prime
		}
		inside = digit
	}
	if inside {
		h = (h ^ ' ') * prime
	}
	return mix(h)
}

// mix spreads the bits of h and avoids 0.
func mix(h uint64) uint64 {
	h ^= h >> 32
	hi, lo := bits.Mul64(h, 0x9e3779b97f4a7c15)
	return max(hi^lo, 1)
}
