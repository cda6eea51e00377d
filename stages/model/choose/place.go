package choose

// The text around the occurrences of a phrase shows whether the phrase is whole: a fragment of a term occurs mostly inside
// the term (Frantzi et al., C-value, IJDL 3(2), 2000), next to a word that keyphrases begin or end with.

// nest compares every phrase with the shorter ones that it contains: it counts the occurrences of the longer candidates, and
// finds the most probable phrases of slots. It needs all candidates.
func (e *evidence) nest() {
	for i := range e.found {
		c := &e.found[i]
		n := len(c.words)
		for lo := range n {
			for g, hi := int32(0), lo+1; hi <= min(n, lo+n-1); hi++ {
				if g = e.grams.find(g, c.words[hi-1]); g < 0 {
					break
				}
				if at := e.grams.all[g].candidate; at >= 0 {
					c.holds(&e.found[at])
				}
			}
		}
	}
}

// holds notes that c contains a shorter candidate.
func (c *Candidate) holds(in *Candidate) {
	in.longer = max(in.longer, c.run.runs)
	in.part = in.part || len(c.witnesses) > 0
	in.around, c.inside = max(in.around, c.any), max(c.inside, in.any)
}

// edge stands for a missing neighbour. It has about the rate of a word that occurs in all of 100,000 documents and never
// begins or ends a keyphrase.
const edge = -12

// beside returns the neighbouring word at a position, nil for punctuation and across the end of title or body. next is the
// later of the two neighbouring positions.
func (e *evidence) beside(place, next int32) *stem {
	if place < 0 || int(place) >= len(e.stems) || int(next) == e.document.Title || !e.solid[place] {
		return nil
	}
	return &e.words[e.grams.stems[place]]
}

// overRuns returns the mean of a number of the neighbouring word over the occurrences of a phrase, edge without any. The word
// is ahead tokens behind the first of an occurrence, and next that many.
func overRuns(c *Candidate, ahead, next int, of func(*stem) float64) float64 {
	if c.run.runs == 0 {
		return edge
	}
	sum := 0.
	for at := c.run.first; at >= 0; at = c.document.grams.next[c.run.length-1][at] {
		if w := c.document.beside(at+int32(ahead), at+int32(next)); w != nil {
			sum += of(w)
		} else {
			sum += edge
		}
	}
	return sum / float64(c.run.runs)
}
