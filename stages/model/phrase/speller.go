package phrase

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/spelling"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Speller writes the phrases of a document as people would; see package spelling. It is not safe for concurrent use.
type Speller struct {
	lexicon *spelling.Lexicon
	stemmer *text.Stemmer
	repeats bool

	// Of the current document:
	page
	marked [2]markup.Text
	doc    *spelling.Document
	taken  map[string]bool // spellings of its better phrases, in small letters
}

// NewSpeller returns a Speller. A nil lexicon knows no labelled documents. If repeats is set, several phrases of a document may be
// written alike, as in the output of the authors' code.
func NewSpeller(lexicon *spelling.Lexicon, repeats bool) *Speller {
	return &Speller{lexicon: lexicon, stemmer: text.NewStemmer(), repeats: repeats}
}

// Begin begins with a document in the language of a tag. Its phrases follow by Present, the best first.
func (s *Speller) Begin(d *schemas.Document, tag string) {
	s.page = page{fields: fieldsOf(d)}
	for k := range s.fields {
		s.marked[k] = markup.Of(s.fields[k].text)
	}
	s.doc = spelling.NewDocument(tag, s.lexicon, s.marked[0].Plain, s.marked[1].Plain)
	s.taken = map[string]bool{}
}

// Spell sets the spellings of all phrases of a document, the best first, and widens the places of present ones to whole words.
func (s *Speller) Spell(d *schemas.Document, tag string, phrases []schemas.Phrase) {
	if len(phrases) == 0 {
		return
	}
	s.Begin(d, tag)
	s.stems = slices.Concat(s.stemmer.All(d.Title), s.stemmer.All(d.Body))
	for i := range phrases {
		p := &phrases[i]
		own := s.stemmer.All(p.Tokens)
		if places := s.places(own); p.Present && len(places) > 0 {
			s.Present(p, places, s.lexicon.Spelling(own))
		} else {
			s.write(p, s.lexicon.Absent(p.Tokens, own))
		}
	}
}

// places returns the places of a run of stems in the plain text: those that cross no break, else all.
func (s *Speller) places(own []string) (places []spelling.Place) {
	var crossing []spelling.Place
	for at := range s.runs(own, 0) {
		k, start, end := s.spot(at, at+len(own))
		if start >= end {
			continue
		}
		from, to := s.marked[k].Inside(int(start), int(end))
		if p := (spelling.Place{Field: k, Start: from, End: to}); s.unbroken(at, at+len(own)) {
			places = append(places, p)
		} else {
			crossing = append(crossing, p)
		}
	}
	if places == nil {
		return crossing
	}
	return places
}

// Present sets the spelling and the place of a phrase with these places in the plain text, at least one, in order. labelled is how
// labelled documents spell it, "" if that is not known.
func (s *Speller) Present(p *schemas.Phrase, places []spelling.Place, labelled string) {
	whole := make([]spelling.Place, len(places))
	for i, at := range places {
		whole[i] = s.doc.Whole(at)
	}
	s.write(p, s.doc.Spellings(whole, labelled)...)
	at := s.doc.First(whole, p.Phrase)
	f := &s.fields[at.Field]
	start, end := s.marked[at.Field].Span(at.Start, at.End)
	set(p, f, f.before(int32(start)), f.behind(int32(end)))
}

// write sets the first spelling that no better phrase of the document has and that contains no special token.
func (s *Speller) write(p *schemas.Phrase, spellings ...string) {
	p.Phrase = ""
	for _, spelt := range spellings {
		if key := strings.ToLower(spelt); spelt != "" && (s.repeats || p.Duplicate || !s.taken[key]) && !special(spelt) {
			p.Phrase = spelt
			s.taken[key] = true
			return
		}
	}
}

// special reports whether a spelling contains a special token, which only texts given as tokens have.
func special(spelt string) bool {
	return strings.Contains(spelt, "<") && slices.ContainsFunc(strings.Fields(spelt), spelling.Special)
}
