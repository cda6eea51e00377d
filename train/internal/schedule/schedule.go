// Package schedule decides when the validation loss is looked at and what
// follows from it: save, lower the learning rate, or stop. The paper only says
// that the parameters best on the validation set are kept (Xie et al. 2022,
// section 6.1); the rules are those of the authors' released code.
//
// It also gives each step its learning rate. Theirs is constant but for bad
// checks; a rise at the beginning and a fall to the end can be had besides, see
// [Rules.Rate].
package schedule

// EachEpoch as Rules.Every asks for a check at the last step of every epoch.
const EachEpoch = -1

// smallestDrop is the change of learning rate below which none is made.
const smallestDrop = 1e-8

// Rules are fixed for a run.
type Rules struct {
	Every     int64   // steps between checks, or EachEpoch
	FromEpoch int     // first epoch with checks; epochs count from 1
	Patience  int     // stop after this many checks in a row without improvement
	Decay     float64 // factor of the learning rate at a check without improvement; not with Linear
	Warmup    int64   // steps over which the learning rate rises; 0: none
	Anneal    Anneal  // what it does after them
}

// Anneal names a course of the learning rate after the warm-up.
type Anneal string

// The courses.
const (
	Off    Anneal = "off"    // it falls at checks without improvement alone
	Linear Anneal = "linear" // it falls by as much at every step, and at no check
)

// State is what a run has come to. The zero value does not do: use Start.
type State struct {
	Rate  float64 `json:"rate"`  // learning rate, of which Rules.Rate makes that of a step
	Best  float64 `json:"best"`  // lowest validation loss so far
	Found bool    `json:"found"` // there was a check; Best is valid
	Bad   int     `json:"bad"`   // checks since Best
}

// Start is the state before the first step.
func Start(rate float64) State { return State{Rate: rate} }

// Rate is the learning rate of step i, counted from 1, of a run of T steps in all: the rate of the state, times
//
//	i/W              in the warm-up, i ≤ W
//	1                after it, with Off
//	(T−i+1)/(T−W)    after it, with Linear: 1 at the first of these steps, 1/(T−W) at the last; 0 would be the next
//
// W being Warmup. The rise is that of Vaswani et al. 2017, section 5.3, the fall that of Devlin et al. 2019 (BERT),
// appendix A.2.
func (r Rules) Rate(s State, i, T int64) float64 {
	switch {
	case i <= r.Warmup:
		return s.Rate * (float64(i) / float64(r.Warmup))
	case r.Anneal == Linear:
		return s.Rate * (float64(T-i+1) / float64(T-r.Warmup))
	}
	return s.Rate
}

// Due reports whether a check follows the step, counted from 0 over the whole
// run. last says that it is the last step of its epoch. The first two steps of
// a run are never checked.
func (r Rules) Due(epoch int, step int64, last bool) bool {
	if epoch < r.FromEpoch || step <= 1 {
		return false
	}
	if r.Every == EachEpoch {
		return last
	}
	return step%r.Every == 0
}

// Check takes the loss of a check into account. improved says that the
// parameters are the best so far and are to be saved: the loss is strictly
// lower than any before, and finite. stop says that the patience is at an end.
// With Linear the rate stays: the fall is planned to the last step, and the high
// rates before it make bad checks that mean nothing.
func (r Rules) Check(s *State, loss float64) (improved, stop bool) {
	if !s.Found || loss < s.Best {
		s.Best, s.Found, s.Bad = loss, true, 0
		return true, false
	}
	s.Bad++
	if rate := s.Rate * r.Decay; r.Anneal != Linear && s.Rate-rate > smallestDrop {
		s.Rate = rate
	}
	return false, s.Bad >= r.Patience
}
