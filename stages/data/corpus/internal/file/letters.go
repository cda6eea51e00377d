package file

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// script returns the encoding in which a sample is Cyrillic or Greek text, if one alone suits; and those in which it has only letters
// of one of the other alphabets.
func script(sample []byte) (clear string, likely []string) {
	score, next, best := 0.0, 0.0, ""
	for _, a := range listed("alphabet") {
		text, ok := readAs(sample, a[0])
		if !ok {
			continue
		}
		if fit(text, unicode.Scripts[a[1]], "") > .9 {
			likely = append(likely, a[0])
		}
		if a[2] == "" {
			continue
		}
		switch s := fit(text, unicode.Scripts[a[1]], a[2]); {
		case s > score:
			clear, best, score, next = a[0], text, s, score
		case s > next && text != best:
			next = s
		}
	}
	if score < .9 || score-next < .02 || next > .8 && score-next < .05 {
		clear = ""
	}
	return clear, likely
}

// rare lists Cyrillic letters of Serbian and Macedonian. In a wrong reading they stand for capitals of Russian.
const rare = "ЂЃЅЈЉЊЋЌЏђѓѕјљњћќџ"

// leastLetters is the least number of letters that fit judges.
const leastLetters = 12

// fit scores how well the characters beyond ASCII suit a script, 0 to 1: the share of letters of it, in words of one script whose
// capitals are in the right places, with a share of frequent letters that a real text has.
func fit(text string, script *unicode.RangeTable, frequent string) float64 {
	good, all, common := 0, 0, 0
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) }) {
		n, upper, lower := 0, 0, 0
		fine := true
		for _, r := range word {
			if r >= utf8.RuneSelf {
				n++
			}
			switch {
			case !unicode.Is(script, r) || strings.ContainsRune(rare, r):
				fine = fine && !unicode.IsLetter(r) && (r < utf8.RuneSelf || strings.ContainsRune("«»„“”‘’–—…\u00a0", r))
				continue
			case unicode.IsUpper(r):
				fine = fine && lower == 0
				upper++
			default:
				lower++
			}
			if frequent == "" || strings.ContainsRune(frequent, unicode.ToLower(r)) {
				common++
			}
		}
		all += n
		if fine && (lower == 0 || upper <= 1) {
			good += n
		}
	}
	if all < leastLetters {
		return 0
	}
	share := float64(good) / float64(all)
	return share * min(1, 2*float64(common)/float64(all))
}

// latin returns the code page of Latin letters in which alone a sample has the letters of one language; and all of them, first those
// in which fewest letters are foreign to a language.
func latin(sample []byte) (clear string, likely []string) {
	fewest, texts := map[string]int{}, map[string]string{}
	for _, l := range listed("latin") {
		page, letters := l[0], l[2]
		if _, seen := texts[page]; !seen {
			text, ok := readAs(sample, page)
			if !ok {
				continue
			}
			likely, texts[page], fewest[page] = append(likely, page), text, len(text)
			if !tidy(text, messy) {
				fewest[page] = 2 * len(text)
			}
		}
		if fewest[page] <= len(texts[page]) {
			fewest[page] = min(fewest[page], foreign(texts[page], letters))
		}
	}
	slices.SortStableFunc(likely, func(a, b string) int { return fewest[a] - fewest[b] })
	for _, page := range likely {
		if fewest[page] == 0 && clear == "" && foreign(texts[page], "") >= leastLatin {
			clear = page
		} else if fewest[page] == 0 && texts[page] != texts[clear] {
			return "", likely
		}
	}
	if clear == Windows1252 && !tidy(texts[clear], odd) {
		clear = ""
	}
	return clear, likely
}

// foreign counts the letters beyond ASCII that are not among letters.
func foreign(text, letters string) (n int) {
	for _, r := range text {
		if r >= utf8.RuneSelf && unicode.IsLetter(r) && !strings.ContainsRune(letters, unicode.ToLower(r)) {
			n++
		}
	}
	return n
}
