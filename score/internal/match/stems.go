package match

import "strings"

// maxStems bounds the words remembered, so that memory does not grow with the corpus. Beyond it, the next document
// starts with an empty memory.
const maxStems = 1 << 19

// stems numbers stems in order of first occurrence. Equal numbers are equal stems until the next call of tidy.
type stems struct {
	stem  func(string) string
	words map[string]int32 // word as written -> number of its stem
	ids   map[string]int32 // stem -> number
	names []string         // number -> stem
}

func newStems(stem func(string) string) *stems {
	return &stems{stem: stem, words: map[string]int32{}, ids: map[string]int32{}}
}

// tidy forgets everything if too much is remembered.
func (s *stems) tidy() {
	if len(s.words) > maxStems {
		*s = *newStems(s.stem)
	}
}

// id returns the number of a word's stem. It trims and lower-cases the word first.
func (s *stems) id(word string) int32 {
	if id, ok := s.words[word]; ok {
		return id
	}
	stem := s.stem(strings.ToLower(strings.TrimSpace(word)))
	id, ok := s.ids[stem]
	if !ok {
		id = int32(len(s.names))
		stem = strings.Clone(stem) // a word may be a slice of its document, which the maps would keep alive
		s.ids[stem], s.names = id, append(s.names, stem)
	}
	s.words[strings.Clone(word)] = id
	return id
}

// all appends the numbers of words to to.
func (s *stems) all(to []int32, words []string) []int32 {
	for _, w := range words {
		to = append(to, s.id(w))
	}
	return to
}

// join returns the stems numbered ids with sep between them.
func (s *stems) join(ids []int32, sep string) string {
	all := make([]string, 0, 16) // on the stack, for most phrases
	for _, id := range ids {
		all = append(all, s.names[id])
	}
	return strings.Join(all, sep)
}
