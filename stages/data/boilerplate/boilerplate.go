package boilerplate

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wrone2set/wrone2set/stages/data/markup"
)

// Kind says what a span is.
type Kind string

// The kinds.
const (
	Copyright    Kind = "copyright"    // who holds the rights, under which licence, who published
	Funding      Kind = "funding"      // who paid, and thanks
	Registration Kind = "registration" // where a trial or a review is registered
	Supplement   Kind = "supplement"   // where more material, or its author, is to be found
	Keywords     Kind = "keywords"     // a line of keywords
	Label        Kind = "label"        // the name of a part of a structured abstract
	Running      Kind = "running head" // the running head of a page, or its number
	Placeholder  Kind = "placeholder"  // the whole text: there is none
	NUL          Kind = "NUL"          // characters of that name, which package corpus finds
)

// Span is a part of a text: the bytes From to To (exclusive).
type Span struct {
	From, To int
	Kind     Kind
}

// Find returns the boilerplate of a text in rising order. Spans do not overlap; blanks around them are not in them.
func Find(text string) []Span {
	if from, to := trimmed(text, 0, len(text)); placeholder(text[from:to]) {
		return []Span{{from, to, Placeholder}}
	}
	var found, unsure []Span
	in := newSearch(text)
	for i, begins, follows := 0, true, false; i < len(text); {
		switch c := text[i]; { // as most characters that a word begins with, and as most behind one
		case 'a' <= c && c <= 'z' && !follows:
			i, begins = word(text, i)
			continue
		case c == ' ':
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			begins = begins || r == '\n' || r == '\u2028'
			i += n
			continue
		}
		if follows || starts(r) {
			if to, kind := in.match(i, begins, follows); to > 0 {
				found = append(found, Span{i, to, kind})
				i, begins, follows = to, true, kind == Copyright
				continue
			}
		}
		follows = false
		if begins && (unicode.IsUpper(r) || r >= '一' || strings.ContainsRune(opening, r)) {
			if name, certain := label(text[i:]); certain {
				found = append(found, Span{i, i + len(name), Label})
				i += len(name)
				continue
			} else if name != "" {
				unsure = append(unsure, Span{i, i + len(name), Label})
			}
		}
		i, begins = word(text, i)
	}
	if different(text, unsure) {
		found = append(found, unsure...)
	}
	return ordered(text, append(found, running(text)...))
}

// different reports whether two of the spans have different texts.
func different(text string, spans []Span) bool {
	return slices.ContainsFunc(spans, func(s Span) bool { return text[s.From:s.To] != text[spans[0].From:spans[0].To] })
}

// ordered returns spans in rising order, without blanks around them; copyrights that touch are one. What two cover counts for the one that
// begins first.
func ordered(text string, spans []Span) (all []Span) {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To)) })
	last := &Span{}
	for _, s := range spans {
		s.From, s.To = trimmed(text, max(s.From, last.To), max(s.To, last.To))
		switch {
		case s.From == s.To:
		case s.Kind == Copyright && last.Kind == Copyright && strings.TrimSpace(text[last.To:s.From]) == "":
			last.To = s.To
		default:
			all = append(all, s)
			last = &all[len(all)-1]
		}
	}
	return all
}

// starts reports whether a rule may begin with a character: a year, a mark, a capital. Letters that have no case may begin a
// line of keywords.
func starts(r rune) bool {
	if 'a' <= r && r <= 'z' {
		return false // as most words
	}
	return r == '1' || r == '2' || r == '©' || r == '®' || r == '(' || r == '[' || r == '&' || unicode.IsUpper(r) || unicode.Is(unicode.Lo, r)
}

