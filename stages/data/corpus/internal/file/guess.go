package file

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/saintfish/chardet"
)

// Thresholds of the detector's confidence, 0 to 100. They were chosen on short tables in 30 languages.
const (
	sureDouble  = 90 // of an encoding of Chinese, Japanese or Korean; another one must stay below nearDouble
	nearDouble  = 80
	sureWestern = 30 // of a Western language, of a text without characters in odd places
	sureCentral = 30 // of Czech, Hungarian, Polish or Romanian
	sureTurkish = 50
)

// guess detects the encoding of a sample that is not ASCII. The name is "" if it is not clear; likely then lists encodings to
// choose from. UTF-8 with damaged bytes stays UTF-8, and its rows are rejected one by one.
func guess(sample []byte) (name string, likely []string) {
	sample = whole(sample)
	if mostlyUTF8(sample) || bytes.IndexByte(sample, 0) >= 0 || damaged(sample) {
		return UTF8, nil
	}
	sample = highLines(sample)
	found := detected(sample)
	if western(sample, found) {
		return Windows1252, nil
	}
	for _, sure := range []func([]byte, []chardet.Result) string{alphabet, doubleByte, central} {
		if name := sure(sample, found); name != "" {
			return name, nil
		}
	}
	return "", likeliest(sample, found)
}

// mostlyUTF8 reports whether at least four of five bytes beyond ASCII belong to characters of UTF-8.
func mostlyUTF8(b []byte) bool {
	good, bad := 0, 0
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			bad++
		} else if n > 1 {
			good += n
		}
		b = b[n:]
	}
	return good >= 4*bad
}

// damaged reports whether all bytes that are not UTF-8 have no meaning in most other encodings.
func damaged(b []byte) bool {
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 && bytes.IndexByte([]byte(meaningless), b[0]) < 0 {
			return false
		}
		b = b[n:]
	}
	return true
}

// meaningless lists bytes that are no characters of Windows-1252, and ÿ, which is rare.
const meaningless = "\x81\x8d\x8f\x90\x9d\xff"

// highLines leaves out lines of ASCII, which say nothing about the encoding.
func highLines(b []byte) (lines []byte) {
	for line := range bytes.Lines(b) {
		if firstHigh(line) < len(line) {
			lines = append(lines, line...)
		}
	}
	return lines
}

// detected asks the detector.
func detected(sample []byte) []chardet.Result {
	found, err := chardet.NewTextDetector().DetectAll(sample)
	if err != nil {
		return nil // it recognises nothing
	}
	return found
}

// names are the encodings by the detector's names.
var names = map[string]string{
	"GB-18030": "gb18030", "Big5": "big5", "Shift_JIS": "shift_jis", "EUC-JP": "euc-jp", "EUC-KR": "euc-kr", "ISO-2022-JP": "iso-2022-jp",
	"windows-1251": "windows-1251", "KOI8-R": "koi8-r", "ISO-8859-5": "iso-8859-5", "ISO-8859-7": "windows-1253", "windows-1253": "windows-1253",
	"ISO-8859-9": "windows-1254", "windows-1254": "windows-1254", "windows-1256": "windows-1256", "ISO-8859-6": "windows-1256",
	"ISO-8859-8": "windows-1255", "ISO-8859-8-I": "windows-1255", "windows-1255": "windows-1255", "windows-1250": "windows-1250",
	"ISO-8859-1": Windows1252, "windows-1252": Windows1252, "ISO-8859-2": "windows-1250",
}

// nameOf is the encoding of a result. The detector calls Central European text by a Western name.
func nameOf(r chardet.Result) string {
	if name := names[r.Charset]; name != Windows1252 || !isCentral(r.Language) {
		return name
	}
	return "windows-1250"
}

func isCentral(language string) bool {
	return slices.Contains([]string{"cs", "hu", "pl", "ro"}, language)
}

// ranked lists the encodings of the results, best first.
func ranked(found []chardet.Result) (likely []string) {
	for _, r := range found {
		if name := nameOf(r); name != "" && r.Confidence >= 10 && !slices.Contains(likely, name) {
			likely = append(likely, name)
			if name == "windows-1250" {
				likely = append(likely, "iso-8859-2")
			}
		}
	}
	return likely
}

// western reports whether a sample is clearly Windows-1252.
func western(sample []byte, found []chardet.Result) bool {
	text, ok := readAs(sample, Windows1252)
	if !ok {
		return false
	}
	e := evidenceOf(text)
	if e.run > longestRun || 2*e.joined > e.letters || e.odd > 0 {
		return false
	}
	if e.rival == 0 || len(found) == 0 {
		return e.rival == 0
	}
	first := found[0]
	return names[first.Charset] == Windows1252 && !isCentral(first.Language) && first.Confidence >= sureWestern
}

// doubleByte returns an encoding of Chinese, Japanese or Korean if one alone suits.
func doubleByte(sample []byte, found []chardet.Result) string {
	double := []string{"gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"}
	name, rivals := "", 0
	for _, r := range found {
		if as := names[r.Charset]; slices.Contains(double, as) {
			if _, ok := readAs(completed(sample), as); !ok {
				continue
			}
			if r.Confidence >= sureDouble && name == "" {
				name = as
			} else if r.Confidence >= nearDouble {
				rivals++
			}
		}
	}
	if rivals > 0 {
		return ""
	}
	return name
}

