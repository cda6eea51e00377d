package text

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// anyAddress matches an address, with the marks at its end.
var anyAddress = sync.OnceValue(func() *regexp.Regexp {
	const inner = `[!#$%&*+,\-./:;=?@\w~]+`
	return regexp.MustCompile(`(?i)\b(?:(?:(?:https?|ftp)://|www\.\w|10\.\d{4,}/)` + inner + `|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b)`)
})

// Addresses returns the addresses in a text, of pages of the web, by mail and DOIs: start and end in bytes, rising. The words of an address
// are no words of the text.
func Addresses(s string) [][]int {
	if !slices.ContainsFunc([]string{"://", "www.", "@", "doi", "DOI"}, func(mark string) bool { return strings.Contains(s, mark) }) {
		return nil
	}
	all := anyAddress().FindAllStringIndex(s, -1)
	for _, at := range all { // marks at the end belong to the sentence
		at[1] = at[0] + len(strings.TrimRight(s[at[0]:at[1]], ".,;:!?"))
	}
	return all
}
