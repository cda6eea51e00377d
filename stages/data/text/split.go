package text

import (
	"cmp"
	"slices"
)

// Find returns the index of the first run of words in source that equals phrase, -1
// if there is none. An empty phrase, or one of empty words only, is never found.
// Callers stem both sides first, see Stemmer.All.
func Find(source, phrase []string) int {
	if !wordy(phrase) {
		return -1
	}
	for i := 0; i+len(phrase) <= len(source); i++ {
		if source[i] == phrase[0] && slices.Equal(source[i:i+len(phrase)], phrase) {
			return i
		}
	}
	return -1
}

// wordy reports whether a phrase has a word that is not empty.
func wordy(phrase []string) bool {
	return slices.ContainsFunc(phrase, func(w string) bool { return w != "" })
}

// Split divides phrases into present ones, whose stems are a run of the stems of
// source, and absent ones. The order is that of the One2Set data: present phrases
// by their first occurrence (equal places keep the given order), absent ones as
// given. For the released data source is title, "<eos>" and body, so that no phrase
// crosses the end of the title. A phrase without words, or of empty ones, is
// absent. Split does not change its arguments; the lists share their phrases.
func Split(s *Stemmer, source []string, phrases [][]string) (present, absent [][]string) {
	var found []placed
	for k, place := range s.findAll(source, phrases) {
		if place >= 0 {
			found = append(found, placed{place, phrases[k]})
		} else {
			absent = append(absent, phrases[k])
		}
	}
	slices.SortStableFunc(found, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
	for _, f := range found {
		present = append(present, f.phrase)
	}
	return present, absent
}

// placed is a phrase and its first place in the source.
type placed struct {
	place  int
	phrase []string
}
