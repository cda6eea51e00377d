package choose

import "github.com/wrone2set/wrone2set/stages/model/rank"

// LeastAbsent is the lowest probability of an absent phrase that infer exports by default: of those below it, fewer than one in ten
// are right.
const LeastAbsent = .1

// distinct leaves out the candidates that stand inside a better one of their kind. With across, a present candidate may also stand
// inside an absent one of at least LeastAbsent.
func distinct(ranked []*Candidate, across bool) (kept []*Candidate) {
	var inside, absent, probable rank.Inner
	for i, c := range ranked {
		own := &inside
		if !c.Present {
			own = &absent
		}
		if i < rank.MostDistinct {
			if own.Has(c.Stems) || across && c.Present && probable.Has(c.Stems) {
				continue
			}
			if own.Add(c.Stems); !c.Present && c.Probability >= LeastAbsent {
				probable.Add(c.Stems)
			}
		}
		kept = append(kept, c)
	}
	return kept
}
