package phrase

import (
	"iter"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// field is the title or the body of a document: a run of its tokens.
type field struct {
	name      string
	tokens    []string
	text      string  // original text, or the tokens joined by single blanks
	spans     []int32 // start and end of each token in text
	point     int     // the full stop added to close a title, which stands nowhere in the text; −1: none
	clusters  []int32 // ends of the grapheme clusters of text, ascending; nil until needed
	breaks    []int32 // see text.GivenBreaks; nil until needed
	addresses [][]int // see text.Addresses; found with breaks
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

// page is a document as text: its fields, and the stems of their tokens, those of the title first.
type page struct {
	fields [2]field
	stems  []string
}

// runs yields where own is a run of the stems, from a token on.
func (g *page) runs(own []string, from int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := from; at < len(g.stems); at++ {
			next := text.Find(g.stems[at:], own)
			if at += next; next < 0 || !yield(at) {
				return
			}
		}
	}
}

// in returns the field k that contains tokens i to j (exclusive) of the page, and their numbers there; −1 if no single one does.
func (g *page) in(i, j int) (k, from, to int) {
	n := len(g.fields[0].tokens)
	switch {
	case j <= n:
		return 0, i, j
	case i >= n:
		return 1, i - n, j - n
	}
	return -1, 0, 0
}

// spot returns the field that contains tokens i to j (exclusive), and their bytes there; none if no single field contains them,
// or if they have no text.
func (g *page) spot(i, j int) (k int, start, end int32) {
	if k, i, j = g.in(i, j); k < 0 {
		return 0, 0, 0
	}
	start, end, _ = g.fields[k].surface(i, j)
	return k, start, end
}

// unbroken reports whether tokens i to j (exclusive) stand in one field and are unbroken there.
func (g *page) unbroken(i, j int) bool {
	k, i, j := g.in(i, j)
	return k >= 0 && g.fields[k].unbroken(i, j)
}

// find marks a phrase as present if own is a run of stems, and sets its place: the first run within one field that crosses
// no break, else the first within a field. Runs across the end of the title, and of the full stop that was added to it, have
// no place, since they do not stand in the text.
func (g *page) find(p *schemas.Phrase, own []string) {
	for at := range g.runs(own, 0) {
		p.Present = true
		whole := g.unbroken(at, at+len(own))
		if p.Start != nil && !whole {
			continue
		}
		if k, start, end := g.spot(at, at+len(own)); start < end {
			if set(p, &g.fields[k], start, end); whole {
				return
			}
		}
	}
}

// set sets the place of a phrase.
func set(p *schemas.Phrase, f *field, start, end int32) {
	p.Start, p.End, p.Field, p.Surface = &start, &end, f.name, f.text[start:end]
	p.StartChar, p.StartUTF16 = schemas.Characters(f.text[:start])
}
