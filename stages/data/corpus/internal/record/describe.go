package record

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Describe lists the columns that are read, and as which part, and those that are not read.
func (c *Names) Describe(header []string) string {
	at, _ := c.Read(header)
	var read, other []string
	for p, i := range at {
		if i >= 0 {
			read = append(read, Keys()[p]+"="+shown(header[i]))
		}
	}
	for i, h := range header {
		switch {
		case slices.Contains(at[:], i):
		case at[Title] >= 0 && c.Subtitle(h):
			read = append(read, "subtitle="+shown(h))
		default:
			other = append(other, shown(h))
		}
	}
	s := "read " + strings.Join(read, " ")
	if len(other) > 0 {
		const named = 20
		s += "; not read: " + strings.Join(other[:min(len(other), named)], ", ")
		if len(other) > named {
			s += fmt.Sprintf(" and %d more", len(other)-named)
		}
	}
	return s
}

// shown is the name of a column in messages.
func shown(name string) string {
	if name = strings.Join(strings.FieldsFunc(name, blank), " "); name == "" {
		return "an unnamed column"
	}
	return name
}

// Unread describes the columns that look like a title or a text and are not read, by their names and by their texts in the first
// rows, one line for each part. A part that the user named is not judged, nor is a column without a value there.
func (c *Names) Unread(header []string, texts func(key string, column int) []string) (lines []string) {
	like := c.alike(header, texts)
	for _, part := range []Field{Title, Body} {
		names := like[part]
		if len(names) == 0 || c.Must[part] {
			continue
		}
		more, kind := "", map[Field]string{Title: "a title", Body: "an abstract"}[part]
		if n := len(names) - 1; n > 0 {
			more = fmt.Sprintf(" (and %d more)", n)
		}
		lines = append(lines, fmt.Sprintf("the column %q%s looks like %s and is not read; --columns '%s=%s' reads it", names[0], more, kind, Keys()[part], names[0]))
	}
	return lines
}

// alike returns the columns of a header that look like a title or a text and are not read.
func (c *Names) alike(header []string, texts func(key string, column int) []string) (like [Fields][]string) {
	at, _ := c.Read(header)
	for i, h := range header {
		if n := c.Find(h); slices.Contains(at[:], i) || strings.TrimSpace(h) == "" || c.void[h] || n >= 0 && c.Field[n] != Title && c.Field[n] != Body {
			continue // keyphrases and ids are known for what they are
		}
		parts := strings.FieldsFunc(Fold(h), func(r rune) bool { return !unicode.IsLetter(r) })
		has := func(key string) bool {
			return slices.ContainsFunc(parts, func(w string) bool { return slices.Contains(c.lists["word "+key], w) })
		}
		attribute, contained := has("attribute"), has("container")
		switch {
		case at[Title] < 0 && (has("title") && !attribute && !contained || slices.Contains(c.lists["like title"], Fold(h)) && words(texts(h, i)) >= titleWords):
			like[Title] = append(like[Title], shown(h))
		case has("abstract") && !attribute, at[Body] < 0 && has("text") && !attribute && !contained,
			!has("other") && !has("title") && prose(texts(h, i)):
			like[Body] = append(like[Body], shown(h))
		}
	}
	return like
}

// suggest keeps the advice for a table without a title and a text: the columns that look like them, or the one with the longest texts.
func (c *Names) suggest(header []string, texts func(key string, column int) []string) {
	if at, _ := c.Read(header); len(header) < 2 || at[Title] >= 0 || at[Body] >= 0 || !slices.Contains(c.Field, Title) {
		return
	}
	for _, h := range header {
		if number.MatchString(h) || sentences(h) {
			c.advice = "if its first line is no header, write one above it, such as id,title,text"
			return
		}
	}
	like, longest := c.alike(header, texts), titleWords
	if len(like[Body]) == 0 {
		for i, h := range header {
			if n := words(texts(h, i)); n > longest && strings.TrimSpace(h) != "" && !slices.Contains(like[Title], shown(h)) {
				like[Body], longest = []string{shown(h)}, n
			}
		}
	}
	var named []string
	for _, part := range []Field{Title, Body} {
		if len(like[part]) == 0 {
			continue
		}
		if strings.ContainsAny(like[part][0], ",'\n") {
			c.advice = fmt.Sprintf("rename its column %q to %s", like[part][0], Keys()[part])
			return
		}
		named = append(named, Keys()[part]+"="+like[part][0])
	}
	if len(named) > 0 {
		c.advice = fmt.Sprintf("if these are its title and text, give --columns '%s'", strings.Join(named, ","))
	}
}

// number matches what no header has for a name.
var number = regexp.MustCompile(`^\s*\d+([.,/-]\d+)*\s*$`)

// titleWords is the number of words from which a text is more than a name.
const titleWords = 3

// words returns how many words a text has on average.
func words(texts []string) (n int) {
	for _, text := range texts {
		n += len(strings.Fields(text))
	}
	return n / max(len(texts), 1)
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
	text = strings.ToValidUTF8(text[:min(len(text), 10000)], "")
	words := strings.Fields(text)
	low, uncased := 0, 0
	for _, w := range words {
		if unicode.IsLower([]rune(w)[0]) {
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
