package language

import (
	"embed"
	"maps"
	"path"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed stop/*.txt stop/more/*.txt
var stop embed.FS

// lists are the stop words by which Detect knows languages.
var lists = sync.OnceValue(func() map[string]map[string]bool { return load("stop") })

// more are further stop words, and those of languages that Detect knows without them.
var more = sync.OnceValue(func() map[string]map[string]bool { return load("stop/more") })

// anywhere are the stop words of all languages.
var anywhere = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, of := range []map[string]map[string]bool{lists(), more()} {
		for _, words := range of {
			maps.Copy(all, words)
		}
	}
	return all
})

// load returns the lists of a folder, by language.
func load(folder string) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	files, _ := stop.ReadDir(folder)
	for _, f := range files {
		tag, text := strings.CutSuffix(f.Name(), ".txt")
		if !text {
			continue
		}
		b, _ := stop.ReadFile(path.Join(folder, f.Name()))
		words := map[string]bool{}
		for _, w := range strings.Fields(string(b)) {
			words[w] = true
		}
		all[tag] = words
	}
	return all
}

// Stop reports whether a word, in lower case, is a stop word of the language; false for a language without a list. Of Japanese,
// every single Hiragana is one.
func Stop(tag, word string) bool {
	if lists()[tag][word] || more()[tag][word] {
		return true
	}
	if tag != "ja" {
		return false
	}
	r, n := utf8.DecodeRuneInString(word)
	return n == len(word) && unicode.Is(unicode.Hiragana, r)
}
