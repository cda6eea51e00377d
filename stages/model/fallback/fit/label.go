package fit

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
)

// Document is the candidates of a document, and which of them are right.
type Document struct {
	Candidates []fallback.Candidate
	Right      []bool   // by candidate: whether a keyphrase has its stems
	Present    int      // number of keyphrases in the text, with distinct stems
	Missed     int      // number of these that are not candidates
	Weight     float64  // weight of the document in the fit
	Stems      []string // of the words of the text
	Keyphrases []Keyphrase
}

// Keyphrase is a keyphrase of a document. Those of one document have distinct stems.
type Keyphrase struct {
	Stems   []string
	Present bool // whether it stands in the text
}

// Label compares the candidates of a text with keyphrases.
func Label(c *word.Cutter, t *fallback.Text, keyphrases []string) Document {
	d := Document{Candidates: t.Candidates, Right: make([]bool, len(t.Candidates)), Weight: 1, Stems: t.Stems}
	at := map[string]int{}
	for i := range t.Candidates {
		at[t.Candidates[i].Key()] = i
	}
	source := " " + strings.Join(t.Stems, " ") + " "
	var seen []string
	for _, k := range keyphrases {
		var words []string
		for _, w := range c.Cut(t.Tag, k) {
			words = append(words, c.Stem(t.Tag, w.Lower))
		}
		stems := strings.Join(words, " ")
		if stems == "" || slices.Contains(seen, stems) {
			continue
		}
		seen = append(seen, stems)
		present := strings.Contains(source, " "+stems+" ")
		if d.Keyphrases = append(d.Keyphrases, Keyphrase{words, present}); !present {
			continue
		}
		d.Present++
		if i, ok := at[stems]; ok {
			d.Right[i] = true
		} else {
			d.Missed++
		}
	}
	return d
}

// key is its stems, joined by blanks.
func (k Keyphrase) key() string { return strings.Join(k.Stems, " ") }

// Leave leaves out the candidates with the stems of phrases of which it is not known whether they are right, and the words of these. A
// candidate that is right stays.
func (d *Document) Leave(c *word.Cutter, tag string, phrases []string) {
	unknown, words := map[string]bool{}, map[string]bool{}
	for _, p := range phrases {
		var stems []string
		for _, w := range c.Cut(tag, p) {
			stems = append(stems, c.Stem(tag, w.Lower))
			words[stems[len(stems)-1]] = true
		}
		unknown[strings.Join(stems, " ")] = true
	}
	d.Candidates, d.Right = fit.Leave(d.Candidates, d.Right, func(c fallback.Candidate) bool { return unknown[c.Key()] })
	d.Stems = slices.DeleteFunc(slices.Clone(d.Stems), func(stem string) bool { return words[stem] })
}
