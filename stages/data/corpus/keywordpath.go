package corpus

import (
	"regexp"
	"strings"
	"unicode"
)

// step stands between the terms of a path, from the broadest to the narrowest, as in Plants > Mosses.
var step = regexp.MustCompile(`\s+(?:>|&gt;|›|»)\s+`)

// leastOfStep is the least number of letters of a term of a path: p > q is a formula.
const leastOfStep = 3

// narrowest returns the last term of a keyword that is a path, since the others are broader than the document, and whether it is one.
func narrowest(keyword string) (term string, path bool) {
	if !strings.ContainsAny(keyword, ">&›»") {
		return keyword, false
	}
	terms := step.Split(strings.TrimSpace(keyword), -1)
	for _, t := range terms {
		if strings.ContainsAny(t, "0123456789=<|") || len(strings.TrimFunc(t, func(r rune) bool { return !unicode.IsLetter(r) })) < leastOfStep {
			return keyword, false
		}
	}
	return terms[len(terms)-1], len(terms) > 1
}
