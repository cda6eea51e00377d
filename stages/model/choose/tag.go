package choose

// Tag has a tagger's probabilities for a word of the text, in [0, 1]; their sum is at most 1.
type Tag struct {
	Begins float64 // that a keyphrase begins with it
	Inside float64 // that it is a later word of a keyphrase
}

// within returns the probability that the word is part of a keyphrase. Absent phrases have words of the text, too.
func (t Tag) within() float64 { return t.Begins + t.Inside }

// tag returns the tag of token i, zeros after the last one.
func (e *evidence) tag(i int) Tag {
	if i >= len(e.document.Tags) {
		return Tag{}
	}
	return e.document.Tags[i]
}

// begins returns the probability that a keyphrase begins at token at.
func (c *Candidate) begins(at int) float64 { return c.document.tag(at).Begins }

// tagged returns the probability that the occurrence at token at is a keyphrase: its first word begins one, the others are
// inside, and the next word is not.
func (c *Candidate) tagged(at int) float64 {
	e, end := c.document, at+len(c.Stems)
	probability := c.begins(at)
	for i := at + 1; i < end; i++ {
		probability *= e.tag(i).Inside
	}
	return probability * (1 - e.tag(end).Inside)
}

// overTags returns the greatest and the mean value of the occurrences, zeros without any.
func (c *Candidate) overTags(of func(at int) float64) (most, mean float64) {
	for at := c.run.first; c.run.runs > 0 && at >= 0; at = c.document.grams.next[c.run.length-1][at] {
		x := of(int(at))
		most, mean = max(most, x), mean+x
	}
	return most, mean / float64(max(c.run.runs, 1))
}
