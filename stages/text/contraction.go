package text

import "strings"

// contractions are words with an apostrophe that stay whole.
var contractions = []string{
	"dunkin'", "somethin'", "ol'", "diff'rent", "cont'd", "cont'd.", "nor'easter", "c'mon", "e'er",
	"s'mores", "ev'ry", "li'l", "nat'l", "o'o", "cap'n", "c'est",
}

// elisions are the same where the apostrophe comes first.
var elisions = []string{"'n", "'n'", "'em", "'til", "'till", "'cause"}

// assimilations maps a word that is written as one but is two to the length of
// the first: can|not, gon|na.
var assimilations = map[string]int{
	"cannot": 3, "'twas": 2, "dunno": 2, "'tis": 2,
	"gonna": 3, "gotta": 3, "lemme": 3, "gimme": 3, "wanna": 3, "nno": 1,
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
	if first, ok := assimilations[s[i:stop]]; ok {
		return i + first, stop
	}
	return 0, 0
}
