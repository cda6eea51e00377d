package concept

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Document is a document to label.
type Document struct{ Title, Body string }

// Text is a document cut into words.
type Text struct {
	Document
	Language string           // as detected, or language.Unknown
	Words    []thesaurus.Word // of the title, then of the body
	Title    int              // number of words of the title
	Crowded  bool             // after Label or Candidates: the text has so many labels that some were left out
}

// MostBytes is the largest size of title and body: books have less, and each word takes memory.
const MostBytes = 4 << 20

// Fits returns an error for a document that is too long.
func Fits(title, body string) error {
	if n := len(title) + len(body); n > MostBytes {
		return fmt.Errorf("its title and text have %d bytes, more than %d: cut it into several documents", n, MostBytes)
	}
	return nil
}

// in returns the words as the labels of a language are cut.
func (t *Text) in(m *thesaurus.Matcher, tongue string) []thesaurus.Word {
	if tongue == t.Language {
		return t.Words
	}
	all, _ := words(m.StemmerIn(tongue, t.Language), t.Document)
	return all
}

// words returns the words of title and body, and the number of those in the title. The title ends a sentence.
func words(s *thesaurus.Stemmer, d Document) (all []thesaurus.Word, title int) {
	all = s.Words(d.Title)
	if title = len(all); title > 0 {
		all[title-1].Ends = true
	}
	return append(all, s.Words(d.Body)...), title
}
