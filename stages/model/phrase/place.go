package phrase

import (
	"strings"

	"wrone2set/schemas"
)

// field is the title or the body of a document: a run of its tokens.
type field struct {
	name   string
	tokens []string
	text   string  // as it was given; empty if the tokens joined by single blanks are the text
	spans  []int32 // start and end of each token in text
}

// fieldsOf are the fields of a document.
func fieldsOf(d *schemas.Document) [2]field {
	return [2]field{
		{schemas.TitleField, d.Title, d.TitleText, schemas.Spans(d.TitleSpans)},
		{schemas.BodyField, d.Body, d.BodyText, schemas.Spans(d.BodySpans)},
	}
}

// surface returns where tokens i to j (exclusive) stand, in bytes of the field, and what is written there.
func (f *field) surface(i, j int) (start, end int32, surface string) {
	if len(f.spans) > 0 {
		start, end = f.spans[2*i], f.spans[2*j-1]
		return start, end, f.text[start:end]
	}
	for _, w := range f.tokens[:i] {
		start += int32(len(w)) + 1
	}
	surface = strings.Join(f.tokens[i:j], " ")
	return start, start + int32(len(surface)), surface
}

// place sets where tokens i to j (exclusive) of title and body stand. It returns false if that is in no field, or if
// nothing is written there.
func place(p *schemas.Phrase, fields *[2]field, i, j int) bool {
	for k := range fields {
		f := &fields[k]
		if n := len(f.tokens); i >= n {
			i, j = i-n, j-n
			continue
		} else if j > n {
			return false
		}
		start, end, surface := f.surface(i, j)
		if surface == "" {
			return false
		}
		p.Start, p.End, p.Field, p.Surface = &start, &end, f.name, surface
		return true
	}
	return false
}
