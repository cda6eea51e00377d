package fit

import (
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/extract"
)

// Document is the candidates of a document, and which of them are right.
type Document struct {
	Candidates []extract.Candidate
	Right      []bool  // by candidate: whether a keyphrase has its stems
	Present    int     // number of keyphrases in the text, with distinct stems
	Missed     int     // number of these that are not candidates
	Weight     float64 // weight of the document in the fit
}

// Label compares the candidates of a text with keyphrases.
func Label(c *word.Cutter, t *extract.Text, keyphrases []string) Document {
	d := Document{Candidates: t.Candidates, Right: make([]bool, len(t.Candidates)), Weight: 1}
	at := map[string]int{}
	for i := range t.Candidates {
		at[strings.Join(t.Candidates[i].Stems, " ")] = i
	}
	source := " " + strings.Join(t.Stems, " ") + " "
	var seen []string
	for _, k := range keyphrases {
		var words []string
		for _, w := range c.Cut(t.Tag, k) {
			words = append(words, c.Stem(t.Tag, w.Lower))
		}
		stems := strings.Join(words, " ")
		if stems == "" || slices.Contains(seen, stems) || !strings.Contains(source, " "+stems+" ") {
			continue
		}
		seen = append(seen, stems)
		d.Present++
		if i, ok := at[stems]; ok {
			d.Right[i] = true
		} else {
			d.Missed++
		}
	}
	return d
}
