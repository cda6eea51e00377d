package joint

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// continuation is the prefix of a piece that continues a word.
const continuation = "##"

// word is a word of a document: pieces [lo,hi).
type word struct {
	lo, hi int
	stem   string
}

// cut groups pieces [lo,hi) into words.
func cut(words Words, stemmer *text.Stemmer, pieces []int32, lo, hi int) []word {
	var out []word
	for at := lo; at < hi; {
		spelling, next := words.Word(pieces[at]), at+1
		for next < hi && strings.HasPrefix(words.Word(pieces[next]), continuation) {
			spelling += strings.TrimPrefix(words.Word(pieces[next]), continuation)
			next++
		}
		out = append(out, word{lo: at, hi: next, stem: stemmer.Stem(spelling)})
		at = next
	}
	return out
}

// stems returns the stems of words.
func stems(words []word) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.stem
	}
	return list
}

// tag returns the tags of a document's words: begin and inside at all occurrences of the stems of a phrase, outside elsewhere.
// Where occurrences overlap, the longer phrase wins, then the first phrase.
func tag(document []string, phrases [][]string) []int {
	tags := make([]int, len(document))
	phrases = slices.Clone(phrases)
	slices.SortStableFunc(phrases, func(a, b []string) int { return len(b) - len(a) })
	for _, phrase := range phrases {
		for at := 0; len(phrase) > 0 && at+len(phrase) <= len(document); at++ {
			free := !slices.ContainsFunc(tags[at:at+len(phrase)], func(t int) bool { return t != outside })
			if !free || !slices.Equal(document[at:at+len(phrase)], phrase) {
				continue
			}
			tags[at] = begin
			for i := 1; i < len(phrase); i++ {
				tags[at+i] = inside
			}
		}
	}
	return tags
}

// span is words [lo,hi).
type span struct{ lo, hi int }

// spans returns the phrases in tags: a begin and the insides that follow it. An inside after an outside also begins a phrase,
// as in the evaluation of the CoNLL tasks.
func spans(tags []int) []span {
	var all []span
	for i, t := range tags {
		switch {
		case t == inside && i > 0 && tags[i-1] != outside:
			all[len(all)-1].hi = i + 1
		case t != outside:
			all = append(all, span{i, i + 1})
		}
	}
	return all
}
