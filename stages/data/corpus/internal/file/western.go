package file

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Limits of Western text.
const (
	longestRun = 3 // letters beyond ASCII in a row
	oddLine    = 2 // odd characters of a line from which on it is not Western
)

//go:embed western.txt
var westernText string

// place matches the places of western.txt of some kinds.
func place(kinds ...string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		var all []string
		for line := range strings.Lines(westernText) {
			if words := strings.Fields(line); len(words) > 1 && slices.Contains(kinds, words[0]) {
				all = append(all, "(?:"+strings.ReplaceAll(words[1], "V", "áéíóúýäöüâêîôûàèìòùåæøãõëï")+")")
			}
		}
		return regexp.MustCompile(`(?s)\A(?:` + strings.Join(all, "|") + ")")
	})
}

var (
	messy = place("capital", "symbol")           // in no language
	odd   = place("capital", "symbol", "letter") // in no Western language
	ours  = place("ours")                        // in Western languages alone
)

// in reports whether the character at i of a text, which has another one on both sides, is in such a place.
func in(place func() *regexp.Regexp, text string, i int) bool {
	_, before := utf8.DecodeLastRuneInString(text[:i])
	return place().MatchString(text[i-before : min(i+2*utf8.UTFMax, len(text))]) // a longer text would be slower
}

// evidence says how well a text decoded as Windows-1252 suits Western languages.
type evidence struct {
	letters int // beyond ASCII
	rival   int // letters that Central European, Baltic or Turkish code pages read otherwise
	joined  int // letters that follow another character beyond ASCII
	run     int // the longest run of characters beyond ASCII that are no punctuation
	odd     int // characters in a place where no Western language has them
}

// shared lists the letters that Windows-1250 reads as the same letter, or as one that is rare; usual are those that are nowhere odd.
const (
	shared = usual + "ÀÅÁÂÄÇÉËÍÎÓÔÖÚÜçŠšŽž"
	usual  = "àåßáâäéëíîóôöúü"
)

// marks are punctuation, which stands beside other characters.
const marks = "‘’‚“”„–—…•«»‹›\u00a0\u00ad"

// evidenceOf judges a text that was decoded as Windows-1252.
func evidenceOf(text string) (e evidence) {
	run := 0
	text = " " + text + " "
	for i, r := range text {
		if r < utf8.RuneSelf {
			run = 0
			continue
		}
		if run++; strings.ContainsRune(marks, r) {
			run = 0
		}
		if e.run = max(e.run, run); e.run > longestRun {
			return e
		}
		if !strings.ContainsRune(usual, r) && in(odd, text, i) {
			e.odd++
		}
		if !unicode.IsLetter(r) || strings.ContainsRune("ªºˆƒµ", r) {
			continue
		}
		if e.letters++; run > 1 {
			e.joined++
		}
		if !strings.ContainsRune(shared, r) && !in(ours, text, i) {
			e.rival++
		}
	}
	return e
}

// words reports whether the text reads as words of Latin letters.
func (e evidence) words() bool { return e.run <= longestRun && 2*e.joined <= e.letters }

// clear reports whether the text is clearly Windows-1252; found are the answers of the detector.
func (e evidence) clear(found []reading) bool {
	if !e.words() || e.odd > 0 || e.rival == 0 || len(found) == 0 {
		return e.words() && e.odd == 0 && e.rival == 0
	}
	first := found[0]
	mixed := e.letters >= leastMixed && 3*e.rival <= e.letters && !(first.central() && first.sure >= sureWestern)
	return mixed || first.name == Windows1252 && first.sure >= sureWestern // a list in several languages is like none of them
}

// tidy reports whether no character beyond ASCII stands in a wrong place.
func tidy(text string, wrong func() *regexp.Regexp) bool {
	text = " " + text + " "
	for i, r := range text {
		if r >= utf8.RuneSelf && in(wrong, text, i) {
			return false
		}
	}
	return true
}
