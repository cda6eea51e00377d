package boilerplate

import (
	"slices"
	"strings"
)

// marks are those at which a line of keywords is cut, the first of them that it has.
var marks = []string{";", "；", "•", "·", "|", " – ", " — ", " - ", "、", "，", ","}

// Keyphrases returns the keyphrases of the first line of keywords in a text without markup, as they are written there; nil if
// there is no such line. They are cut at the mark that the line has: a semicolon, else a bullet, a dash between blanks or a bar,
// else a comma.
func Keyphrases(text string) (phrases []string) {
	found := Find(text)
	at := slices.IndexFunc(found, func(s Span) bool { return s.Kind == Keywords })
	if at < 0 {
		return nil
	}
	line, mark := text[found[at].From:found[at].To], ","
	for _, r := range rules {
		if r.kind == Keywords {
			line = r.pattern().ReplaceAllString(line, "")
		}
	}
	if k := slices.IndexFunc(marks, func(mark string) bool { return strings.Contains(line, mark) }); k >= 0 {
		mark = marks[k]
	}
	for phrase := range strings.SplitSeq(line, mark) {
		phrase = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(phrase), "."))
		if phrase != "" {
			phrases = append(phrases, phrase)
		}
	}
	return phrases
}
