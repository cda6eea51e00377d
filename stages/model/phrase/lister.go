package phrase

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Lister orders the phrases of a document. Stemmer must be set. It is not safe for concurrent use.
type Lister struct {
	Stemmer *text.Stemmer
	// Unmarked leaves Duplicate false everywhere, as the released code does.
	Unmarked bool
	// MinScore drops phrases with a lower score, or probability; 0 drops none.
	MinScore float64
	// MaxPhrases keeps the phrases down to the n-th that is not a duplicate; 0 keeps all.
	MaxPhrases int
	// Each keeps n present and n absent phrases, not counting duplicates; 0 keeps all.
	Each int
	// Struck leaves out phrases by their stems and adds to Strikes those that would have been given; nil leaves out none.
	Struck  func(stems []string) bool
	Strikes *atomic.Int64
	// Written keeps phrases in the order of the answers, the order of a sequence, instead of sorting by score.
	Written bool
}

// Pick picks among candidates, without those that are struck.
func (r *Lister) Pick(candidates []choose.Candidate, pick func([]choose.Candidate) []choose.Candidate) []choose.Candidate {
	if r.Struck == nil {
		return pick(candidates)
	}
	picked, n := rank.Unstruck(candidates, func(c choose.Candidate) bool { return r.Struck(c.Stems) }, pick)
	r.Strikes.Add(int64(n))
	return picked
}

// Chosen returns the chosen candidates in their order, with places as List sets them. They contain no duplicates.
func (r *Lister) Chosen(d *schemas.Document, chosen []choose.Candidate) []schemas.Phrase {
	page := r.page(d)
	var phrases []schemas.Phrase
	for _, c := range chosen {
		if r.MaxPhrases > 0 && len(phrases) == r.MaxPhrases {
			break
		}
		if c.Probability < r.MinScore {
			continue
		}
		p := schemas.Phrase{Phrase: strings.Join(c.Words, " "), Tokens: c.Words, Score: float32(c.Probability), Slot: int32(c.Slot),
			SlotScore: float32(c.SlotScore), SlotsAgreeing: int32(len(c.Slots))}
		page.find(&p, c.Stems)
		phrases = append(phrases, p)
	}
	return phrases
}

func (r *Lister) page(d *schemas.Document) page {
	return page{fieldsOf(d), slices.Concat(r.Stemmer.All(d.Title), r.Stemmer.All(d.Body))}
}

// List returns the phrases of the answers, where slot i gave answers[i], by falling score and then rising slot, unless
// Written is set. A phrase is present if its stems are a run of words in the stems of title and body together, as in the
// choice and in score. Its place is a run within one field, see page.find. It leaves out phrases without sense, see Sensible.
func (r *Lister) List(d *schemas.Document, answers []choose.Answer) []schemas.Phrase {
	order := make([]written, 0, len(answers))
	agreeing := make(map[string]int32, len(answers)) // per stems, the number of slots that wrote them
	sensible := r.sensible(d)
	for i, a := range answers {
		if len(a.Words) == 0 {
			continue
		}
		w := written{slot: i, stems: r.Stemmer.All(a.Words)}
		w.key = strings.Join(w.stems, "\x00")
		if agreeing[w.key]++; a.Score >= r.MinScore && sensible(a.Words, w.stems) {
			order = append(order, w)
		}
	}
	if !r.Written {
		slices.SortStableFunc(order, func(a, b written) int { return cmp.Compare(answers[b.slot].Score, answers[a.slot].Score) })
	}
	if len(order) == 0 {
		return nil
	}
	page := r.page(d)
	phrases := make([]schemas.Phrase, 0, len(order))
	seen := make(map[string]bool, len(order))
	distinct, kinds := 0, map[bool]int{}
	for _, w := range order {
		had := seen[w.key]
		seen[w.key] = true
		if r.Struck != nil && r.Struck(w.stems) {
			if !had {
				r.Strikes.Add(1)
			}
			continue
		}
		duplicate := had && !r.Unmarked
		if !duplicate {
			distinct++
		}
		if r.MaxPhrases > 0 && distinct > r.MaxPhrases {
			break
		}
		words, score := answers[w.slot].Words, float32(answers[w.slot].Score)
		p := schemas.Phrase{Phrase: strings.Join(words, " "), Tokens: words, Score: score, Duplicate: duplicate, Slot: int32(w.slot),
			SlotScore: score, SlotsAgreeing: agreeing[w.key]}
		page.find(&p, w.stems)
		if !duplicate {
			kinds[p.Present]++
		}
		if r.Each > 0 && kinds[p.Present] > r.Each {
			continue
		}
		phrases = append(phrases, p)
	}
	return phrases
}

// written is the phrase of a slot.
type written struct {
	slot  int
	stems []string
	key   string // the stems, joined
}
