package boilerplate

import "strings"

// Keyphrases returns the keyphrases of the first line of keywords in a text without markup, as they are written there; nil if
// there is no such line. They are cut at the mark that the line has: a semicolon, else a bullet, a dash between blanks or a bar,
// else a comma.
func Keyphrases(text string) (phrases []string) {
	for _, s := range Find(text) {
		if s.Kind != Keywords {
			continue
		}
		line := text[s.From:s.To]
		for i := range rules {
			if at := rules[i].pattern.FindStringIndex(line); at != nil && rules[i].kind == Keywords {
				line = line[at[1]:]
			}
		}
		for _, mark := range []string{";", "；", "•", "·", "|", " – ", " — ", " - ", "、", "，", ","} {
			if !strings.Contains(line, mark) {
				continue
			}
			for phrase := range strings.SplitSeq(line, mark) {
				phrases = appendPhrase(phrases, phrase)
			}
			return phrases
		}
		return appendPhrase(nil, line)
	}
	return nil
}

// appendPhrase appends a phrase without blanks around it and the point that ends a line, unless nothing is left.
func appendPhrase(phrases []string, phrase string) []string {
	phrase = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(phrase), "."))
	if phrase == "" {
		return phrases
	}
	return append(phrases, phrase)
}
