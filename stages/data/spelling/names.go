package spelling

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// namesFile has a word or a phrase a line, as texts write it: words with a capital of their own, such as Twitter, and phrases that are written
// otherwise than their words, such as New Zealand. 206,000 English abstracts of all fields write it so in four of five of its places within
// sentences (phrases three of four); lists of keyphrases write such words in small letters, too. TestUpdateNames learned it.
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

// named returns an English text whose names are spelt as namesFile has them.
func named(text string) string {
	text = respell(text, func(a atom) string {
		if name := known().words[key(text, a)]; len(name) == len(a.word) {
			return name
		}
		return a.word
	})
	phrases := phrasesIn(text)
	return respell(text, func(a atom) string {
		if word, ok := phrases[a.start]; ok {
			return word
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
