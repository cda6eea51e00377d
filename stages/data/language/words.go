package language

// wordSet is a set of the words of a text of at most mostBytes bytes. It does without a string for each word.
type wordSet struct {
	bytes []byte // of all words, one after the other
	table []span // by hash of the word: open addressing, at most half full
}

// span is where a word stands in bytes; zero for a free place.
type span struct{ from, to int32 }

// newWordSet returns a set with room for the words of a text: at most one for every other byte.
func newWordSet(text string) *wordSet {
	size := 2
	for size < len(text)+1 {
		size *= 2
	}
	return &wordSet{make([]byte, 0, len(text)), make([]span, size)}
}

// add adds a word and reports whether it is new.
func (s *wordSet) add(word []byte) bool {
	hash := uint32(2166136261) // FNV-1a
	for _, b := range word {
		hash = (hash ^ uint32(b)) * 16777619
	}
	last := uint32(len(s.table) - 1)
	for at := hash & last; ; at = (at + 1) & last {
		place := &s.table[at]
		if place.to == 0 {
			from := len(s.bytes)
			s.bytes = append(s.bytes, word...)
			*place = span{int32(from), int32(len(s.bytes))}
			return true
		}
		if string(s.bytes[place.from:place.to]) == string(word) {
			return false
		}
	}
}
