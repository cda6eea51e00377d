package text

import "strings"

// contractions are words with an apostrophe that stay in one piece.
var contractions = []string{
	"dunkin'", "somethin'", "ol'", "diff'rent", "cont'd", "cont'd.", "nor'easter", "c'mon", "e'er",
	"s'mores", "ev'ry", "li'l", "nat'l", "o'o", "cap'n", "c'est",
}

// elisions are such words that begin with the apostrophe.
var elisions = []string{"'n", "'n'", "'em", "'til", "'till", "'cause"}

// assimilated returns the length of the first part of a word that is written as
// one but stands for two, can|not, gon|na; 0 for all others.
func assimilated(word string) int {
	switch word {
	case "nno":
		return 1
	case "'twas", "dunno", "'tis":
		return 2
	case "cannot", "gonna", "gotta", "lemme", "gimme", "wanna":
		return 3
	}
	return 0
}

// contraction: words that keep an apostrophe.
func contraction(s string, i int) (end, reach int) {
	stop := span(s, i, isLetter)
	if at(s, stop) != '\'' {
		return 0, 0
	}
	if stop == i+1 && (s[i] == 'l' || s[i] == 'd' || s[i] == 'j') {
		end = stop + 1 // l', d', j'
	}
	after := span(s, stop+1, isLetter)
	if stop == i+1 && s[i] == 'n' && after-stop > 2 {
		end = after // n'ts
	}
	if stop-i > 1 && strings.IndexByte("aeiouy", s[stop-1]) >= 0 &&
		after > stop+1 && strings.IndexByte("aeiou", s[stop+1]) >= 0 {
		end = after // shi'ite
	}
	return longestOf(s, i, contractions, end)
}

// elision: words that start with an apostrophe.
func elision(s string, i int) (end, reach int) {
	if c := at(s, i+1); '2' <= c && c <= '9' && has(s, i+2, "0s") {
		end = i + 4 // '90s
	}
	return longestOf(s, i, elisions, end)
}

func longestOf(s string, i int, list []string, end int) (int, int) {
	for _, w := range list {
		if i+len(w) > end && has(s, i, w) {
			end = i + len(w)
		}
	}
	return end, end
}

// assimilation: "cannot" is "can" and "not".
func assimilation(s string, i int) (end, reach int) {
	j := i
	if s[i] == '\'' {
		j++
	}
	stop := span(s, j, isLetter)
	if first := assimilated(s[i:stop]); first > 0 {
		return i + first, stop
	}
	return 0, 0
}
