package phrase

import (
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
)

// field is the title or the body of a document: a run of its tokens.
type field struct {
	name     string
	tokens   []string
	text     string  // original text, or the tokens joined by single blanks
	spans    []int32 // start and end of each token in text
	point    int     // the full stop added to close a title, which stands nowhere in the text; −1: none
	clusters []int32 // ends of the grapheme clusters of text, ascending; nil until needed
	breaks   []int32 // see text.GivenBreaks; nil until needed
}

// fieldsOf returns the fields of a document.
func fieldsOf(d *schemas.Document) [2]field {
	title := newField(schemas.TitleField, d.Title, d.TitleText, d.TitleSpans)
	if n := len(d.Title); len(d.TitleSpans) > 0 && d.Title[n-1] == "." && title.spans[2*n-2] == int32(len(title.text)) {
		title.point = n - 1
	}
	return [2]field{title, newField(schemas.BodyField, d.Body, d.BodyText, d.BodySpans)}
}

func newField(name string, tokens []string, given string, steps []int32) field {
	f := field{name: name, tokens: tokens, text: given, spans: schemas.Spans(steps), point: -1}
	if len(steps) > 0 {
		return f
	}
	f.text = strings.Join(tokens, " ")
	start := int32(0)
	for _, w := range tokens {
		end := start + int32(len(w))
		f.spans = append(f.spans, start, end)
		start = end + 1
	}
	return f
}

// surface returns the place of tokens i to j (exclusive), in bytes of the field, and their spelling, in whole grapheme
// clusters. If one character gives several tokens ("½"), only the first has it in its span, but all stand there.
func (f *field) surface(i, j int) (start, end int32, surface string) {
	start, end = f.spans[2*i], f.spans[2*j-1]
	if i > 0 && f.spans[2*i+1] == start && f.spans[2*i-1] == start && i != f.point {
		start--
	}
	if start < end {
		start, end = f.before(start), f.behind(end)
	}
	return start, end, f.text[start:end]
}

// place sets the place of tokens i to j (exclusive) of title and body. It returns false if no single field contains
// them, or if they have no text.
func place(p *schemas.Phrase, fields *[2]field, i, j int) bool {
	k, start, end := spot(fields, i, j)
	if start < end {
		set(p, &fields[k], start, end)
	}
	return start < end
}

// spot returns the field that contains tokens i to j (exclusive) of title and body, and their bytes there; none if no single
// field contains them, or if they have no text.
func spot(fields *[2]field, i, j int) (k int, start, end int32) {
	for k := range fields {
		n := len(fields[k].tokens)
		if i >= n {
			i, j = i-n, j-n
			continue
		}
		if j > n {
			break
		}
		start, end, _ = fields[k].surface(i, j)
		return k, start, end
	}
	return 0, 0, 0
}

// set sets the place of a phrase.
func set(p *schemas.Phrase, f *field, start, end int32) {
	p.Start, p.End, p.Field, p.Surface = &start, &end, f.name, f.text[start:end]
	p.StartChar, p.StartUTF16 = schemas.Characters(f.text[:start])
}
