package assign

import "math"

// none marks a slot without target, or a target without slot.
const none = -1

// Assign returns the one-to-one assignment of n slots to n targets with the largest
// total score: slot i takes target column[i]. The score of slot i and target j is
// score[i*n+j]. A score that is not finite counts as 0, so that a diverged model
// still reaches the loss that shows it. The package comment says how ties are
// resolved. Assign panics if score is shorter than n*n.
func Assign[T Float](n int, score []T) (column []int) {
	s := search{
		n: n, cost: make([]float64, n*n),
		u: make([]float64, n), v: make([]float64, n),
		distance: make([]float64, n), from: make([]int, n), open: make([]int, n),
		target: make([]int, n), slot: make([]int, n),
	}
	for i := range s.cost {
		if c := float64(score[i]); !math.IsNaN(c) && !math.IsInf(c, 0) {
			s.cost[i] = -c
		}
	}
	for i := range n {
		s.target[i], s.slot[i] = none, none
	}
	for i := range n {
		s.enter(i)
	}
	return s.target
}

// search is the state of one assignment: slots on one side, targets on the
// other, a potential on each, and the partial assignment so far.
type search struct {
	n      int
	cost   []float64 // [slot][target], negative scores
	u, v   []float64 // potentials of slots and targets
	target []int     // of a slot, or none
	slot   []int     // of a target, or none

	distance []float64 // of a target from the entering slot
	from     []int     // the slot a target was reached from
	open     []int     // targets not scanned, in the order that settles ties
}

// enter assigns slot i, pushing others along the cheapest path.
func (s *search) enter(i int) {
	scanned, length := s.path(i)
	s.u[i] += length
	for _, j := range scanned {
		// Every scanned target but the last is taken, and the search passed its
		// slot on the way.
		if holder := s.slot[j]; holder != none {
			s.u[holder] += length - s.distance[j]
		}
		s.v[j] -= length - s.distance[j]
	}
	for j := scanned[len(scanned)-1]; ; {
		holder := s.from[j]
		s.slot[j] = holder
		s.target[holder], j = j, s.target[holder]
		if holder == i {
			return
		}
	}
}

// path finds the shortest path from slot i to a free target. It returns the
// targets scanned, the free one last, and the path's length.
func (s *search) path(i int) (scanned []int, length float64) {
	open := s.open[:s.n]
	for k := range open {
		open[k] = s.n - 1 - k
		s.distance[k] = math.Inf(1)
	}
	for {
		best, shortest := none, math.Inf(1)
		for k, j := range open {
			if d := length + s.cost[i*s.n+j] - s.u[i] - s.v[j]; d < s.distance[j] {
				s.distance[j], s.from[j] = d, i
			}
			if d := s.distance[j]; d < shortest || d == shortest && s.slot[j] == none {
				best, shortest = k, d
			}
		}
		j := open[best]
		length = shortest
		open[best] = open[len(open)-1]
		open = open[:len(open)-1]
		scanned = append(scanned, j)
		if s.slot[j] == none {
			return scanned, length
		}
		i = s.slot[j]
	}
}
