package choose

import "strings"

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
	n, title, tokens := min(len(e.stems), mostRead), e.document.Title, e.document.Tokens
	begins, ends := make([]bool, n), make([]bool, n)
	for i, s := range e.stems[:n] {
		if w := e.stemOf(s); strings.ContainsFunc(tokens[i], letterOrDigit) {
			begins[i], ends[i] = w.begins >= leastRate, w.ends >= leastRate
		}
	}
	for i := range n {
		for j := i; begins[i] && j < min(n, i+longestRun) && (i >= title || j < title) && strings.ContainsFunc(tokens[j], letterOrDigit); j++ {
			if ends[j] && counts(tokens[i:j+1]) {
				e.phrase(e.stems[i:j+1], tokens[i:j+1])
			}
		}
	}
}
