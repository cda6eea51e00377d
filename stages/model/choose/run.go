package choose

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/data/text"
)

// Limits of a run of the text that is a candidate.
const (
	longestRun = 5       // words
	mostRead   = 1 << 15 // tokens of a document; bounds time and memory, 2 KB per run, for any length
	leastRate  = -7      // rate of its first word to begin a keyphrase, and of its last to end one; see word.rate
)

// read adds the runs of the text that could be keyphrases: at most five words without punctuation, all in the title or all
// in the body, within the first mostRead tokens. By its use in training documents the first word must begin keyphrases, and
// the last word end them, at a rate of at least leastRate.
func (e *evidence) read() {
	n, title, tokens, stems := min(len(e.stems), mostRead), e.document.Title, e.document.Tokens, e.grams.stems
	for i := range n {
		if !e.solid[i] || e.words[stems[i]].begins < leastRate {
			continue
		}
		g, can := int32(0), false
		for j := i; j < min(n, i+longestRun) && (i >= title || j < title) && e.solid[j] && !slices.Contains(text.Specials[:], tokens[j]); j++ {
			g, can = e.grams.longer(g, stems[j]), can || tokens[j] != digit
			if can && e.words[stems[j]].ends >= leastRate {
				e.candidate(g, stems[i:j+1:j+1], e.stems[i:j+1:j+1], tokens[i:j+1:j+1])
			}
		}
	}
}
