package header

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/corpus/internal/record"
)

// kind is what a row below the header is.
type kind int

const (
	document kind = iota
	again         // the header
	second        // the header in other words
	heading       // a row from above the header
	kinds
)

// Aside reports whether a row is no document: the header again or a row from above it, as in files that were joined, or the header in
// other words, as surveys and translated tables have it below the first. It warns of the first row of each kind. what is what the format
// calls a row.
func (h *Chosen) Aside(what string, row int64, cells int, cell func(i int) string) bool {
	if len(h.names) < 2 {
		return false // a word may be the title of a document
	}
	kind := h.kind(cells, cell)
	if kind == document {
		return false
	}
	if h.left[kind]++; h.left[kind] > 1 || h.Warn == nil {
		return true
	}
	switch is := fmt.Sprintf("%s: %s %d is ", h.Path, what, row); kind {
	case again:
		h.Warn(is + "the header again, as in files that were joined; such rows are left out")
	case heading:
		h.Warn(is + "a line from above the header again, as in files that were joined; such rows are left out")
	case second:
		var words []string
		for i := range cells {
			words = append(words, strings.TrimSpace(cell(i)))
		}
		h.Warn(fmt.Sprintf("%sa second header and is left out, as are others like it: %.100s", is, strings.Join(words, ", ")))
	}
	return true
}

// Ended warns, behind the last row, how many rows were no documents, if it was told of some of them only.
func (h *Chosen) Ended() {
	all, told := int64(0), int64(0)
	for _, n := range h.left {
		all, told = all+n, told+min(n, 1)
	}
	if all > told && h.Warn != nil {
		h.Warn(fmt.Sprintf("%s: %d rows are headers or lines from above them, and are left out", h.Path, all))
	}
	h.left = [kinds]int64{}
}

// kind tells what a row is.
func (h *Chosen) kind(cells int, cell func(i int) string) kind {
	equal := func(row []string) bool {
		for i, text := range row {
			if cells != len(row) || !strings.EqualFold(strings.TrimSpace(cell(i)), strings.TrimSpace(text)) {
				return false
			}
		}
		return strings.TrimSpace(strings.Join(row, "")) != ""
	}
	switch {
	case equal(h.names):
		return again
	case h.inOtherWords(cells, cell), h.ofForm(cells, cell):
		return second
	case slices.ContainsFunc(h.Above, equal):
		return heading
	}
	return document
}

// inOtherWords reports whether a row is a header in other words: each of its cells is the name of its column or another word of headers,
// and a title or a text has a name of a title or a text. A row with one word, or with a word in the wrong column, is a document.
func (h *Chosen) inOtherWords(cells int, cell func(i int) string) bool {
	filled, named := 0, false
	for i := range cells {
		text := strings.TrimSpace(cell(i))
		if text == "" {
			continue
		}
		part, ok := h.word(i, text)
		for _, of := range []record.Field{record.Title, record.Body} {
			if i == h.At[of] {
				ok = ok && part == of
				named = true
			}
		}
		if !ok {
			return false
		}
		filled++
	}
	return named && filled > 1
}

// ofForm reports whether a row is one that the program of a survey writes below the header: SurveyMonkey the kinds of answers, Qualtrics
// the questions and their numbers in JSON.
func (h *Chosen) ofForm(cells int, cell func(i int) string) bool {
	numbered := func(text string) bool { return strings.HasPrefix(text, `{"ImportId":`) }
	for _, i := range []int{h.At[record.Title], h.At[record.Body]} {
		if i < 0 || i >= cells {
			continue
		}
		questions := len(h.First) > 1 && i < len(h.First[1]) && numbered(h.First[1][i]) && cell(i) == h.First[0][i]
		if cell(i) == "Open-Ended Response" || numbered(cell(i)) || questions {
			return true
		}
	}
	return false
}

// word returns what a cell of a header stands for; ok is false if it is no word of headers.
func (h *Chosen) word(column int, text string) (part record.Field, ok bool) {
	if column < len(h.names) && strings.EqualFold(text, strings.TrimSpace(h.names[column])) {
		if at := slices.Index(h.At[:], column); at >= 0 {
			return record.Field(at), true
		}
		return record.Fields, true
	}
	if h.words == nil {
		h.words = record.HeaderWords()
	}
	return h.words.Of(text)
}
