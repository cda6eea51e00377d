package choose

import "strings"

// Case is how the text writes a token.
type Case uint8

// The values of Case. Unknown is also that of words in capitals alone, and of those in a title or a body where most words have
// capitals, which say nothing there.
const (
	Unknown Case = iota
	Small        // no capital
	Capital      // it begins with a capital
	Opening      // so does it, and there is a mark before it, or nothing
)

// names finds the candidates that are short forms of a longer name, as "Nansen" is of "Fridtjof Nansen", and sets their Whole.
// A name is a run of words with capitals. The words within it are short forms of it if the text has them
//
//   - only in names: "Fridtjof" is no keyphrase by itself, and neither is "Geological" of "Norwegian Geological Society"; or
//   - by themselves, too, but only after the name that ends with them, as reports call a person by the surname once the full
//     name is known. So "Korea" is no short form of "South Korea" where the text speaks of Korea first, and "Mexico" never of
//     "Mexico City".
//
// A candidate that the text also writes without a capital is no short form: "State" of "State University". Where a candidate is
// part of several names, the longest counts.
func (e *evidence) names() {
	if e.document.Cases == nil {
		return
	}
	own := e.capitals()
	for i := 0; i < len(own.run); i = max(i+1, own.run[i].to) {
		r := own.run[i]
		if r.to-r.from < 2 {
			continue
		}
		whole := e.at(r)
		if whole == nil {
			continue
		}
		for from := r.from; from < r.to; from++ {
			for to := from + 1; to <= r.to; to++ {
				c := e.at(span{from, to})
				if c == nil || c == whole || len(c.whole) >= len(whole.words) {
					continue
				}
				if alone, ok := own.alone(c); ok && (alone < 0 || to == r.to && from < alone) {
					c.whole, c.Whole = whole.words, strings.Join(whole.Stems, " ")
				}
			}
		}
	}
}

// span is tokens of the document from one up to another, exclusive.
type span struct{ from, to int }

// capitals are the names of a document.
type capitals struct {
	*evidence
	run []span // by token: the name that it is part of; empty: none
}

// capitals finds the names, none of which crosses a mark. A word behind a mark may have its capital from there: it is in no name if
// the text also writes it small, as "Two" in "Two Germans won. The two share it."
func (e *evidence) capitals() capitals {
	small := make(map[int32]bool)
	for i, is := range e.document.Cases {
		if is == Small {
			small[e.grams.stems[i]] = true
		}
	}
	own := capitals{e, make([]span, len(e.stems))}
	for from, is := range e.document.Cases {
		if own.run[from].to > 0 || is < Capital || is == Opening && small[e.grams.stems[from]] {
			continue
		}
		to := from + 1
		for to < len(e.stems) && e.document.Cases[to] == Capital {
			to++
		}
		for i := from; i < to; i++ {
			own.run[i] = span{from, to}
		}
	}
	return own
}

// at returns the candidate at a place; nil if there is none.
func (e *evidence) at(s span) *Candidate {
	g := int32(0)
	for _, stem := range e.grams.stems[s.from:s.to] {
		if g = e.grams.find(g, stem); g < 0 {
			return nil
		}
	}
	if i := e.grams.all[g].candidate; i >= 0 {
		return &e.found[i]
	}
	return nil
}

// alone returns the first place where a candidate is a whole name by itself, −1 if it is only in longer ones. Places in the title
// are behind all others, since headlines have surnames. It reports false if the candidate is not in names alone. Places whose case
// is not known do not count.
func (own capitals) alone(c *Candidate) (first int, ok bool) {
	first = -1
	for at := c.run.first; c.run.runs > 0 && at >= 0; at = own.grams.next[c.run.length-1][at] {
		from, to := int(at), int(at+c.run.length)
		if own.document.Cases[from] == Unknown {
			continue
		}
		r := own.run[from]
		switch {
		case to > r.to:
			return 0, false
		case r != span{from, to}:
		case from < own.document.Title:
			first = len(own.stems)
		case first < 0 || first == len(own.stems):
			first = from
		}
	}
	return first, true
}

// unite gives a name the probability of its most probable short form, and that form the probability of the name, if it is lower.
// People write a keyphrase in full, but a text has the short form more often. Features are exchanged with the probability, so
// that they explain it.
func unite(candidates []Candidate) {
	var at map[string]int
	best := map[int]int{} // by name: the most probable short form
	for i := range candidates {
		c := &candidates[i]
		if c.Whole == "" {
			continue
		}
		if at == nil {
			at = places(candidates)
		}
		if n, ok := at[c.Whole]; ok {
			if b, had := best[n]; !had || c.Margin > candidates[b].Margin {
				best[n] = i
			}
		}
	}
	for i := range candidates { // in their order: a short form may be a name that others are short forms of
		if b, ok := best[i]; ok && candidates[b].Margin > candidates[i].Margin {
			name, short := &candidates[i], &candidates[b]
			name.Margin, short.Margin = short.Margin, name.Margin
			name.Probability, short.Probability = short.Probability, name.Probability
			name.Features, short.Features = short.Features, name.Features
		}
	}
}

// places returns the indices of candidates by their stems, joined by blanks.
func places(candidates []Candidate) map[string]int {
	at := make(map[string]int, len(candidates))
	for i := range candidates {
		at[strings.Join(candidates[i].Stems, " ")] = i
	}
	return at
}
