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
	find := func(_ int, p []string) int { return s.find(source, p) }
	if tooMany(source, phrases) {
		all := s.findAll(source, phrases)
		find = func(k int, _ []string) int { return all[k] }
	}
	for k, p := range phrases {
		if i := find(k, p); i >= 0 {
			found = append(found, placed{i, p})
		} else {
			absent = append(absent, p)
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

// find is Find on the stems of both. Only words that start like the phrase can have
// its first stem; find does not stem the others, which are nearly all.
func (s *Stemmer) find(source, phrase []string) int {
	if !wordy(phrase) {
		return -1
	}
	s.phrase = s.phrase[:0]
	for _, w := range phrase {
		s.phrase = append(s.phrase, s.Stem(w))
	}
	first, rest := s.phrase[0], s.phrase[1:]
	for i := 0; i+len(rest) < len(source); i++ {
		if mayStem(source[i], first) && s.Stem(source[i]) == first && s.begins(source[i+1:], rest) {
			return i
		}
	}
	return -1
}

// begins reports whether the stems of source start with stems.
func (s *Stemmer) begins(source, stems []string) bool {
	for i, stem := range stems {
		if s.Stem(source[i]) != stem {
			return false
		}
	}
	return true
}

// mayStem is false only if stem cannot be the stem of word. Stemming keeps the
// first two characters of a word, or the only one (for die, lie and tie see
// irregular). mayStem is true for words that do not start with two ASCII letters.
func mayStem(word, stem string) bool {
	if len(word) < 2 || len(stem) == 0 {
		return true
	}
	a, b := word[0]|0x20, word[1]|0x20
	if a < 'a' || a > 'z' || b < 'a' || b > 'z' {
		return true
	}
	return a == stem[0] && (len(stem) < 2 || b == stem[1] || b == 'y')
}
