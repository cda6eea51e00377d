// Package duplicate finds documents that repeat an earlier one, by an equal title or an equal text, both compared without
// case, punctuation and blanks, or by nearly the same words.
package duplicate

import (
	"math/bits"
	"slices"

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
	p := Print{Title: words(title), Text: words(body), Words: different(title, body)}
	p.Numbers = p.Title
	if p.Title != 0 && raw != "" && slices.Contains(title, text.Digit) {
		p.Numbers = numbers(p.Title, raw)
	}
	return p
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
	Find(p Print) (m Match, ok bool, err error)
	// Add remembers a document of a set. Of equal documents, the first one stays.
	Add(p Print, set, id string) error
	// Close releases what is remembered.
	Close() error
}

const (
	offset = 14695981039346656037 // FNV-1a, 64 bits
	prime  = 1099511628211
)

// words hashes the tokens that have a letter or a digit, each with an end mark; 0 if there are none.
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

// different returns the hashes of the different tokens that have a letter or a digit, rising.
func different(title, body []string) []uint64 {
	all := make([]uint64, 0, len(title)+len(body))
	for _, tokens := range [][]string{title, body} {
		for i := range tokens {
			if h := words(tokens[i : i+1]); h != 0 {
				all = append(all, h)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func wordy(token string) bool {
	for i := range len(token) {
		if c := token[i]; c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80 || c >= 'A' && c <= 'Z' {
			return true
		}
	}
	return false
}

// numbers adds the runs of digits of a raw title to the hash h.
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
