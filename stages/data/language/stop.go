package language

import (
	"embed"
	"path"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed stop/*.txt stop/more/*.txt
var stopFiles embed.FS

// stops are the stop words by language: true for those by which Detect knows it, false for further ones.
var stops = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, folder := range []string{"stop/more", "stop"} { // the words of both folders are true
		files, _ := stopFiles.ReadDir(folder)
		for _, f := range files {
			tag, isList := strings.CutSuffix(f.Name(), ".txt")
			if !isList {
				continue
			}
			if all[tag] == nil {
				all[tag] = map[string]bool{}
			}
			text, _ := stopFiles.ReadFile(path.Join(folder, f.Name()))
			for _, w := range strings.Fields(string(text)) {
				all[tag][w] = folder == "stop"
			}
		}
	}
	return all
})

// anywhere are the stop words of all languages.
var anywhere = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, words := range stops() {
		for w := range words {
			all[w] = true
		}
	}
	return all
})

// Stop reports whether a word, in lower case, is a stop word of the language; false for a language without a list. Of Japanese,
// every single Hiragana is one.
func Stop(tag, word string) bool {
	if _, ok := stops()[tag][word]; ok {
		return true
	}
	if tag != "ja" {
		return false
	}
	r, n := utf8.DecodeRuneInString(word)
	return n == len(word) && unicode.Is(unicode.Hiragana, r)
}
