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
	means map[string][]string // by word: what it means, see names.txt: title, abstract, text, attribute …
}

// longestHeading is the largest number of bytes of a cell that is looked up: more than any name of a column has.
const longestHeading = 80

// HeaderWords returns the words of names.txt.
func HeaderWords() *Words {
	names, _ := DefaultColumns().Ready() // it fails for columns that a user names alone
	w := &Words{names, map[string][]string{}}
	for key, words := range known() {
		if meaning, ok := strings.CutPrefix(key, "word "); ok {
			for _, word := range words {
				w.means[word] = append(w.means[word], meaning)
			}
		}
	}
	return w
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
	var meanings []string
	for word := range strings.FieldsFuncSeq(Fold(cell), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '°' }) {
		of, known := w.means[word]
		if !known {
			return Fields, false
		}
		meanings = append(meanings, of...)
	}
	switch means := func(meaning string) bool { return slices.Contains(meanings, meaning) }; {
	case means("attribute") || means("container"): // of a document, or the title of what contains it
		part = Fields
	case means("title"):
		part = Title
	case means("abstract") || means("text"):
		part = Body
	default:
		part = Fields
	}
	return part, meanings != nil
}

// Below returns what the first cell of a row says that it is: a sum, such as "Total", or a remark, such as "Source: the office".
func (w *Words) Below(cell string) (total, remark bool) {
	if len(cell) > longestQuestion || !utf8.ValidString(cell) {
		return false, false
	}
	text := strings.TrimRight(Fold(cell), ". ")
	first, _, colon := strings.Cut(text, ":")
	is := func(key string) bool { return slices.Contains(w.names.lists[key], strings.TrimSpace(first)) }
	return is("row total"), colon && is("row note") || strings.HasPrefix(text, "©")
}
