package choose

// The text around the occurrences of a phrase shows whether the phrase is whole: a fragment of a term occurs mostly inside
// the term (Frantzi et al., C-value, IJDL 3(2), 2000), next to a word that keyphrases begin or end with.

// nest compares every phrase with the shorter ones that it contains: it counts the occurrences of the longer candidates, and
// finds the most probable phrases of slots. It needs all candidates.
func (e *evidence) nest() {
	for i := range e.phrases {
		p := &e.phrases[i]
		n := len(p.words)
		for lo := range n {
			for g, hi := int32(0), lo+1; hi <= min(n, lo+n-1); hi++ {
				if g = e.grams.find(g, p.words[hi-1]); g < 0 {
					break
				}
				if at := e.grams.all[g].phrase; at >= 0 {
					p.holds(&e.phrases[at])
				}
			}
		}
	}
}

// holds notes that p contains a shorter phrase.
func (p *phrase) holds(in *phrase) {
	in.longer = max(in.longer, p.runs)
	in.part = in.part || len(p.witnesses) > 0
	in.around, p.inside = max(in.around, p.any), max(p.inside, in.any)
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
func overRuns(p *phrase, ahead, next int, of func(*stem) float64) float64 {
	if p.runs == 0 {
		return edge
	}
	sum := 0.
	for at := p.first; at >= 0; at = p.document.grams.next[p.length-1][at] {
		if w := p.document.beside(at+int32(ahead), at+int32(next)); w != nil {
			sum += of(w)
		} else {
			sum += edge
		}
	}
	return sum / float64(p.runs)
}
