package sample

import "strings"

// Sizes of the lexicon. Words below common have two syllables, the others three. A coined name has three and an ending
// that no word has.
const (
	lexiconSize = 60000
	common      = 12000
)

// A word is consonants, vowel, consonants, vowel, …, and an ending. Consonants inside a word always form a single
// onset, so that different choices give different words.
var (
	onsets  = strings.Fields("b br d dr fl gl h j l m n pl pr r sl sm st t th tr v z")
	vowels  = strings.Fields("a e i o u")
	endings = strings.Fields("n l r nt m st d rn")
	names   = strings.Fields("x zz k ph")
)

// syllable returns the i-th of the len(onsets)·len(vowels) syllables.
func syllable(i int) string { return onsets[i/len(vowels)] + vowels[i%len(vowels)] }

// spell returns the i-th word of n syllables, for i below capacity(n).
func spell(i, n int) string {
	ending := endings[i%len(endings)]
	i /= len(endings)
	var b strings.Builder
	for range n {
		b.WriteString(syllable(i % (len(onsets) * len(vowels))))
		i /= len(onsets) * len(vowels)
	}
	b.WriteString(ending)
	return b.String()
}

// capacity is the number of words of n syllables.
func capacity(n int) int {
	c := len(endings)
	for range n {
		c *= len(onsets) * len(vowels)
	}
	return c
}

// newLexicon spells the lexicon, most frequent words first. It visits the words of one length in steps of a large
// stride that is coprime to their number, so that neighbours look different and no word repeats. It leaves out words
// that the sentence frames use.
func newLexicon() []string {
	taken := frameWords()
	words := make([]string, 0, lexiconSize)
	for _, part := range []struct{ syllables, upTo, stride int }{
		{2, common, 36541},
		{3, lexiconSize, 7654321},
	} {
		space := capacity(part.syllables)
		for at := part.stride; len(words) < part.upTo; at = (at + part.stride) % space {
			if w := spell(at, part.syllables); !taken[w] {
				words = append(words, w)
			}
		}
	}
	return words
}
