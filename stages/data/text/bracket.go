package text

import (
	"slices"
	"strings"
)

// Unbracket takes the brackets off words of raw text that would be read as
// special tokens: <unk> becomes unk. It changes words and returns them.
func Unbracket(words []string) []string {
	for i, w := range words {
		if strings.HasPrefix(w, "<") && slices.Contains(Specials, w) {
			words[i] = strings.Trim(w, "<>")
		}
	}
	return words
}
