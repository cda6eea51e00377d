// Package markup reads text that contains markup: the tags of HTML and of JATS, as in the abstracts of Crossref and PubMed,
// entities such as &amp;, and LaTeX, as in the abstracts of arXiv and the titles of bibliographies.
//
//	given ─ Of ─► Plain ─ words ─► span in Plain ─ Span ─► span in given
//
// What reads as a tag in HTML is one if its name, a prefix, an attribute, its slash or its end tag shows that it is, so that
// "a<b and c>d" and "a <b> c" stay as they are. Tags within a word vanish (CO<sub>2</sub> is CO2), and so do those of formulas in
// MathML, which become their characters; those of paragraphs become an empty line, which no phrase crosses, and others a blank. What
// scripts and styles hold is no text. Text that was escaped twice (&lt;p&gt;) is read as well, and so are the indices of databases that
// have no tags: CO{sub 2}, CO[subscript 2]. Of LaTeX the commands for type, accents and symbols are read, and formulas between dollars,
// \( and \), or \[ and \]: \emph{top}-$k$ is top-k. A document of LaTeX within a text, as Springer writes
// formulas, is read without its preamble. Other commands stay.
package markup

import (
	"html"
	"regexp"
	"sort"
	"strings"
)

// Text is a text without its markup. The zero value is an empty text.
type Text struct {
	Plain  string
	given  string
	places []place // of each byte of Plain in given; nil if they are equal
}

// place is where a byte of plain text comes from: a character or an entity of the given text.
type place struct{ from, to int32 }

// mostEscapes limits how often a text may have been escaped.
const mostEscapes = 3

// Of reads a text.
func Of(given string) Text {
	t := Text{Plain: given, given: given}
	if !strings.ContainsAny(given, `<&[\${}^_`) {
		return t
	}
	for range mostEscapes {
		section := false // of CDATA
		if !t.strip("<&[]", func(i int) (text string, n int) {
			if section && strings.HasPrefix(t.Plain[i:], "]]>") {
				section = false
				return "", len("]]>")
			}
			section = section || strings.HasPrefix(t.Plain[i:], "<![CDATA[")
			return tagOrEntity(t.Plain, i)
		}) {
			break
		}
	}
	l := latex{s: t.Plain, formula: -1}
	t.strip(`\${}^_`, l.mark)
	return t
}

// Given returns the text with its markup.
func (t *Text) Given() string { return t.given }

// Plain returns a text without its markup.
func Plain(given string) string {
	if !strings.ContainsAny(given, `<&[\${`) {
		return given
	}
	return Of(given).Plain
}

// Span returns the place in the given text, in bytes, of the bytes from to to (exclusive) of Plain. Tags before and after them
// are not part of it. The place of no bytes is the end of what stands before them.
func (t *Text) Span(from, to int) (start, end int) {
	switch {
	case t.places == nil || to == 0:
		return from, to
	case from == to:
		return int(t.places[to-1].to), int(t.places[to-1].to)
	}
	return int(t.places[from].from), int(t.places[to-1].to)
}

// Inside returns the bytes of Plain, from to to (exclusive), that come from the bytes start to end (exclusive) of the given text.
func (t *Text) Inside(start, end int) (from, to int) {
	if t.places == nil {
		return start, end
	}
	from = sort.Search(len(t.places), func(i int) bool { return int(t.places[i].to) > start })
	to = sort.Search(len(t.places), func(i int) bool { return int(t.places[i].from) >= end })
	return from, max(from, to)
}

// strip removes markup from Plain, and reports whether there was any. Markup begins with one of the bytes of starts; mark returns
// the text that replaces the markup at a byte, and the length of the markup, 0 if there is none.
func (t *Text) strip(starts string, mark func(at int) (text string, n int)) bool {
	s := t.Plain
	var plain []byte
	var places []place
	done := 0
	keep := func(until int) {
		for ; done < until; done++ {
			plain, places = append(plain, s[done]), append(places, t.place(done, done+1))
		}
	}
	for i := 0; i < len(s); {
		step := strings.IndexAny(s[i:], starts)
		if step < 0 {
			break
		}
		i += step
		text, n := mark(i)
		if n == 0 {
			i++
			continue
		}
		if plain == nil {
			plain, places = make([]byte, 0, len(s)), make([]place, 0, len(s))
		}
		keep(i)
		for k := range len(text) {
			plain, places = append(plain, text[k]), append(places, t.place(i, i+n))
		}
		i += n
		done = i
	}
	if done == 0 {
		return false
	}
	keep(len(s))
	t.Plain, t.places = string(plain), places
	return true
}

// place returns where the bytes from to to of Plain stand in the given text.
func (t *Text) place(from, to int) place {
	start, end := t.Span(from, to)
	return place{int32(start), int32(end)}
}

var seeText = regexp.MustCompile(`\A\[(?:Formula|Table|Figure|Image|Box|Equation): see text\]`)

var entity = regexp.MustCompile(`\A&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)

// Longest markup in bytes. So the time for a text grows with its length alone, whatever it contains.
const (
	longestEntity  = 34
	longestComment = 4096
	longestElement = 8192 // that only its end tag shows to be one
)

// tagOrEntity returns the text that replaces the tag or entity at byte i of s, and its length, 0 if there is neither.
func tagOrEntity(s string, i int) (text string, n int) {
	switch s[i] {
	case '<':
		return tag(s, i)
	case ']':
		return "", 0
	case '[': // what PubMed has for a formula or a picture, and ProQuest for an index
		if m := script.FindStringSubmatch(s[i:min(len(s), i+longestName)]); m != nil {
			return m[1] + m[2], len(m[0])
		}
		return " ", len(seeText.FindString(s[i:min(len(s), i+longestEntity)]))
	}
	found := entity.FindString(s[i:min(len(s), i+longestEntity)])
	if text = html.UnescapeString(found); text == found {
		return "", 0
	}
	return text, len(found)
}
