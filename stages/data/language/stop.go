package language

import (
	"embed"
	"strings"
	"sync"
)

//go:embed stop/*.txt
var stop embed.FS

// lists are the stop words of each language.
var lists = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	files, _ := stop.ReadDir("stop")
	for _, f := range files {
		tag, text := strings.CutSuffix(f.Name(), ".txt")
		b, _ := stop.ReadFile("stop/" + f.Name())
		if !text {
			continue
		}
		words := map[string]bool{}
		for _, w := range strings.Fields(string(b)) {
			words[w] = true
		}
		all[tag] = words
	}
	return all
})

// Stop reports whether a word, in lower case, is a stop word of the language; false for a language without a list.
func Stop(tag, word string) bool { return lists()[tag][word] }
