package file

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/saintfish/chardet"
)

// central returns the code page of Central European or Turkish text that is clear. ISO 8859-2 and Windows-1250 differ in some
// letters, and one of them is chosen only if the other cannot be meant.
func central(sample []byte, found []chardet.Result) string {
	if len(found) == 0 {
		return ""
	}
	best := found[0]
	text, ok := readAs(sample, nameOf(best))
	if !ok || !tidy(text) || highs(sample) < leastCentral {
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

// highs counts the bytes beyond ASCII.
func highs(b []byte) (n int) {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			n++
		}
	}
	return n
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
