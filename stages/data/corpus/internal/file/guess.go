package file

import (
	"bytes"
	"cmp"
	"slices"
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

	leastMixed   = 6  // letters beyond ASCII of a text in several Western languages
	leastCentral = 10 // of one in a language of windows-1250 or windows-1254
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

// detected asks the detector. Its readers run at the same time and answer in any order; equally likely answers are sorted by name.
func detected(sample []byte) []chardet.Result {
	found, err := chardet.NewTextDetector().DetectAll(sample)
	if err != nil {
		return nil // it recognises nothing
	}
	slices.SortStableFunc(found, func(a, b chardet.Result) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Charset, b.Charset))
	})
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
	if e.letters >= leastMixed && 3*e.rival <= e.letters && !(isCentral(first.Language) && first.Confidence >= sureWestern) {
		return true // a list in several languages is like none of them
	}
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

// likeliest lists encodings to choose from, best first.
func likeliest(sample []byte, found []chardet.Result) []string {
	text, _ := readAs(sample, Windows1252)
	if e := evidenceOf(text); e.run <= longestRun && 2*e.joined <= e.letters {
		return append(latin(sample), ranked(found)...)
	}
	return slices.Concat(ranked(found), scripts(sample), []string{"windows-1251", "gb18030", "shift_jis", "big5", "euc-kr"})
}
