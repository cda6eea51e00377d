package concept

import (
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus"
)

// Document is what is read.
type Document struct{ Title, Body string }

// Text is a document in words.
type Text struct {
	Document
	Language string           // as it was detected, language.Unknown for none
	Words    []thesaurus.Word // of the title, then of the body
	Title    int              // words of the title
}

// Reader cuts documents into words. It is not safe for concurrent use.
type Reader struct {
	fixed   string
	matcher *thesaurus.Matcher
}

// NewReader returns a Reader with the stemmers of m. A language that is not "" is that of all documents.
func NewReader(m *thesaurus.Matcher, language string) *Reader { return &Reader{language, m} }

// Read finds the language of a document, and its words.
func (r *Reader) Read(d Document) *Text {
	t := &Text{Document: d, Language: r.fixed}
	if t.Language == "" {
		t.Language, _ = language.Detect(d.Title + "\n" + d.Body)
	}
	t.Words, t.Title = words(r.matcher.Stemmer(t.Language), d)
	return t
}

// words are those of title and body. A sentence ends with the title.
func words(s *thesaurus.Stemmer, d Document) (all []thesaurus.Word, title int) {
	all = s.Words(d.Title)
	if title = len(all); title > 0 {
		all[title-1].Ends = true
	}
	return append(all, s.Words(d.Body)...), title
}
