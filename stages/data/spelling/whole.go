package spelling

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Whole returns a place widened to whole words as people write them.
func (d *Document) Whole(p Place) Place {
	if p.Start >= p.End {
		return p
	}
	text := d.fields[p.Field]
	for { // what one rule adds another may complete: of ASP.NET and CD4+ first the digits, then the mark
		start := left(text, p.Start)
		end := right(text, start, p.End)
		if start == p.Start && end == p.End {
			return p
		}
		p.Start, p.End = start, end
	}
}

// inWord reports whether a character is part of a word, as the charge of Ca²⁺ is.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '⁺' || r == '⁻'
}

// joined reports whether words with a character are written without blanks between them, so that its neighbours say nothing
// about where the word ends.
func joined(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// extends reports whether r belongs to the same word as its neighbour.
func extends(r, neighbour rune) bool {
	return r != utf8.RuneError && inWord(r) && !joined(r) && !joined(neighbour) && inWord(neighbour)
}

// left returns where the word begins that contains byte i of a text.
func left(text string, i int) int {
	first, _ := utf8.DecodeRuneInString(text[i:])
	before, n := utf8.DecodeLastRuneInString(text[:i])
	switch {
	case n == 0:
		return i
	case extends(before, first):
		return i - n
	case (first == '\'' || first == '’') && inWord(before) && !joined(before): // 's law of Moore's law
		return i - n
	case isHyphen(before) && prefixes(text[:i-n], first): // HT2A of 5-HT2A, κB of NF-κB
		return i - n - len(lastWord(text[:i-n]))
	case before == '/' && paired(lastWord(text[:i-n]), firstWord(text[i:])): // IP of TCP/IP
		return i - n - len(lastWord(text[:i-n]))
	case before == '.' && unicode.IsUpper(first) && opens(text[:i-n]): // .NET
		return i - n
	case before == '.' && unicode.IsUpper(first) && capitals(lastWord(text[:i-n])) && capitals(firstWord(text[i:])): // NET of ASP.NET
		return i - n
	case isHyphen(before) && single(text[:i-n]) > 0: // k-NN, α-synuclein
		return i - n - single(text[:i-n])
	case isHyphen(before) && ending(firstWord(text[i:])) && !ending(lastWord(text[:i-n])): // 3 of omega-3, α of TNF-α
		return i - n - len(lastWord(text[:i-n]))
	case strings.ContainsRune("$€£¥", before) && unicode.IsDigit(first) && opens(text[:i-n]): // 5 of $5
		return i - n
	case first == '.' && inWord(before) && !joined(before): // .5 of PM2.5
		return i - n
	case before == '&' && inWord(first): // D of R&D
		return i - n - short(text[:i-n])
	}
	return i
}

// capitals reports whether a word has two or more letters, all capitals.
func capitals(word string) bool {
	upper, lower := count(word)
	return upper > 1 && lower == 0
}

// ending reports whether what stands behind a hyphen is only the end of a name: a letter or a number.
func ending(word string) bool {
	return utf8.RuneCountInString(word) < 2 || strings.Trim(word, "0123456789") == ""
}

// opens reports whether a word may begin behind s.
func opens(s string) bool {
	r, n := utf8.DecodeLastRuneInString(s)
	return n == 0 || unicode.IsSpace(r) || strings.ContainsRune("([{'\"“‘«/", r)
}

// isHyphen reports whether words are joined by a character.
func isHyphen(r rune) bool { return r == '-' || r == '\u2010' || r == '\u2011' }

// prefixes reports whether s ends with one or two digits or two capitals that begin a name whose next part begins with first, which is
// no small letter of English.
func prefixes(s string, first rune) bool {
	w := lastWord(s)
	short := len(w) == 2 && capitals(w) || w != "" && len(w) < 3 && strings.Trim(w, "0123456789") == ""
	return short && opens(s[:len(s)-len(w)]) && (unicode.IsUpper(first) || unicode.IsLetter(first) && first >= utf8.RuneSelf)
}

// paired reports whether two words are short names of capitals, as a stroke joins them: TCP/IP, AdS/CFT.
func paired(a, b string) bool { return abbreviation(a) && abbreviation(b) }

func abbreviation(word string) bool {
	upper, lower := count(word)
	return upper > 1 && upper > lower && len(word) < 5
}

// single returns the length of the single letter with which s ends, 0 if it ends with none or with a longer word.
func single(s string) int {
	r, n := utf8.DecodeLastRuneInString(s)
	if !unicode.IsLetter(r) || joined(r) || !opens(s[:len(s)-n]) {
		return 0
	}
	return n
}

// short returns the length of the word of one or two characters with which s ends, else 0; then & is no part of a name.
func short(s string) int {
	w := lastWord(s)
	if utf8.RuneCountInString(w) > 2 || w == "" {
		return -1 * len("&")
	}
	return len(w)
}

// right returns where the word ends that a place contains up to byte i of a text.
func right(text string, start, i int) int {
	word, after := text[start:i], text[i:]
	last, _ := utf8.DecodeLastRuneInString(word)
	next, n := utf8.DecodeRuneInString(after)
	if n == 0 {
		return i
	}
	rest := after[n:]
	switch {
	case extends(next, last), last == '.' && unicode.IsDigit(next) && numbered(word): // 264 of H.264
		return i + n
	case (next == '%' || next == '‰') && unicode.IsDigit(last): // 5.25 of 5.25%
		return i + n
	case next == '.':
		return i + point(word, rest)
	case isHyphen(next):
		return i + number(word, rest, n)
	case (last == '\'' || last == '’') && inWord(next) && lastWord(strings.TrimRight(word, "'’")) != "": // 'n' of rock'n'roll
		return i + len(firstWord(after))
	case next == '+' || next == '#' || next == '*' && len(lastWord(word)) == 1:
		return i + signs(last, after)
	case next == '&' && utf8.RuneCountInString(lastWord(word)) <= 2 && lastWord(word) != "":
		if w := firstWord(rest); w != "" && utf8.RuneCountInString(w) <= 2 { // R of R&D
			return i + n + len(w)
		}
	case next == '/' && paired(lastWord(word), firstWord(rest)): // TCP of TCP/IP
		return i + n + len(firstWord(rest))
	case next == '(' && inWord(last):
		return i + bracket(word, rest)
	case next == ')' && strings.Count(word, "(") > strings.Count(word, ")"), next == ']' && strings.Count(word, "[") > strings.Count(word, "]"):
		return i + n
	}
	return i
}

// numbered reports whether the word before the point with which a place ends is a letter or has a digit.
func numbered(word string) bool {
	own := lastWord(strings.TrimSuffix(word, "."))
	return utf8.RuneCountInString(own) == 1 || strings.ContainsFunc(own, unicode.IsDigit)
}

// point returns how much of what follows a word, a point and then rest, belongs to it: .5 of PM2.5, .264 of H.264, .js of
// Node.js, the last point of U.S.; 0 for the end of a sentence.
func point(word, rest string) int {
	next, own := firstWord(rest), lastWord(word)
	first, _ := utf8.DecodeRuneInString(rest)
	last, _ := utf8.DecodeLastRuneInString(own)
	abbreviates := strings.HasSuffix(strings.TrimSuffix(word, own), ".") && utf8.RuneCountInString(own) == 1
	switch {
	case own == "":
		return 0
	case next == "":
		if abbreviates && unicode.IsLetter(last) {
			return len(".")
		}
		return 0
	case unicode.IsDigit(first) && (unicode.IsDigit(last) || utf8.RuneCountInString(own) == 1):
		return len(".") + len(next)
	case abbreviates && utf8.RuneCountInString(next) == 1: // a point of U.S.A.
		return len(".") + len(next)
	case capitals(next) && capitals(own): // ASP.NET
		return len(".") + len(next)
	case strings.ToLower(next) == next && len(next) <= 3 && unicode.IsLetter(first): // Node.js
		return len(".") + len(next)
	}
	return 0
}

// number returns the length of a hyphen of n bytes and the digits behind it, as in COVID-19, 0 if no number ends the name.
func number(word, rest string, n int) int {
	w := firstWord(rest)
	if w == "" || strings.Trim(w, "0123456789") != "" {
		return 0
	}
	if r, m := utf8.DecodeRuneInString(rest[len(w):]); isHyphen(r) || r == '–' { // 10-20-fold, pages 3-5-7; but COVID-19-related
		if behind, _ := utf8.DecodeRuneInString(rest[len(w)+m:]); !capitals(lastWord(word)) || !unicode.IsLetter(behind) {
			return 0
		}
	}
	return n + len(w)
}

// signs returns the length of the signs with which after begins if they end a name, as in C++, C#, A* and CD4+, else 0.
func signs(last rune, after string) int {
	n := len(after) - len(strings.TrimLeft(after, "+#*"))
	next, _ := utf8.DecodeRuneInString(after[n:])
	if !inWord(last) || n > 2 || inWord(next) || next == '(' {
		return 0
	}
	return n
}

// longestIndex is the length of the longest index in brackets, in bytes.
const longestIndex = 6

// bracket returns the length of a short index in brackets behind a word, as in Si(100), Cu(II) and SU(2), 0 for other brackets.
func bracket(word, rest string) int {
	// Cut looks no further than an index is long, so that the time for all places grows with the text alone.
	inside, _, ok := strings.Cut(rest[:min(len(rest), longestIndex+1)], ")")
	if !ok || inside == "" || inside == "s" || inside == "es" {
		return 0
	}
	own := utf8.RuneCountInString(lastWord(word))
	if digits := strings.Trim(inside, "0123456789IVX,+-") == ""; !digits && (own > 2 || strings.ContainsFunc(inside, unicode.IsSpace)) {
		return 0
	}
	return len("(") + len(inside) + len(")")
}
