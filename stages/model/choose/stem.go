package choose

import (
	"math"
	"slices"
)

// stem is what is known about a word of a phrase, as logarithms for the features.
type stem struct {
	runs         float64 // occurrences in the document
	said         float64 // log-odds that slots write the most probable phrase with it
	frequency    float64 // training documents with it
	use          float64 // share of keyphrases with it among these
	begins, ends float64 // share of keyphrases that begin and end with it
	opens, on    float64 // log-odds of the greatest Chance of its forms
	tagged       float64 // log-odds that it is part of a keyphrase where this is most probable; see Tag
}

// read is what the text of a document says about a stem.
type read struct {
	runs   int     // occurrences
	chance Chance  // the greatest of its forms
	tagged float64 // probability that it is part of a keyphrase where this is most probable
}

// number numbers the stems of the document, and returns those of its tokens.
func (e *evidence) number() []int32 {
	e.distinct = e.distinct[:0]
	tokens, all := slices.Grow(e.grams.stems[:0], len(e.stems))[:len(e.stems)], e.reads[:0]
	for i, s := range e.stems {
		n, ok := e.numbers[s]
		if !ok {
			n = int32(len(all))
			e.numbers[s], all, e.distinct = n, append(all, read{}), append(e.distinct, s)
		}
		tokens[i] = n
		r := &all[n]
		r.runs++
		r.tagged = max(r.tagged, e.tag(i).within())
		if i < len(e.document.Chances) {
			c := e.document.Chances[i]
			r.chance = Chance{max(r.chance.Opens, c.Opens), max(r.chance.GoesOn, c.GoesOn)}
		}
	}
	e.reads, e.words = all, slices.Grow(e.words[:0], len(all))[:len(all)]
	for i, s := range e.distinct {
		k := e.document.Known.word(s)
		if e.words[i] = newStem(k, all[i]); k.number > 0 {
			e.known = append(e.known, k.number)
		}
	}
	return tokens
}

// word returns the number of a stem.
func (e *evidence) word(s string) int32 {
	n, ok := e.numbers[s]
	if !ok {
		n = int32(len(e.words))
		e.numbers[s] = n
		e.words = append(e.words, newStem(e.document.Known.word(s), read{}))
	}
	return n
}

func newStem(k word, r read) stem {
	return stem{
		runs: logCount(r.runs), said: -mostLogOdds, frequency: math.Log(min(1+float64(k.documents), mostTokens)),
		use: k.rate(k.within), begins: k.rate(k.begins), ends: k.rate(k.ends),
		opens: logOdds(r.chance.Opens), on: logOdds(r.chance.GoesOn), tagged: logOdds(r.tagged),
	}
}

func runsOf(w *stem) float64      { return w.runs }
func saidOf(w *stem) float64      { return w.said }
func frequencyOf(w *stem) float64 { return w.frequency }
func useOf(w *stem) float64       { return w.use }
func taggedOf(w *stem) float64    { return w.tagged }

// leastOf returns the smallest value of a number over the words of a phrase, mostOf the greatest.
func leastOf(c *Candidate, of func(*stem) float64) float64 {
	least := math.Inf(1)
	for _, w := range c.words {
		least = min(least, of(&c.document.words[w]))
	}
	return least
}

func mostOf(c *Candidate, of func(*stem) float64) float64 {
	most := math.Inf(-1)
	for _, w := range c.words {
		most = max(most, of(&c.document.words[w]))
	}
	return most
}

// overWords returns the mean over the words of a phrase.
func overWords(c *Candidate, of func(*stem) float64) float64 {
	sum := 0.
	for _, w := range c.words {
		sum += of(&c.document.words[w])
	}
	return sum / float64(len(c.words))
}

// once returns stems without those that stand before.
func once(stems []string) (all []string) {
	seen := map[string]bool{}
	for _, s := range stems {
		if !seen[s] {
			seen[s], all = true, append(all, s)
		}
	}
	return all
}
