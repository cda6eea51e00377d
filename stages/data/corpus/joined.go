package corpus

import (
	"fmt"
	"strings"

	"wrone2set/schemas"
)

// marks are what keyphrases are joined by, in the files of others.
const marks = ",|;\t\n"

// Joined returns the mark by which the keyphrases of a raw record look joined: it has one, which the mark parts into
// short pieces. 0 for a record with several or with none that looks so. some says that the record has any.
func Joined(r *Record) (mark rune, some bool) {
	if r.Tokenized || len(r.Keyphrases) == 0 || len(r.Keyphrases) == 1 && strings.TrimSpace(r.Keyphrases[0]) == "" {
		return 0, false
	}
	if len(r.Keyphrases) > 1 {
		return 0, true
	}
	for _, mark := range marks {
		if pieces := strings.Split(r.Keyphrases[0], string(mark)); len(pieces) > 1 && short(pieces) {
			return mark, true
		}
	}
	return 0, true
}

// short reports whether all pieces may be keyphrases: one to five words, of which the first does not go on a list in a
// sentence.
func short(pieces []string) bool {
	for _, p := range pieces {
		words := strings.Fields(p)
		if len(words) == 0 || len(words) > 5 || words[0] == "and" || words[0] == "or" {
			return false
		}
	}
	return true
}

// A set is judged by this many records with keyphrases, or at its end by those that it has.
const (
	judged    = 1000
	leastToBe = 10
)

// Separators finds out whether the keyphrases of a set are joined by another mark than the one that they are cut at: when
// more than half of the first records with keyphrases, at least ten, look joined by it.
type Separators struct {
	Separator string // at which they are cut
	some      int
	joined    map[rune]int
}

// Count is given of every record in order what Joined says. Its error is final.
func (s *Separators) Count(file string, mark rune, some bool) error {
	if !some || s.some == judged {
		return nil
	}
	s.some++
	if mark != 0 {
		if s.joined == nil {
			s.joined = map[rune]int{}
		}
		s.joined[mark]++
	}
	if s.some == judged {
		return s.End(file)
	}
	return nil
}

// End judges a set that has ended.
func (s *Separators) End(file string) error {
	for _, mark := range marks {
		if n := s.joined[mark]; s.some >= leastToBe && 2*n > s.some {
			return &schemas.FileError{File: file, Place: "keywords",
				Err: fmt.Errorf("in %d of %d records they are one phrase that %q seems to join; they are cut at %q", n, s.some, mark, s.Separator),
				Remedy: fmt.Sprintf("give --keyword-separator %s, or where they are a list one phrase an element",
					strings.NewReplacer("\t", `'\t'`, "\n", "'a line end'", ",", "','", "|", "'|'", ";", "';'").Replace(string(mark)))}
		}
	}
	return nil
}
