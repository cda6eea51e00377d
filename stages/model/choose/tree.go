package choose

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
)

// Tree is an oblivious tree: all nodes of one depth ask the same question, whether a feature is above a number. The answers
// are the bits of the leaf's number, the first answer the highest (Prokhorenkova et al., NeurIPS 2018, section 4).
type Tree struct {
	Questions []Question `json:"questions"`
	Leaves    []float64  `json:"leaves"` // 2 to the number of questions
}

// Question asks whether a feature is above a number.
type Question struct {
	Feature string  `json:"feature"` // of Features, or RegressionFeature
	Above   float64 `json:"above"`

	index int // in Features, or regressionIndex
}

// RegressionFeature names the log-odds of Regression as a feature.
const (
	RegressionFeature = "regression"
	regressionIndex   = -1
)

// MostQuestions of a tree and MostTrees of a Kind are limits beyond what a fit makes.
const (
	MostQuestions = 8
	MostTrees     = 1000
)

// NewQuestion returns a question, false if there is no such feature.
func NewQuestion(feature string, above float64) (Question, bool) {
	i := featureOf(feature)
	if feature == RegressionFeature {
		i = regressionIndex
	}
	return Question{feature, above, i}, i >= 0 || feature == RegressionFeature
}

// leaf returns the leaf of a candidate with these features and these log-odds of Regression.
func (t *Tree) leaf(features []float64, regression float64) float64 {
	at := 0
	for i := range t.Questions {
		q := &t.Questions[i]
		x := regression
		if q.index != regressionIndex {
			x = features[q.index]
		}
		above := 0 // computed without a branch, which the CPU would mispredict every other time
		if x > q.Above {
			above = 1
		}
		at = 2*at + above
	}
	return t.Leaves[at]
}

// check refuses impossible content of a file, and links the questions to their features.
func (t *Tree) check() error {
	if n := len(t.Questions); n > MostQuestions || len(t.Leaves) != 1<<n || !sane(t.Leaves...) {
		return fmt.Errorf("%w: a tree of %d questions has %d leaves", schemas.ErrDamaged, n, len(t.Leaves))
	}
	for i, q := range t.Questions {
		known, ok := NewQuestion(q.Feature, q.Above)
		if !ok {
			return fmt.Errorf("%w: unknown feature %q", schemas.ErrSchema, q.Feature)
		}
		if !sane(q.Above) {
			return fmt.Errorf("%w: a tree has the split %s > %v", schemas.ErrDamaged, q.Feature, q.Above)
		}
		t.Questions[i] = known
	}
	return nil
}
