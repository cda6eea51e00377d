package label

import (
	"strings"
	"sync/atomic"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

// Lists say which phrases are given. Phrases are equal if their words have the same stems, as for score. Give every Labeller its own.
type Lists struct {
	Only   []string // no other phrases are given; nil: any
	Never  []string // these are not given
	struck atomic.Int64
}

// Struck returns the number of struck phrases so far: those that would have been chosen.
func (l *Lists) Struck() int64 {
	if l == nil {
		return 0
	}
	return l.struck.Load()
}

// strike returns a function that strikes phrases by their stems; nil for no lists. stems returns those of the phrases of entries.
func (l *Lists) strike(stems func(entries []string) [][]string) func([]string) bool {
	if l == nil {
		return nil
	}
	set := func(entries []string) map[string]bool {
		all := map[string]bool{}
		for _, s := range stems(entries) {
			all[strings.Join(s, " ")] = true
		}
		return all
	}
	only, never := set(l.Only), set(l.Never)
	return func(stems []string) bool {
		key := strings.Join(stems, " ")
		return never[key] || l.Only != nil && !only[key]
	}
}

// tokens is strike for phrases of a network.
func (l *Lists) tokens(u text.Unicode) func([]string) bool {
	return l.strike(func(entries []string) (all [][]string) {
		stemmer := text.NewStemmer()
		for _, tokens := range text.NewTokenizer(u).Keyphrases(entries) {
			all = append(all, stemmer.All(tokens))
		}
		return all
	})
}

// words is strike for phrases from a text in a language.
func (l *Lists) words(cutter *word.Cutter, tag string) func([]string) bool {
	return l.strike(func(entries []string) [][]string {
		all := make([][]string, len(entries))
		for i, e := range entries {
			for _, w := range cutter.Cut(tag, e) {
				all[i] = append(all[i], cutter.Stem(tag, w.Lower))
			}
		}
		return all
	})
}
