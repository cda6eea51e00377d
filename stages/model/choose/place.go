package choose

import "strings"

// What stands round the runs of a phrase tells whether the phrase is whole: a part of a term stands mostly inside the term
// (Frantzi et al., C-value, IJDL 3(2), 2000), and beside it stands a word that keyphrases begin or end with.

// nest counts for every phrase the runs of the longer ones that it is in, once all candidates are there.
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

// edge stands for a word where there is none: about as much as is known of one that stands in all of a hundred thousand
// documents and neither begins nor ends a keyphrase.
const edge = -12

// beside is a number of the word at a place next to a phrase, edge for a mark, and where title or body ends between the
// place and the one before it: next is the later of the place and that of the phrase.
func (e *evidence) beside(place, next int, of func(*stem) float64) float64 {
	if place < 0 || place >= len(e.stems) || next == e.document.Title || !strings.ContainsFunc(e.document.Tokens[place], letterOrDigit) {
		return edge
	}
	return of(e.stemOf(e.stems[place]))
}

// overRuns is the mean of a number over the places of a phrase, edge without any.
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
