package wr

// released re-assigns as the authors' released code does.
//
// S_i is the sum of the K ids of ȳ^i, T_j the sum of the first K ids of the
// target assigned to slot j (a ∅ target: 6). Slot i "hits" slot j if S_i = T_j.
// A keyphrase slot "owns" if it hits any keyphrase slot, of either half. For
// each ∅ slot i:
//
//   - no hit: ∅ as assigned;
//   - exactly one hit in its own half, and the slot hit does not own: slot i
//     takes that slot's target (its own ∅ again, if it hits itself; it still
//     counts as Potential);
//   - any other hits: no supervision.
//
// All of these are decided on the targets as assigned.
func released(s *Supervision, o Observed) {
	n := len(s.Targets)
	said, asked := make([]int64, n), make([]int64, n)
	for i := range n {
		said[i] = sum(o.NonNull[i])
		asked[i] = sum(s.Targets[i][:min(len(o.NonNull[i]), len(s.Targets[i]))])
	}
	owns := make([]bool, n)
	for i := range n {
		for j := range n {
			owns[i] = owns[i] || s.Kinds[i] == Keyphrase && s.Kinds[j] == Keyphrase && said[i] == asked[j]
		}
	}
	before := *s
	s.Targets, s.Kinds = append([][]int32(nil), s.Targets...), append([]Kind(nil), s.Kinds...)
	for i := range n {
		if before.Kinds[i] != Null {
			continue
		}
		lo, hi := o.Targets.Half(i)
		all, own, last := 0, 0, 0
		for j := range n {
			if said[i] == asked[j] {
				all++
				if lo <= j && j < hi {
					own, last = own+1, j
				}
			}
		}
		switch {
		case all == 0:
		case own == 1 && !owns[last]:
			s.take(i, before.Targets[last])
		default:
			s.mask(i)
			if own == 0 {
				s.OtherHalf++
			}
		}
	}
}

func sum(ids []int32) (s int64) {
	for _, id := range ids {
		s += int64(id)
	}
	return s
}
