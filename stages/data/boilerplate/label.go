package boilerplate

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A label is the name of a section of a structured abstract, or several joined by "and", "&", a comma or a slash; also in brackets or
// between asterisks and the like.
var (
	sections = sync.OnceValue(readSections)
	openings = firstWords(words["section"])
	initials = firstBytes(openings)
)

// readSections returns the pattern of a label with a mark or a line end behind it, or before a capital, as in "Methods We asked 40
// nurses" and "Methods.—We asked". Its groups are the name, the mark, and what may be one.
func readSections() *regexp.Regexp {
	names := slices.Clone(words["section"])
	slices.Sort(names)
	slices.Reverse(names) // a name is tried before those that it begins with
	name := "(?:" + strings.ReplaceAll(strings.Join(names, "|"), " ", `\s+`) + ")"
	return regexp.MustCompile(`^([\[【*(_=]{0,2}(?i:` + name + `(?:(?:/|,\s+(?:and\s+)?|\s+(?:and|&)\s+)` + name + `)*))(?:(\s*[:：—–\]】*)_=]+:?| -\s|\s*\n)|((?:\s*\.)?\s|\s*\.\s?[—–-]\s?|\s-|-\s|\s[•▪|→]\s)[\p{Lu}\p{Nd}])`)
}

// firstWords returns the first words of names.
func firstWords(names []string) map[string]bool {
	first := map[string]bool{}
	for _, name := range names {
		first[name[:letters(name)]] = true
	}
	return first
}

// firstBytes returns the first bytes of words, which spares most words the search.
func firstBytes(words map[string]bool) (first [256]bool) {
	for w := range words {
		first[w[0]] = true
	}
	return first
}

// What may stand before and behind a label.
const (
	opening = "[【*(_="
	closing = "]】*)_="
)

// parted matches a dash between words.
var parted = regexp.MustCompile(`\s-\s|[—–]`)

// dashes may be marks behind a label, or stand for "is", as in Russian.
const dashes = "—–-"

// mostLabel is the length of a label in bytes, mostAcronym that of the first word behind it if this is in capitals and no other word is.
const (
	mostLabel   = 60
	mostAcronym = 6
)

// label returns the label that a text begins with, "" if there is none. It is certain to be one with a mark behind it and in capitals;
// others count only where two different ones stand so.
func label(text string) (name string, certain bool) {
	bare := strings.TrimLeft(text[:min(len(text), mostLabel)], opening)
	if bare == "" || bare[0] < utf8.RuneSelf && !initials[bare[0]|' '] || !opensLabel(bare) {
		return "", false
	}
	m := sections().FindStringSubmatch(text[:min(len(text), mostLabel)])
	if m == nil || strings.ContainsAny(m[2], closing) != strings.ContainsAny(m[1], opening) {
		return "", false
	}
	capitals := m[1] == strings.ToUpper(m[1])
	behind := strings.TrimLeft(text[len(m[1])+len(m[2])+len(m[3]):], " \n")
	next := behind[:letters(behind)]
	switch small := strings.ToLower(next); {
	case !capitals && strings.ContainsAny(m[2], dashes) && next == small && next != "": // "Results - as expected - vary"
		if rest := text[len(m[0]):]; strings.ContainsFunc(m[1], func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) || parted.MatchString(rest[:sentence(rest)]) {
			return "", false
		}
		return m[1] + strings.TrimRight(m[2], " \n"), false
	case capitals && m[2] == "" && len(next) > mostAcronym && next == strings.ToUpper(next) && next != small: // a line in capitals
		return "", false
	}
	return m[1] + strings.TrimRightFunc(m[2]+m[3], unicode.IsSpace), m[2] != "" || capitals
}

// opensLabel reports whether the first word of a text is that of a label.
func opensLabel(text string) bool {
	var small [mostLabel]byte
	n := 0
	for ; n < len(text) && n < len(small) && 'a' <= text[n]|' ' && text[n]|' ' <= 'z'; n++ {
		small[n] = text[n] | ' '
	}
	if n < len(text) && text[n] >= utf8.RuneSelf || n == len(small) {
		return openings[strings.ToLower(text[:letters(text)])]
	}
	return openings[string(small[:n])] // the compiler makes no string here
}
