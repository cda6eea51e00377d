package concept

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// File is the name of a Ranker in a folder.
const File = "concepts.json"

// Ranker computes the probabilities of candidates. Make one with package fit, ReadRanker or Default.
type Ranker struct {
	Documents int `json:"documents"` // number of documents of the fit
	Right     int `json:"right"`     // right candidates in them
	rank.Judge
	// Thresholds are the probabilities at or above which the candidates of all documents have a precision, by rising precision.
	Thresholds []rank.Threshold `json:"thresholds"`
}

// Assess sets Margin and Probability of the candidates, and sorts them by falling probability.
func (c *Ranker) Assess(candidates []Candidate) {
	for i, margin := range c.Margins(candidates) {
		candidates[i].Margin, candidates[i].Probability = margin, c.Probability(margin)
	}
	slices.SortStableFunc(candidates, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Probability, a.Probability), cmp.Compare(b.Margin, a.Margin), cmp.Compare(a.Concept, b.Concept))
	})
}

// Margins returns the log-odds of the candidates before Steps.
func (c *Ranker) Margins(candidates []Candidate) []float64 {
	all, x := make([]float64, len(candidates)), make([]float64, len(Features))
	for i := range candidates {
		for k, v := range candidates[i].Features {
			x[k] = float64(v)
		}
		all[i] = c.Margin(x)
	}
	return all
}

// Pick returns how many of the first candidates, sorted by falling probability, a rule chooses.
func (c *Ranker) Pick(rule rank.Rule, sorted []Candidate) int {
	falling := make([]float64, len(sorted))
	for i := range sorted {
		falling[i] = sorted[i].Probability
	}
	return rule.Pick(falling, c.Unseen, c.Thresholds)
}

// format is that of the file. Version 3 added the checksum, and has probabilities where version 2 had log-odds.
var format = rank.Format{Schema: "concepts", Version: 3, First: 2, Bare: 2, Again: "run train concepts"}

// onDisk is the content of the file.
type onDisk struct {
	rank.Header
	Start float64 `json:"start,omitempty"` // the intercept in version 2
	Ranker
}

// Write writes the choice as JSON with a checksum; equal choices give equal bytes.
func (c *Ranker) Write(w io.Writer) error { return format.Write(w, &onDisk{Ranker: *c}, true) }

// ReadRanker reads a file of Write. path is its name in errors; a damaged file or one of another schema is a
// *schemas.FileError.
func ReadRanker(path string, r io.Reader) (*Ranker, error) {
	var d onDisk
	err := format.Read(path, r, &d, func() error {
		if d.Version == 2 {
			d.upgrade()
		}
		if !rank.Rising(d.Thresholds) {
			return fmt.Errorf("%w: the thresholds are out of range or out of order", schemas.ErrDamaged)
		}
		return d.Link(Features)
	})
	if err != nil {
		return nil, err
	}
	return &d.Ranker, nil
}

// upgrade makes a choice of version 2, whose numbers were compared with features in 32 bits, one of version 3.
func (d *onDisk) upgrade() {
	d.Intercept = d.Start
	for i := range d.Steps {
		d.Steps[i].UpTo = rank.Logistic(d.Steps[i].UpTo)
	}
	for _, t := range d.Trees {
		for i := range t.Questions {
			t.Questions[i].Above = float64(float32(t.Questions[i].Above))
		}
	}
}
