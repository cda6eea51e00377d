package survey

import (
	"cmp"
	"context"
	"slices"
)

// mostSpellings is the largest number of spellings of a phrase that are told apart.
const mostSpellings = 32

// recount reads the temporary file and counts the most frequent labels.
func (s *Survey) recount(ctx context.Context) error {
	keys, bound := s.frequent.Top(s.Counted)
	s.Floor = bound
	if bound > 0 {
		s.Floor++
	}
	s.frequent = nil // its memory is needed now
	all, numbers := make([]*Phrase, len(keys)), make(map[uint64]int32, len(keys))
	for i, key := range keys {
		numbers[key] = int32(i)
		all[i] = &Phrase{Years: make([]int64, len(s.Years.All)), spellings: map[string]int64{}}
		for range s.Columns {
			all[i].values = append(all[i].values, make([]int64, MostValues))
		}
	}
	var places [][]int
	for _, c := range s.Columns {
		places = append(places, c.choose())
	}
	together, of := &pairs{}, []int32{}
	err := s.spill.each(func(e *entry) error {
		of = of[:0]
		year, dated := slices.BinarySearch(s.Years.All, e.Year)
		for i, key := range e.Keys {
			n, ok := numbers[key]
			if !ok {
				continue
			}
			of = append(of, n)
			p := all[n]
			p.Documents++
			p.Score += float64(e.Scores[i])
			if dated {
				p.Years[year]++
			}
			for c, ids := range e.Values {
				for _, id := range ids {
					if at := places[c][id]; at >= 0 {
						p.values[c][at]++
					}
				}
			}
			if len(p.spellings) < mostSpellings || p.spellings[e.Texts[i]] > 0 {
				p.spellings[e.Texts[i]]++
			}
		}
		together.add(of)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for _, p := range all {
		p.finish()
	}
	s.Phrases = all
	s.Pairs = together.together(all, s.Documents)
	s.Rising, s.Falling = s.trends()
	for i, c := range s.Columns {
		c.typical(i, s.Phrases, s.Documents)
	}
	slices.SortStableFunc(all, func(a, b *Phrase) int {
		return cmp.Or(cmp.Compare(b.Documents, a.Documents), cmp.Compare(a.Text, b.Text))
	})
	return nil
}

// finish sets the spelling of a phrase, the most frequent one, and its mean score.
func (p *Phrase) finish() {
	for text, n := range p.spellings {
		if most := p.spellings[p.Text]; p.Text == "" || n > most || n == most && text < p.Text {
			p.Text = text
		}
	}
	p.spellings = nil
	p.Score /= float64(max(p.Documents, 1))
}
