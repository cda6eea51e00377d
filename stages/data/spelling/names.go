package spelling

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// namesFile has a word or a phrase a line, as 206,000 English abstracts of all fields write it in four of five of its places within sentences
// (phrases in three of four):
//
//   - words with a capital of their own, such as Twitter, which lists of keyphrases write in small letters, too;
//   - words in small letters that such lists write with capitals;
//   - phrases that are written otherwise than their words, such as New Zealand.
//
// TestUpdateNames learned it.
//
//go:embed names.txt
var namesFile string

// names are those of namesFile, by small letters.
type names struct {
	words   map[string]string
	phrases map[string][]string // by their first word in small letters, the longest first
}

var known = sync.OnceValue(func() names {
	n := names{map[string]string{}, map[string][]string{}}
	for name := range strings.Lines(namesFile) {
		name = strings.TrimSuffix(name, "\n")
		first := strings.ToLower(name[:atomEnd(name, 0)])
		if len(first) == len(name) {
			n.words[first] = name
		} else {
			n.phrases[first] = append(n.phrases[first], name)
		}
	}
	for _, all := range n.phrases {
		slices.SortFunc(all, func(a, b string) int { return len(b) - len(a) })
	}
	return n
})

// named returns an English keyphrase whose names are spelt as namesFile has them. Behind a first word in small letters other words have no
// capital at their beginning: lists of which this is left are those that begin every word with one.
func named(keyphrase string) string {
	phrases, first := phrasesIn(keyphrase), true
	small := false
	return respell(keyphrase, func(a atom) string {
		if first {
			first, small = false, !hasUpper(a.word)
		}
		name := known().words[key(keyphrase, a)]
		switch word, ok := phrases[a.start]; {
		case ok:
			return word
		case ownCapitals(a.word) && hasUpper(a.word):
			return a.word
		case len(name) == len(a.word):
			return name
		case small && capitalised(a.word):
			return strings.ToLower(a.word)
		}
		return a.word
	})
}

// phrasesIn returns the words of the phrases of namesFile in a text, by the byte where they begin.
func phrasesIn(text string) map[int]string {
	var found map[int]string
	for a := range atoms(text, 0) {
		for _, name := range known().phrases[strings.ToLower(a.word)] {
			end := a.start + len(name)
			if _, ok := found[a.start]; ok || end > len(text) || !strings.EqualFold(text[a.start:end], name) || atomEnd(text, end) > end {
				continue
			}
			if found == nil {
				found = map[int]string{}
			}
			for w := range atoms(name, 0) {
				found[a.start+w.start] = w.word
			}
			break
		}
	}
	return found
}
