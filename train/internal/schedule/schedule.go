// Package schedule decides when the validation loss is looked at and what
// follows from it: save, lower the learning rate, or stop. The paper only says
// that the parameters best on the validation set are kept (Xie et al. 2022,
// section 6.1); the rules are those of the authors' released code.
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
	Decay     float64 // factor of the learning rate at a check without improvement
}

// State is what a run has come to. The zero value does not do: use Start.
type State struct {
	Rate  float64 `json:"rate"`  // learning rate
	Best  float64 `json:"best"`  // lowest validation loss so far
	Found bool    `json:"found"` // there was a check; Best is valid
	Bad   int     `json:"bad"`   // checks since Best
}

// Start is the state before the first step.
func Start(rate float64) State { return State{Rate: rate} }

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
func (r Rules) Check(s *State, loss float64) (improved, stop bool) {
	if !s.Found || loss < s.Best {
		s.Best, s.Found, s.Bad = loss, true, 0
		return true, false
	}
	s.Bad++
	if rate := s.Rate * r.Decay; s.Rate-rate > smallestDrop {
		s.Rate = rate
	}
	return false, s.Bad >= r.Patience
}
