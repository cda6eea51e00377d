package rank

// Tree is an oblivious tree: all nodes of one depth ask the same question, whether a feature is above a number. The answers
// are the bits of the leaf's number, the first answer the highest (Prokhorenkova et al., NeurIPS 2018, section 4).
type Tree struct {
	Questions []Question `json:"questions"`
	Leaves    []float64  `json:"leaves"` // 2 to the number of questions
}

// Question asks whether a feature is above a number.
type Question struct {
	Feature string  `json:"feature"` // or RegressionFeature
	Above   float64 `json:"above"`

	index int // of the feature, or regressionIndex; see Link
}

// RegressionFeature names the log-odds of the regression as a feature.
const (
	RegressionFeature = "regression"
	regressionIndex   = -1
)

// leaf returns the leaf of a candidate with these features and these log-odds of the regression.
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
