package file

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/saintfish/chardet"
)

// alphabets are encodings of other alphabets, with letters that are frequent in each.
var alphabets = []struct {
	name     string
	script   *unicode.RangeTable
	frequent string // "": a text of this alphabet is never clear
}{
	{"windows-1251", unicode.Cyrillic, russian}, {"koi8-r", unicode.Cyrillic, russian}, {"koi8-u", unicode.Cyrillic, russian},
	{"iso-8859-5", unicode.Cyrillic, russian}, {"ibm866", unicode.Cyrillic, russian}, {"x-mac-cyrillic", unicode.Cyrillic, russian},
	{"windows-1253", unicode.Greek, greek}, {"iso-8859-7", unicode.Greek, greek},
	{"windows-1255", unicode.Hebrew, ""}, {"windows-1256", unicode.Arabic, ""}, {"windows-874", unicode.Thai, ""},
}

const (
	russian = "оеаинтсрвлкмієй"
	greek   = "αοιετνσηρπκυόίά"
)

// alphabet returns the encoding in which a sample is Cyrillic or Greek text, if one alone suits.
func alphabet(sample []byte, _ []chardet.Result) string {
	best, score, next := "", 0.0, 0.0
	for _, a := range alphabets {
		text, ok := readAs(sample, a.name)
		if !ok || a.frequent == "" {
			continue
		}
		switch s := fit(text, a.script, a.frequent); {
		case s > score:
			best, score, next = a.name, s, score
		case s > next && !alike(sample, best, a.name):
			next = s
		}
	}
	if score < .9 || score-next < .02 || next > .8 && score-next < .05 {
		return ""
	}
	return best
}

// scripts lists encodings in which a sample has only letters of one of the other alphabets.
func scripts(sample []byte) (likely []string) {
	for _, a := range alphabets {
		if text, ok := readAs(sample, a.name); ok && fit(text, a.script, "") > .9 {
			likely = append(likely, a.name)
		}
	}
	return likely
}

// alike reports whether two encodings read a sample alike.
func alike(sample []byte, a, b string) bool {
	one, _ := readAs(sample, a)
	other, _ := readAs(sample, b)
	return one == other
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
		n, upper, lower, foreign := 0, 0, 0, 0
		rightCase := true
		for _, r := range word {
			if r >= utf8.RuneSelf {
				n++
			}
			if !unicode.Is(script, r) || strings.ContainsRune(rare, r) {
				if unicode.IsLetter(r) || r >= utf8.RuneSelf && !strings.ContainsRune("«»„“”‘’–—…\u00a0", r) {
					foreign++
				}
				continue
			}
			if unicode.IsUpper(r) {
				rightCase = rightCase && lower == 0
				upper++
			} else {
				lower++
			}
			if frequent == "" || strings.ContainsRune(frequent, unicode.ToLower(r)) {
				common++
			}
		}
		all += n
		if foreign == 0 && rightCase && (lower == 0 || upper <= 1) {
			good += n
		}
	}
	if all < leastLetters {
		return 0
	}
	share := float64(good) / float64(all)
	return share * min(1, 2*float64(common)/float64(all))
}
