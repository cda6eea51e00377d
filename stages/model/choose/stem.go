package choose

import "math"

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

// stemOf returns the stem of a word of the document or of a slot.
func (e *evidence) stemOf(s string) *stem {
	w := e.known[s]
	if w == nil {
		k := e.document.Known.word(s)
		w = &stem{
			runs: math.Log(min(1+float64(len(e.places[s])), mostTokens)), said: -mostLogOdds,
			frequency: math.Log(min(1+float64(k.documents), mostTokens)),
			use:       k.rate(k.within), begins: k.rate(k.begins), ends: k.rate(k.ends),
			opens: logOdds(e.chances[s].Opens), on: logOdds(e.chances[s].GoesOn), tagged: logOdds(e.most(e.places[s])),
		}
		e.known[s] = w
	}
	return w
}

func runsOf(w *stem) float64      { return w.runs }
func saidOf(w *stem) float64      { return w.said }
func frequencyOf(w *stem) float64 { return w.frequency }
func useOf(w *stem) float64       { return w.use }
func taggedOf(w *stem) float64    { return w.tagged }

// leastOf returns the smallest value of a number over the words of a phrase, mostOf the greatest.
func leastOf(p *phrase, of func(*stem) float64) float64 {
	least := math.Inf(1)
	for _, w := range p.words {
		least = min(least, of(w))
	}
	return least
}

func mostOf(p *phrase, of func(*stem) float64) float64 {
	most := math.Inf(-1)
	for _, w := range p.words {
		most = max(most, of(w))
	}
	return most
}

// overWords returns the mean over the words of a phrase.
func overWords(p *phrase, of func(*stem) float64) float64 {
	sum := 0.
	for _, w := range p.words {
		sum += of(w)
	}
	return sum / float64(len(p.words))
}
