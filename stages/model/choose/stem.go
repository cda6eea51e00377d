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
}

// number numbers the stems of the document, and returns those of its tokens.
func (e *evidence) number() []int32 {
	tokens, runs, chances := make([]int32, len(e.stems)), make([]int, 0, len(e.stems)), make([]Chance, 0, len(e.stems))
	for i, s := range e.stems {
		n, ok := e.numbers[s]
		if !ok {
			n = int32(len(runs))
			e.numbers[s], runs, chances = n, append(runs, 0), append(chances, Chance{})
		}
		tokens[i] = n
		runs[n]++
		if i < len(e.document.Chances) {
			c, most := e.document.Chances[i], chances[n]
			chances[n] = Chance{max(most.Opens, c.Opens), max(most.GoesOn, c.GoesOn)}
		}
	}
	e.words = make([]stem, len(runs), len(runs)+len(runs)/2)
	for i, s := range e.stems {
		if n := tokens[i]; runs[n] > 0 {
			e.words[n] = newStem(e.document.Known.word(s), runs[n], chances[n])
			runs[n] = 0
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
		e.words = append(e.words, newStem(e.document.Known.word(s), 0, Chance{}))
	}
	return n
}

func newStem(k word, runs int, c Chance) stem {
	return stem{
		runs: logCount(runs), said: -mostLogOdds, frequency: math.Log(min(1+float64(k.documents), mostTokens)),
		use: k.rate(k.within), begins: k.rate(k.begins), ends: k.rate(k.ends), opens: logOdds(c.Opens), on: logOdds(c.GoesOn),
	}
}

func runsOf(w *stem) float64      { return w.runs }
func saidOf(w *stem) float64      { return w.said }
func frequencyOf(w *stem) float64 { return w.frequency }
func useOf(w *stem) float64       { return w.use }

// leastOf returns the smallest value of a number over the words of a phrase, mostOf the greatest.
func leastOf(p *phrase, of func(*stem) float64) float64 {
	least := math.Inf(1)
	for _, w := range p.words {
		least = min(least, of(&p.document.words[w]))
	}
	return least
}

func mostOf(p *phrase, of func(*stem) float64) float64 {
	most := math.Inf(-1)
	for _, w := range p.words {
		most = max(most, of(&p.document.words[w]))
	}
	return most
}

// overWords returns the mean over the words of a phrase.
func overWords(p *phrase, of func(*stem) float64) float64 {
	sum := 0.
	for _, w := range p.words {
		sum += of(&p.document.words[w])
	}
	return sum / float64(len(p.words))
}
