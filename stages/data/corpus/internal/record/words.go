package record

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words tell whether a cell is a word of a header, in any language that names.txt has, whatever names the user gives to columns.
type Words struct {
	names *Names
	lists map[string][]string
}

// longestHeading is the largest number of bytes of a cell that is looked up: more than any name of a column has.
const longestHeading = 80

// HeaderWords returns the words of names.txt.
func HeaderWords() *Words {
	names, err := DefaultColumns().Ready()
	if err != nil {
		panic(err) // the names of the program itself
	}
	return &Words{names, known()}
}

// Of returns what a cell of a header stands for: a part of a document, or Fields for another column. ok is false for a cell that is no
// word of headers. Several words are one if each of them is: article_title, dc:title.
func (w *Words) Of(cell string) (part Field, ok bool) {
	if len(cell) > longestHeading || !utf8.ValidString(cell) {
		return Fields, false
	}
	if n := w.names.Find(cell); n >= 0 {
		return w.names.Field[n], true
	}
	words := strings.FieldsFunc(Fold(cell), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '°' })
	in := func(list string) func(word string) bool {
		return func(word string) bool { return slices.Contains(w.lists["word "+list], word) }
	}
	for _, word := range words {
		if !slices.ContainsFunc([]string{"title", "abstract", "text", "attribute", "container", "other", "header"}, func(list string) bool { return in(list)(word) }) {
			return Fields, false
		}
	}
	switch has := func(list string) bool { return slices.ContainsFunc(words, in(list)) }; {
	case has("attribute") || has("container"): // of a document, or the title of what contains it
		part = Fields
	case has("title"):
		part = Title
	case has("abstract") || has("text"):
		part = Body
	default:
		part = Fields
	}
	return part, len(words) > 0
}
