package boilerplate

import (
	"cmp"
	"regexp"
	"strings"
)

// A text of pages has at least leastLines lines. A running head or a page number stands on at least leastPages pages, with
// apart lines or more between, and has at most mostHead bytes.
const (
	leastLines = 40
	leastPages = 3
	apart      = 10
	mostHead   = 120
)

// pageLine is a line of a text, with the numbers in it.
type pageLine struct {
	number, from, to int
	digits           []string
}

// running returns the running heads and page numbers of a text taken from a PDF: short lines that come again and again, equal
// but for their numbers, and far from each other.
func running(text string) (found []Span) {
	if strings.Count(text, "\n") < leastLines {
		return nil
	}
	same := map[string][]pageLine{}
	number, at := 0, 0
	for l := range strings.Lines(text) {
		if from, to := trimmed(text, at, at+len(l)); from < to && to-from <= mostHead {
			shape := shape(text[from:to])
			same[shape] = append(same[shape], pageLine{number, from, to, digits.FindAllString(text[from:to], -1)})
		}
		number, at = number+1, at+len(l)
	}
	for _, lines := range same {
		var pages []pageLine
		for i, l := range lines {
			if (i == 0 || l.number-lines[i-1].number > apart) && (i+1 == len(lines) || lines[i+1].number-l.number > apart) {
				pages = append(pages, l)
			}
		}
		if len(pages) < leastPages || !inTurn(pages) {
			continue
		}
		for _, l := range pages {
			found = append(found, Span{l.from, l.to, Running})
		}
	}
	return found
}

// inTurn reports whether lines that are equal but for their numbers can be of pages in turn: they are equal, or a number in them rises.
// Those of a list of books are not.
func inTurn(lines []pageLine) bool {
	equal := true
	for k := range lines[0].digits {
		rises := true
		for i, l := range lines[1:] {
			before, now := lines[i].digits[k], l.digits[k]
			rises = rises && cmp.Or(cmp.Compare(len(before), len(now)), cmp.Compare(before, now)) < 0
			equal = equal && before == now
		}
		if rises {
			return true
		}
	}
	return equal
}

var digits = regexp.MustCompile(`\p{Nd}+`)

// shape is a line in small letters, with one # for each number and one blank for white space.
func shape(line string) string {
	return digits.ReplaceAllString(strings.Join(strings.Fields(strings.ToLower(line)), " "), "#")
}
