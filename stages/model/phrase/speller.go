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
	fields  [2]field
	marked  [2]markup.Text
	doc     *spelling.Document
	claimed map[string]bool // texts of phrases, in small letters; see Claim
	taken   map[string]bool // spellings of its better phrases, in small letters
}

// NewSpeller returns a Speller. A nil lexicon knows no labelled documents. If repeats is set, several phrases of a document may be
// written alike, as in the output of the authors' code.
func NewSpeller(lexicon *spelling.Lexicon, repeats bool) *Speller {
	return &Speller{lexicon: lexicon, stemmer: text.NewStemmer(), repeats: repeats}
}

// Begin begins with a document in the language of a tag. Claim is called for each of its phrases, then Present, the best first.
func (s *Speller) Begin(d *schemas.Document, tag string) {
	s.fields = fieldsOf(d)
	for k := range s.fields {
		s.marked[k] = markup.Of(s.fields[k].text)
	}
	s.doc = spelling.Of(tag, s.lexicon, s.marked[0].Plain, s.marked[1].Plain)
	s.claimed, s.taken = map[string]bool{}, map[string]bool{}
}

// Spell sets the spellings of all phrases of a document, the best first, and widens the places of present ones to whole words.
func (s *Speller) Spell(d *schemas.Document, tag string, phrases []schemas.Phrase) {
	if len(phrases) == 0 {
		return
	}
	s.Begin(d, tag)
	stems := slices.Concat(s.stemmer.All(d.Title), s.stemmer.All(d.Body))
	own, places := make([][]string, len(phrases)), make([][]spelling.Place, len(phrases))
	for i := range phrases {
		if own[i] = s.stemmer.All(phrases[i].Tokens); phrases[i].Present {
			places[i] = s.places(stems, own[i])
			s.Claim(places[i])
		}
	}
	for i := range phrases {
		if p := &phrases[i]; len(places[i]) > 0 {
			s.Present(p, places[i], s.lexicon.Spelling(own[i]))
		} else {
			s.write(p, s.lexicon.Absent(p.Tokens, own[i]))
		}
	}
}

// places returns the places of a run of stems in the plain text: those that cross no break, else all.
func (s *Speller) places(stems, own []string) (places []spelling.Place) {
	var crossing []spelling.Place
	for at := 0; ; at++ {
		next := text.Find(stems[at:], own)
		if next < 0 {
			break
		}
		at += next
		k, start, end := spot(&s.fields, at, at+len(own))
		if start >= end {
			continue
		}
		from, to := s.marked[k].Inside(int(start), int(end))
		if p := (spelling.Place{Field: k, Start: from, End: to}); unbroken(&s.fields, at, at+len(own)) {
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

// Claim keeps other phrases from being widened to the text of a phrase at its first place: COVID stays so beside COVID-19.
func (s *Speller) Claim(places []spelling.Place) {
	if len(places) > 0 {
		s.claimed[strings.ToLower(s.doc.Text(places[0]))] = true
	}
}

// Present sets the spelling and the place of a phrase with these places in the plain text, at least one, in order. labelled is how
// labelled documents spell it, "" if that is not known.
func (s *Speller) Present(p *schemas.Phrase, places []spelling.Place, labelled string) {
	whole := make([]spelling.Place, len(places))
	for i, at := range places {
		if whole[i] = s.doc.Whole(at); whole[i] != at && s.claimed[strings.ToLower(s.doc.Text(whole[i]))] {
			whole[i] = at
		}
	}
	s.write(p, append(s.doc.Spellings(whole, labelled), s.doc.Spellings(places, labelled)...)...)
	f := &s.fields[whole[0].Field]
	start, end := s.marked[whole[0].Field].Span(whole[0].Start, whole[0].End)
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
