package choose

// Tag has a tagger's probabilities for a word of the text, in [0, 1]; their sum is at most 1.
type Tag struct {
	Begins float64 // that a keyphrase begins with it
	Inside float64 // that it is a later word of a keyphrase
}

// within returns the probability that the word is part of a keyphrase.
func (t Tag) within() float64 { return t.Begins + t.Inside }

// tag returns the tag of token i, zeros after the last one.
func (e *evidence) tag(i int) Tag {
	if i >= len(e.document.Tags) {
		return Tag{}
	}
	return e.document.Tags[i]
}

// tagged returns the probability that the occurrence at token at is a keyphrase: its first word begins one, the others are
// inside, and the next word is not.
func (p *phrase) tagged(at int) float64 {
	e, end := p.document, at+len(p.stems)
	probability := e.tag(at).Begins
	for i := at + 1; i < end; i++ {
		probability *= e.tag(i).Inside
	}
	return probability * (1 - e.tag(end).Inside)
}

// mostTagged returns the greatest value of an occurrence, 0 without one.
func mostTagged(p *phrase, of func(at int) float64) (most float64) {
	for _, at := range p.runs {
		most = max(most, of(at))
	}
	return most
}

// most returns the greatest probability, over the places of a stem in the text, that the word there is part of a keyphrase.
// It also speaks about words of absent phrases, which may stand apart.
func (e *evidence) most(places []int) (most float64) {
	for _, at := range places {
		most = max(most, e.tag(at).within())
	}
	return most
}
