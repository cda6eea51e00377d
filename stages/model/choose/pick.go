package choose

import (
	"cmp"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Pick returns the judged candidates that a rule chooses for a document, best first: by falling probability, then margin,
// then by the first slot that wrote them. It returns none by the rule Slots, which does not use candidates.
func (m *Ranker) Pick(rule rank.Rule, judged []Candidate) []Candidate {
	ranked := sorted(judged)
	if rule.Distinct {
		ranked = distinct(m.pick(rule, distinct(ranked, false)), true)
	} else {
		ranked = m.pick(rule, ranked)
	}
	var picked []Candidate
	for _, c := range ranked {
		picked = append(picked, *c)
	}
	return picked
}

// pick picks among ranked candidates.
func (m *Ranker) pick(rule rank.Rule, ranked []*Candidate) []*Candidate {
	switch rule.Name {
	case rank.BestF1, rank.Top: // a list of each kind
		present, absent := kinds(ranked)
		left := map[bool]int{true: rule.Pick(probabilities(present), m.Present.Unseen, nil), false: rule.Pick(probabilities(absent), m.Absent.Unseen, nil)}
		return slices.DeleteFunc(ranked, func(c *Candidate) bool {
			left[c.Present]--
			return left[c.Present] < 0
		})
	case rank.Slots:
		return nil
	}
	return ranked[:rule.Pick(probabilities(ranked), rank.Together(m.Present.Unseen, m.Absent.Unseen), m.Thresholds)]
}

// sorted returns the judged candidates, best first, of equal ones the first. Sorting numbers moves far less memory than sorting candidates,
// and takes half the time of a stable sort.
func sorted(judged []Candidate) []*Candidate {
	order := make([]int32, len(judged))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := &judged[i], &judged[j]
		if c := cmp.Compare(b.Probability, a.Probability); c != 0 { // one after the other: cmp.Or would compare everything
			return c
		}
		if c := cmp.Compare(b.Margin, a.Margin); c != 0 {
			return c
		}
		if c := cmp.Compare(a.first(), b.first()); c != 0 {
			return c
		}
		return cmp.Compare(i, j)
	})
	ranked := make([]*Candidate, len(judged))
	for k, i := range order {
		ranked[k] = &judged[i]
	}
	return ranked
}

// first returns the first slot that wrote the phrase, or a number above all slots.
func (c *Candidate) first() int {
	if len(c.Slots) == 0 {
		return math.MaxInt
	}
	return c.Slots[0]
}

// kinds returns the present and the absent candidates in their order.
func kinds(candidates []*Candidate) (present, absent []*Candidate) {
	for _, c := range candidates {
		if c.Present {
			present = append(present, c)
		} else {
			absent = append(absent, c)
		}
	}
	return present, absent
}

func probabilities(of []*Candidate) []float64 {
	p := make([]float64, len(of))
	for i := range of {
		p[i] = of[i].Probability
	}
	return p
}
