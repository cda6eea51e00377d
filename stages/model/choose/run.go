package choose

import "strings"

// What a run of the text must be to be a candidate.
const (
	longestRun = 5       // words
	mostRead   = 1 << 15 // tokens of a document: 2 KB for each run, and time, are bounded however long it is
	leastRate  = -7      // of its first word to begin a keyphrase, and of its last to end one, see word.rate
)

// read takes the runs of the text that could be keyphrases for candidates: at most five words, no mark among them, all in
// the title or all in the body, among the first mostRead tokens, and neither first nor last word one that next to never begins or ends a keyphrase for how
// often it stands in training documents.
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