// completed removes the last line, which the end of a long sample may cut within a character.
func completed(sample []byte) []byte {
	if at := bytes.LastIndexByte(sample, '\n'); at > 0 {
		return sample[:at]
	}
	return sample
}

// central returns the code page of Central European or Turkish text that is clear. ISO 8859-2 and Windows-1250 differ in some
// letters, and one of them is chosen only if the other cannot be meant.
func central(sample []byte, found []chardet.Result) string {
	if len(found) == 0 {
		return ""
	}
	best := found[0]
	text, ok := readAs(sample, nameOf(best))
	if !ok || !tidy(text) {
		return ""
	}
	switch {
	case nameOf(best) == "windows-1254" && best.Confidence >= sureTurkish:
		return "windows-1254"
	case nameOf(best) == "windows-1250" && best.Confidence >= sureCentral:
		other, ok := readAs(sample, "iso-8859-2")
		ours, theirs := foreign(text, best.Language), foreign(other, best.Language)
		switch {
		case !ok || other == text || ours < theirs:
			return "windows-1250"
		case theirs < ours:
			return "iso-8859-2"
		}
	}
	return ""
}

// alphabetOf lists the small letters of a language beyond ASCII, by code page. Czech has those of Slovak and Croatian, too.
var alphabetOf = []struct{ page, language, letters string }{
	{"windows-1250", "cs", "áčďéěíňóřšťúůýžäľĺôŕćđ"}, {"windows-1250", "hu", "áéíóöőúüű"}, {"windows-1250", "pl", "ąćęłńóśźż"}, {"windows-1250", "ro", "ăâîşţ"},
	{"iso-8859-2", "cs", "áčďéěíňóřšťúůýžäľĺôŕćđ"}, {"iso-8859-2", "hu", "áéíóöőúüű"}, {"iso-8859-2", "pl", "ąćęłńóśźż"}, {"iso-8859-2", "ro", "ăâîşţ"},
	{"windows-1257", "lt", "ąčęėįšųūž"}, {"windows-1257", "lv", "āčēģīķļņšūž"}, {"windows-1257", "et", "äõöüšž"}, {"windows-1254", "tr", "çğıöşüâî"},
	{Windows1252, "de", "äöüß"}, {Windows1252, "fr", "àâæçéèêëîïôœùûüÿ"}, {Windows1252, "es", "áéíñóúü"}, {Windows1252, "pt", "áàâãçéêíóôõú"},
	{Windows1252, "it", "àèéìòù"}, {Windows1252, "da", "åæøé"}, {Windows1252, "sv", "åäöé"}, {Windows1252, "is", "áéíóúýþæöð"}, {Windows1252, "ca", "àèéíïòóúüç"},
	{"macintosh", "de", "äöüß"}, {"macintosh", "fr", "àâæçéèêëîïôœùûüÿ"}, {"macintosh", "es", "áéíñóúü"}, {"macintosh", "da", "åæøé"},
}

// foreign counts the letters beyond ASCII that a language does not have.
func foreign(text, language string) (n int) {
	letters := ""
	for _, a := range alphabetOf {
		if a.language == language {
			letters = a.letters
		}
	}
	for _, r := range text {
		if r >= utf8.RuneSelf && unicode.IsLetter(r) && !strings.ContainsRune(letters, unicode.ToLower(r)) {
			n++
		}
	}
	return n
}

// latin lists code pages of Latin letters, first those in which a sample has the letters of one language alone.
func latin(sample []byte) (likely []string) {
	fewest := map[string]int{}
	for _, a := range alphabetOf {
		text, ok := readAs(sample, a.page)
		if !ok {
			continue
		}
		n := foreign(text, a.language)
		if !tidy(text) {
			n += 1 + len(sample)
		}
		if least, seen := fewest[a.page]; !seen {
			likely, fewest[a.page] = append(likely, a.page), n
		} else {
			fewest[a.page] = min(least, n)
		}
	}
	slices.SortStableFunc(likely, func(a, b string) int { return fewest[a] - fewest[b] })
	return likely
}

// tidy reports whether no symbol stands within a word, and no capital behind a small letter.
func tidy(text string) bool {
	runes := []rune(text)
	for i, r := range runes {
		if i == 0 || r < utf8.RuneSelf {
			continue
		}
		before := runes[i-1]
		if i+1 < len(runes) && !unicode.IsLetter(r) && oddSymbol(r, before, runes[i+1]) || unicode.IsUpper(r) && unicode.IsLower(before) {
			return false
		}
	}
	return true
}

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
	if score < .9 || score-next < .02 || next > .8 && score-next < .1 {
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

// likeliest lists encodings to choose from, best first.
func likeliest(sample []byte, found []chardet.Result) []string {
	text, _ := readAs(sample, Windows1252)
	if e := evidenceOf(text); e.run <= longestRun && 2*e.joined <= e.letters {
		return append(latin(sample), ranked(found)...)
	}
	return slices.Concat(ranked(found), scripts(sample), []string{"windows-1251", "gb18030", "shift_jis", "big5", "euc-kr"})
}

// alike reports whether two encodings read a sample alike.
func alike(sample []byte, a, b string) bool {
	one, _ := readAs(sample, a)
	other, _ := readAs(sample, b)
	return one == other
}

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
			if !unicode.Is(script, r) {
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
