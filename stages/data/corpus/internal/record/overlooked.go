package record

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// words that name a title or an abstract within the name of a column, and words beside them that name something else.
var (
	titleWords    = []string{"title", "titel", "titre", "titulo", "título", "titolo", "tittel", "headline", "heading", "otsikko", "tytuł", "název"}
	abstractWords = []string{"abstract", "abstracts", "abstrakt", "zusammenfassung", "kurzfassung", "résumé", "resumen", "resumo", "riassunto", "samenvatting",
		"sammanfattning", "sammendrag", "tiivistelmä", "streszczenie"}
	textWords = []string{"summary", "summaries", "description", "text", "fulltext", "content", "body", "beschreibung", "texte", "texto", "testo", "tekst"}
	notWords  = []string{"url", "link", "links", "uri", "href", "id", "ids", "date", "year", "lang", "language", "length", "count", "words", "type", "format",
		"doi", "source", "status", "flag", "has", "is", "hash", "license", "licence", "rights", "copyright", "path", "file"}
	containerWords = []string{"journal", "source", "publication", "book", "series", "conference", "proceedings", "host", "container", "periodical", "magazine",
		"newspaper", "volume", "issue", "event", "meeting", "short", "running", "abbreviated", "iso", "secondary", "tertiary", "parent", "collection", "job",
		"course", "project", "grant", "award", "funder"}
	otherTexts = []string{"author", "authors", "affiliation", "affiliations", "address", "addresses", "reference", "references", "cited", "citation", "citations",
		"bibliography", "funding", "funder", "acknowledgement", "acknowledgements", "acknowledgment", "editor", "editors", "correspondence", "copyright", "license",
		"licence", "rights", "note", "notes", "comment", "comments", "review", "reviews"}
)

// Unread describes the columns that look like a title or a text and are not read, by their names and by their texts in the first
// rows, one line for each part. A part that the user named is not judged.
func (c *Names) Unread(header []string, texts func(key string, column int) []string) (lines []string) {
	at := c.read(header)
	var titles, bodies []string
	for i, h := range header {
		if slices.Contains(at[:], i) || strings.TrimSpace(h) == "" {
			continue
		}
		if n := c.Find(h); n >= 0 && c.Field[n] != Title && c.Field[n] != Body {
			continue // keyphrases and ids are known for what they are
		}
		words := strings.FieldsFunc(Fold(h), func(r rune) bool { return !unicode.IsLetter(r) })
		switch {
		case at[Title] < 0 && has(words, titleWords) && !has(words, notWords) && !has(words, containerWords):
			titles = append(titles, h)
		case has(words, abstractWords) && !has(words, notWords), at[Body] < 0 && has(words, textWords) && !has(words, notWords) && !has(words, containerWords),
			!has(words, otherTexts) && !has(words, titleWords) && prose(texts(h, i)):
			bodies = append(bodies, h)
		}
	}
	if !c.Must[Title] {
		lines = unread(lines, Title, "a title", titles)
	}
	if !c.Must[Body] {
		lines = unread(lines, Body, "an abstract", bodies)
	}
	return lines
}

// unread appends the line about columns that look like a part.
func unread(lines []string, part Field, like string, names []string) []string {
	if len(names) == 0 {
		return lines
	}
	const most = 3
	which, more := fmt.Sprintf("%q", shown(names[0])), ""
	for _, name := range names[1:min(len(names), most)] {
		which += fmt.Sprintf(", %q", shown(name))
	}
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
	}
	if len(names) == 1 {
		return append(lines, fmt.Sprintf("the column %s looks like %s and is not read; --columns '%s=%s' reads it", which, like, part.key(), shown(names[0])))
	}
	return append(lines, fmt.Sprintf("the columns %s%s look like %s and are not read; --columns '%s=%s' reads the first", which, more, like, part.key(), shown(names[0])))
}

// has reports whether a list of words has one of others.
func has(words, others []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(others, w) })
}

// Prose has at least so many words, or characters in a script that puts no blanks between them.
const (
	proseWords      = 30
	proseCharacters = 80
)

// prose reports whether most texts are sentences: many words, most of which begin in lower case or have no case. Lists of names,
// affiliations and references do not.
func prose(texts []string) bool {
	n := 0
	for _, text := range texts {
		if sentences(text) {
			n++
		}
	}
	return 2*n > len(texts)
}

func sentences(text string) bool {
	if len(text) > 10000 {
		text = strings.ToValidUTF8(text[:10000], "")
	}
	words := strings.Fields(text)
	low, uncased := 0, 0
	for _, w := range words {
		if r := []rune(w); unicode.IsLower(r[0]) {
			low++
		}
	}
	for _, r := range text {
		if unicode.Is(unicode.Lo, r) {
			uncased++
		}
	}
	return len(words) >= proseWords && 2*low > len(words) || uncased >= proseCharacters && !strings.Contains(text, "://")
}
