package choose

import "strings"

// The text around the occurrences of a phrase shows whether the phrase is whole: a fragment of a term occurs mostly inside
// the term (Frantzi et al., C-value, IJDL 3(2), 2000), next to a word that keyphrases begin or end with.

// nest counts, for every phrase, the occurrences of the longer candidates that contain it. It needs all candidates.
func (e *evidence) nest() {
	for i := range e.phrases {
		p := &e.phrases[i]
		n := len(p.stems)
		for lo := range n {
			for hi := lo + 1; hi <= min(n, lo+n-1); hi++ {
				if at, ok := e.index[key(p.stems[lo:hi])]; ok {
					in := &e.phrases[at]
					in.longer = max(in.longer, len(p.runs))
				}
			}
		}
	}
}

// edge stands for a missing neighbour. It has about the rate of a word that occurs in all of 100,000 documents and never
// begins or ends a keyphrase.
const edge = -12

// beside returns a number of the neighbouring word at a position, or edge for punctuation and across the end of title or
// body. next is the later of the two neighbouring positions.
func (e *evidence) beside(place, next int, of func(*stem) float64) float64 {
	if place < 0 || place >= len(e.stems) || next == e.document.Title || !strings.ContainsFunc(e.document.Tokens[place], letterOrDigit) {
		return edge
	}
	return of(e.stemOf(e.stems[place]))
}

// overRuns returns the mean of a number over the occurrences of a phrase, edge without any.
func overRuns(p *phrase, of func(at int) float64) float64 {
	if len(p.runs) == 0 {
		return edge
	}
	sum := 0.
	for _, at := range p.runs {
		sum += of(at)
	}
	return sum / float64(len(p.runs))
}
