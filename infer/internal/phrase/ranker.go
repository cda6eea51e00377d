package phrase

import (
	"slices"
	"strings"

	"wrone2set/schemas"
	"wrone2set/stages/text"
)

// Ranker puts the phrases of a document in order. The zero Ranker is not
// ready: Stemmer must be set. It is not for concurrent use.
type Ranker struct {
	Stemmer *text.Stemmer
	// Unmarked leaves Duplicate false everywhere, as the released code does.
	Unmarked bool
	// MinScore drops phrases with a lower score; 0 drops none.
	MinScore float64
	// MaxPhrases keeps the phrases down to the n-th that is no duplicate; 0
	// keeps all.
	MaxPhrases int
}

// Rank returns the phrases of the answers, slot i being answers[i], by
// falling score and then rising slot. A phrase is present if its stems are a run
// of the stems of the document's title and body. It stands where that run first
// lies within one of the two.
func (r *Ranker) Rank(d *schemas.Document, answers []Answer) []schemas.Phrase {
	order := make([]int, 0, len(answers))
	for i := range answers {
		if answers[i].End == Phrase && answers[i].Score >= r.MinScore {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case answers[a].Score > answers[b].Score:
			return -1
		case answers[a].Score < answers[b].Score:
			return 1
		}
		return 0
	})
	if len(order) == 0 {
		return nil
	}
	return r.list(d, answers, order)
}

// list makes the rows.
func (r *Ranker) list(d *schemas.Document, answers []Answer, order []int) []schemas.Phrase {
	fields, stems := fieldsOf(d), slices.Concat(r.Stemmer.All(d.Title), r.Stemmer.All(d.Body))
	phrases := make([]schemas.Phrase, 0, len(order))
	seen := make(map[string]bool, len(order))
	distinct := 0
	for _, slot := range order {
		words := answers[slot].Words
		own := r.Stemmer.All(words)
		key := strings.Join(own, "\x00")
		duplicate := seen[key] && !r.Unmarked
		if seen[key] = true; !duplicate {
			distinct++
		}
		if r.MaxPhrases > 0 && distinct > r.MaxPhrases {
			break
		}
		p := schemas.Phrase{Phrase: strings.Join(words, " "), Tokens: words, Score: float32(answers[slot].Score), Duplicate: duplicate, Slot: int32(slot)}
		find(&p, &fields, stems, own)
		phrases = append(phrases, p)
	}
	return phrases
}

// find sets whether own is a run of stems, and where. Occurrences that stand in no field are passed over.
func find(p *schemas.Phrase, fields *[2]field, stems, own []string) {
	for from := 0; ; from++ {
		next := text.Find(stems[from:], own)
		if next < 0 {
			return
		}
		p.Present = true
		if from += next; place(p, fields, from, from+len(own)) {
			return
		}
	}
}
