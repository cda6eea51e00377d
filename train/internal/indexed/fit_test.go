package indexed

import (
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/concept"
	"github.com/wrone2set/wrone2set/stages/model/concept/fit"
)

// TestLearningBounded: documents beyond the largest number of candidates are left out and counted.
func TestLearningBounded(t *testing.T) {
	var l learning
	half := scored{Example: fit.Example{Candidates: make([]concept.Candidate, mostCandidates/2)}}
	for range 4 {
		l.keep(half)
	}
	if len(l.examples) != 2 || len(l.builtIn) != 2 || l.skipped != 2 {
		t.Errorf("%d examples, %d left out", len(l.examples), l.skipped)
	}
}
