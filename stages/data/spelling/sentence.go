package spelling

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// style says where the capitals of a sentence come from.
type style int

const (
	sentenceCase style = iota
	titleCase          // most words have a capital
	upperCase          // all letters are capitals
)

// sentence is a run of words up to a mark after which a word may have a capital because of its place.
type sentence struct {
	start, end int // bytes of the field
	first      int // of its first word
	style      style
}

// at returns the sentence that contains byte i of a field.
func (d *Document) at(field, i int) sentence {
	if d.sentences[field] == nil {
		d.sentences[field] = sentences(d.fields[field], field == 0, d.tag)
	}
	all := d.sentences[field]
	return all[sort.Search(len(all)-1, func(k int) bool { return i < all[k].end })]
}

// sentences cuts a field. It cuts too often rather than too rarely: after each point, colon and blank line.
func sentences(text string, title bool, tag string) (all []sentence) {
	start, shouts := 0, title && strings.ToUpper(text) == text
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		i += n
		if i < len(text) && (!ends(r, text[i:]) || r == '.' && abbreviates(text[:i-n], text[i:])) && !(title && parts(text, i-n, i)) {
			continue
		}
		s := sentence{start: start, end: i}
		s.first = start + len(text[start:i]) - len(strings.TrimLeftFunc(text[start:i], func(r rune) bool { return !inWord(r) }))
		if s.style = styleOf(text[s.first:i], title, shouts, tag); s.style == titleCase && partsTitle(text[:start]) && startsSmall(text[s.first:]) {
			s.style = sentenceCase // edited by Ann Doe
		}
		all, start = append(all, s), i
	}
	if all == nil {
		all = []sentence{{}}
	}
	return all
}

// ends reports whether a sentence ends behind r, before rest.
func ends(r rune, rest string) bool {
	if r == '\n' {
		return strings.HasPrefix(strings.TrimLeft(rest, " \t\r"), "\n")
	}
	if !strings.ContainsRune(".!?:;…。！？：；•|", r) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, ")]}\"'”’»"))
	return !inWord(next) || r >= 0x3000
}

// abbreviates reports whether the point between before and rest belongs to an abbreviation within a name: U.S. Supreme Court, Doe v. Roe.
func abbreviates(before, rest string) bool {
	word := before[strings.LastIndexFunc(before, unicode.IsSpace)+1:]
	next := strings.Fields(rest[:min(len(rest), 64)])
	inner := len(word) > 2 && word[len(word)-2] == '.' && capitals(strings.ReplaceAll(word, ".", ""))
	return len(next) > 0 && capitalised(next[0]) && (word == "v" || inner && len(next) > 1 && capitalised(next[1]))
}

// parts reports whether the character at i parts a title as catalogues do, with blanks round it.
func parts(text string, i, end int) bool {
	return (text[i] == '/' || text[i] == '=') && i > 0 && text[i-1] == ' ' && strings.HasPrefix(text[end:], " ")
}

// partsTitle reports whether before ends with a mark behind which a catalogue names who wrote or edited the work.
func partsTitle(before string) bool {
	return strings.HasSuffix(before, "/") || strings.HasSuffix(before, ";")
}

// styleOf returns the style of a sentence. Of a title that has no small letter, shouts, a few words suffice; else OASIS before a colon is a name.
func styleOf(text string, title, shouts bool, tag string) style {
	upper, lower, shouted, capital, small := 0, 0, 0, 0, 0
	first := true
	for a := range atoms(text, 0) {
		up, low := count(a.word)
		upper, lower = upper+up, lower+low
		switch {
		case up+low == 0:
			continue
		case first:
		case up > 1 && low == 0:
			shouted++
		case low >= 4 && up == 0: // not: of, the
			small++
		case up == 1 && capitalised(a.word):
			capital++
		}
		first = false
	}
	switch {
	case shouted > 0 && lower == 0, title && lower == 0 && upper > 4 && shouts, shouted > 2 && upper > 4*lower:
		return upperCase
	case tag == german:
		return sentenceCase
	case title && capital > small, capital > 2 && capital > 3*small:
		return titleCase
	}
	return sentenceCase
}

// count returns how many capitals and how many small letters a word has.
func count(word string) (upper, lower int) {
	for _, r := range word {
		switch {
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	return upper, lower
}
