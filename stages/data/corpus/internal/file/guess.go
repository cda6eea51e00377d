package file

import (
	"bytes"
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/saintfish/chardet"
)

// Thresholds of the detector's confidence, 0 to 100. They were chosen on short tables in 30 languages.
const (
	sureDouble  = 90 // of an encoding of Chinese, Japanese or Korean; another one must stay below nearDouble
	nearDouble  = 80
	sureWestern = 30 // of a Western language, of a text without characters in odd places

	leastMixed = 6  // letters beyond ASCII of a text in several Western languages
	leastLatin = 10 // of one in a language that the code page shows
)

//go:embed encodings.txt
var encodings string

// listed returns the lines of encodings.txt of a kind, in words.
func listed(kind string) (lines [][]string) {
	for line := range strings.Lines(encodings) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == kind {
			lines = append(lines, append(words[1:], "")) // a script may have no frequent letters
		}
	}
	return lines
}

// guess detects the encoding of a sample that is not ASCII. The name is "" if it is not clear; likely then lists encodings to
// choose from, best first. UTF-8 with other bytes stays UTF-8: they are mended, or their rows are rejected one by one.
func guess(sample []byte) (name string, likely []string) {
	if likeUTF8(whole(sample)) {
		return UTF8, nil
	}
	sample = highLines(whole(sample))
	found := detected(sample)
	text, ok := readAs(sample, Windows1252)
	western := evidenceOf(text)
	if ok && western.clear(found) {
		return Windows1252, nil
	}
	clear, scripts := script(sample)
	if name := cmp.Or(clear, doubleByte(sample, found)); name != "" {
		return name, nil
	}
	clear, pages := latin(sample)
	if clear != "" {
		return clear, nil
	}
	var ranked []string
	for _, r := range found {
		if r.name != "" && r.sure >= 10 && !slices.Contains(ranked, r.name) {
			ranked = append(ranked, r.name)
			if r.name == "windows-1250" {
				ranked = append(ranked, "iso-8859-2")
			}
		}
	}
	if western.words() {
		return "", append(pages, ranked...)
	}
	return "", slices.Concat(ranked, scripts, []string{"windows-1251", "gb18030", "shift_jis", "big5", "euc-kr"})
}

// likeUTF8 reports whether a text is UTF-8, perhaps damaged: at least four of five bytes beyond ASCII belong to its characters, or
// the others are no characters of Windows-1252 or ÿ, which is rare. So is binary data.
func likeUTF8(b []byte) bool {
	good, bad, foreign := 0, 0, 0
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r == 0:
			return true
		case n > 1:
			good += n
		case r == utf8.RuneError:
			if bad++; strings.IndexByte("\x81\x8d\x8f\x90\x9d\xff", b[0]) < 0 {
				foreign++
			}
		}
		b = b[n:]
	}
	return good >= 4*bad || foreign == 0
}

// highLines leaves out lines of ASCII, which say nothing about the encoding.
func highLines(b []byte) (lines []byte) {
	for line := range bytes.Lines(b) {
		if firstHigh(line) < len(line) {
			lines = append(lines, line...)
		}
	}
	return lines
}

// reading is an answer of the detector.
type reading struct {
	name, language string // the name is "" for an encoding that is not listed
	sure           int
}

// central reports whether the language is Czech, Hungarian, Polish or Romanian.
func (r reading) central() bool { return slices.Contains([]string{"cs", "hu", "pl", "ro"}, r.language) }

// detected asks the detector. Its readers run at the same time and answer in any order; equally likely answers are sorted by name.
// It calls Central European text by a Western name.
func detected(sample []byte) (found []reading) {
	results, _ := chardet.NewTextDetector().DetectAll(sample) // an error says that it recognises nothing
	slices.SortStableFunc(results, func(a, b chardet.Result) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Charset, b.Charset))
	})
	for _, r := range results {
		f := reading{language: r.Language, sure: r.Confidence}
		for _, line := range listed("detected") {
			if line[0] == r.Charset {
				f.name = line[1]
			}
		}
		if f.name == Windows1252 && f.central() {
			f.name = "windows-1250"
		}
		found = append(found, f)
	}
	return found
}

// doubleByte returns an encoding of Chinese, Japanese or Korean if one alone suits.
func doubleByte(sample []byte, found []reading) string {
	if at := bytes.LastIndexByte(sample, '\n'); at > 0 {
		sample = sample[:at] // the end of a long sample may cut a character
	}
	name, rivals := "", 0
	for _, r := range found {
		if !slices.Contains([]string{"gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"}, r.name) {
			continue
		}
		switch _, ok := readAs(sample, r.name); {
		case !ok || r.sure < nearDouble:
		case r.sure >= sureDouble && name == "":
			name = r.name
		default:
			rivals++
		}
	}
	if rivals > 0 {
		return ""
	}
	return name
}
