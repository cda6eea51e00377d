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
	note          // a sum or a note
	kinds
)

// Aside reports whether a row is no document: the header again or a row from above it, as in files that were joined, the header in
// other words, as surveys and translated tables have it below the first, or a sum or a note, which has no text. It warns of the first
// row of each kind. what is what the format
// calls a row.
func (h *Chosen) Aside(what string, row int64, cells int, cell func(i int) string) bool {
	if len(h.names) < 2 {
		return false // a word may be the title of a document
	}
	of := h.kind(cells, cell)
	if of == document {
		return false
	}
	if h.left[of]++; h.left[of] > 1 || h.Warn == nil {
		return true
	}
	switch is := fmt.Sprintf("%s: %s %d is ", h.Path, what, row); of {
	case again:
		h.Warn(is + "the header again, as in files that were joined; such rows are left out")
	case heading:
		h.Warn(is + "a line from above the header again, as in files that were joined; such rows are left out")
	default:
		var words []string
		for i := range cells {
			words = append(words, strings.TrimSpace(cell(i)))
		}
		called := map[kind]string{second: "a second header", note: "a sum or a note"}[of]
		h.Warn(fmt.Sprintf("%s%s and is left out, as are others like it: %.100s", is, called, strings.Trim(strings.Join(words, ", "), ", ")))
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
		h.Warn(fmt.Sprintf("%s: %d rows are headers, lines from above them, sums or notes, and are left out", h.Path, all))
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
	case h.note(cells, cell):
		return note
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

// note reports whether a row is a sum or a note: it has no text, and its first cell says so or is a sentence alone. One that has a title is a
// sum only if the rest are numbers.
func (h *Chosen) note(cells int, cell func(i int) string) bool {
	at := func(part record.Field) string {
		if i := h.At[part]; i >= 0 && i < cells {
			return strings.TrimSpace(cell(i))
		}
		return ""
	}
	title := at(record.Title)
	if cells < len(h.names) && !h.Short { // a text may have been cut into rows
		return false
	}
	if h.At[record.Title] < 0 && h.At[record.Body] < 0 || at(record.Body) != "" || title != "" && h.At[record.Body] < 0 {
		return false
	}
	var filled []string
	for i := range cells {
		if text := strings.TrimSpace(cell(i)); text != "" {
			filled = append(filled, text)
		}
	}
	if len(filled) == 0 || title != "" && title != filled[0] {
		return false
	}
	total, remark := h.headers().Below(filled[0])
	figures := len(filled) > 1 && !slices.ContainsFunc(filled[1:], func(text string) bool { return strings.Trim(text, "0123456789.,-% ") != "" })
	return remark && len(filled) == 1 || total && (title == "" || figures) || title == "" && len(filled) == 1 && len(strings.Fields(filled[0])) > 2
}

// headers returns the words of headers, which most tables need for no row.
func (h *Chosen) headers() *record.Words {
	if h.words == nil {
		h.words = record.HeaderWords()
	}
	return h.words
}

// word returns what a cell of a header stands for; ok is false if it is no word of headers.
func (h *Chosen) word(column int, text string) (part record.Field, ok bool) {
	if column < len(h.names) && strings.EqualFold(text, strings.TrimSpace(h.names[column])) {
		if at := slices.Index(h.At[:], column); at >= 0 {
			return record.Field(at), true
		}
		return record.Fields, true
	}
	return h.headers().Of(text)
}
