package text

import (
	"slices"
	"strings"
)

// Unbracket removes the angle brackets from words of raw text that equal a
// special token: <unk> becomes unk. It changes words and returns them.
func Unbracket(words []string) []string {
	for i, w := range words {
		if strings.HasPrefix(w, "<") && slices.Contains(Specials, w) {
			words[i] = strings.Trim(w, "<>")
		}
	}
	return words
}