// word returns the end of the word at i, and whether a sentence ends with it. Every word of a text comes here, so it looks at bytes.
func word(text string, i int) (end int, ends bool) {
	end = i + blank(text[i:])
	if end < len(text) && text[end] >= utf8.RuneSelf && strings.HasPrefix(text[end:], stop) {
		return end + len(stop), true
	}
	if end > i && 'a' <= text[end-1] && text[end-1] <= 'z' {
		return end, false // as most words
	}
	word := text[i:end]
	if word != "" && strings.Trim(word, "#•■▪●") == "" { // of Markdown, before a heading, or of a list
		return end, true
	}
	if len(word) == 2 && word[1] == ')' && 'a' <= word[0] && word[0] <= 'f' || len(word) == 3 && word[0] == '(' && '0' <= word[1] && word[1] <= '9' && word[2] == ')' { // the number of a part: (1) Background
		return end, true
	}
	for word != "" {
		switch word[len(word)-1] {
		case '.', '!', '?', ':':
			return end, true
		case '"', '\'', ')', ']': // may stand between the point of a sentence and its end
			word = word[:len(word)-1]
			continue
		}
		bare, quoted := strings.CutSuffix(word, "”")
		if !quoted {
			break
		}
		word = bare
	}
	return end, false
}

// stop ends a sentence without a blank behind it.
const stop = "。"

// blank returns the index of the first white space or stop, of a © or a sentence that an export joined to a word, or the length.
func blank(text string) int {
	for i := 0; i < len(text); {
		c := text[i]
		if c-'!' < utf8.RuneSelf-'!' {
			i++
			if c == '.' && joins(text, i) {
				return i
			}
			continue
		}
		if c == ' ' {
			return i
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) || text[i:i+n] == stop || r == '©' && i > 0 && text[i-1] < utf8.RuneSelf { // else half of a character
			return i
		}
		i += n
	}
	return len(text)
}

// joins reports whether two words are joined at i, behind a point: "slope.Published by", but not "al.Net" or "www.Net".
func joins(text string, i int) bool {
	lower := func(c byte) bool { return 'a' <= c && c <= 'z' }
	return i > 3 && text[i-4:i] != "www." && i+1 < len(text) && lower(text[i-2]) && lower(text[i-3]) && 'A' <= text[i] && text[i] <= 'Z' && lower(text[i+1])
}

// sentence returns the end of the sentence that a text begins with: behind a point that a capital, a sign or nothing follows,
// or before an empty line.
func sentence(text string) int {
	for i := 0; i < len(text); {
		end, ends := word(text, i)
		next := end + len(text[end:]) - len(strings.TrimLeftFunc(text[end:], unicode.IsSpace))
		if next == len(text) || strings.Contains(text[end:next], "\n\n") {
			return end
		}
		if r, _ := utf8.DecodeRuneInString(text[next:]); ends && text[end-1] != ':' && !initial(text[i:end]) && !unicode.IsLower(r) {
			return end
		}
		i = next
	}
	return len(text)
}

// initial reports whether a word is a letter and a point, as in a name.
func initial(word string) bool {
	return len(word) == 2 && word[1] == '.' && unicode.IsUpper(rune(word[0])) || word == "No." || word == "no." || word == "nos."
}

// Blank returns a text with blanks for its boilerplate, as long as the text is, and the boilerplate. Text may contain markup.
func Blank(text string) (blanked string, found []Span) {
	read := markup.Of(text)
	found = Find(read.Plain)
	if len(found) == 0 {
		return text, nil
	}
	b := []byte(text)
	for i, s := range found {
		from, to := read.Span(s.From, s.To)
		copy(b[from:to], strings.Repeat(" ", to-from))
		found[i] = Span{from, to, s.Kind}
	}
	return string(b), found
}

// line returns the end of the line that a text begins with or, where prose follows the keywords in it, their end.
func line(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	end := sentence(text)
	if strings.Count(text[end:], " ") > 12 {
		return end
	}
	return len(text)
}

// trimmed returns the bytes from to to without blanks around them.
func trimmed(text string, from, to int) (int, int) {
	left := strings.TrimLeftFunc(text[from:to], unicode.IsSpace)
	from = to - len(left)
	return from, from + len(strings.TrimRightFunc(left, unicode.IsSpace))
}

// letters returns the length of the letters that a text begins with.
func letters(text string) int { return len(text) - len(strings.TrimLeftFunc(text, unicode.IsLetter)) }
