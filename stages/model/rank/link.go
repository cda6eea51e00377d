package rank

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
)

// Limits beyond what a fit makes. They bound time whatever a file claims.
const (
	mostQuestions = 8    // of a tree
	mostTrees     = 1000 // of a judge
	mostUnseen    = 1000
)

// Link finds the features that terms and questions name, given the names of all features in the order of their values. It
// refuses impossible numbers, since a judge may come from a file: schemas.ErrDamaged, and schemas.ErrSchema for an unknown
// name.
func (j *Judge) Link(features []string) error {
	j.gate = 1 + slices.Index(features, Gate)
	return errors.Join(j.linkTerms(features), j.linkTrees(features), j.checkSteps(), j.checkUnseen())
}

func (j *Judge) linkTerms(features []string) error {
	if !sane(j.Intercept, j.Unwritten) {
		return fmt.Errorf("%w: intercept %v or unwritten %v is out of range", schemas.ErrDamaged, j.Intercept, j.Unwritten)
	}
	seen := map[string]bool{}
	for i := range j.Terms {
		t := &j.Terms[i]
		switch t.index = slices.Index(features, t.Feature); {
		case t.index < 0:
			return fmt.Errorf("%w: unknown feature %q", schemas.ErrSchema, t.Feature)
		case seen[t.Feature]:
			return fmt.Errorf("%w: feature %q is listed twice", schemas.ErrDamaged, t.Feature)
		case !(t.Scale >= 1/most) || !sane(t.Scale, t.Mean, t.Weight):
			return fmt.Errorf("%w: feature %q has mean %v, scale %v and weight %v, out of range", schemas.ErrDamaged, t.Feature, t.Mean, t.Scale, t.Weight)
		}
		seen[t.Feature] = true
	}
	return nil
}

func (j *Judge) linkTrees(features []string) error {
	if len(j.Trees) > mostTrees {
		return fmt.Errorf("%w: %d trees are more than %d", schemas.ErrDamaged, len(j.Trees), mostTrees)
	}
	for i := range j.Trees {
		if err := j.Trees[i].link(features); err != nil {
			return fmt.Errorf("tree %d: %w", i+1, err)
		}
	}
	return nil
}

func (t *Tree) link(features []string) error {
	if n := len(t.Questions); n > mostQuestions || len(t.Leaves) != 1<<n || !sane(t.Leaves...) {
		return fmt.Errorf("%w: a tree of %d questions has %d leaves", schemas.ErrDamaged, n, len(t.Leaves))
	}
	for i := range t.Questions {
		q := &t.Questions[i]
		q.index = slices.Index(features, q.Feature)
		switch {
		case q.index < 0 && q.Feature != RegressionFeature:
			return fmt.Errorf("%w: unknown feature %q", schemas.ErrSchema, q.Feature)
		case !sane(q.Above):
			return fmt.Errorf("%w: a tree has the split %s > %v", schemas.ErrDamaged, q.Feature, q.Above)
		}
	}
	return nil
}

// checkSteps checks that both ends of the steps rise within [0, 1].
func (j *Judge) checkSteps() error {
	for i, s := range j.Steps {
		if !share(s.UpTo) || !share(s.Probability) || i > 0 && (s.UpTo <= j.Steps[i-1].UpTo || s.Probability < j.Steps[i-1].Probability) {
			return fmt.Errorf("%w: step %d is out of range or out of order", schemas.ErrDamaged, i+1)
		}
	}
	return nil
}

func (j *Judge) checkUnseen() error {
	for i, q := range j.Unseen {
		if !share(q) || i > mostUnseen {
			return fmt.Errorf("%w: unseen: share %d is out of range, or one too many", schemas.ErrDamaged, i+1)
		}
	}
	return nil
}

// most is above every number that a fit gives, and small enough that no sum of products overflows.
const most = 1e12

// sane reports whether numbers have a size that a fit can give.
func sane(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(x float64) bool { return !(x >= -most && x <= most) })
}

func share(p float64) bool { return p >= 0 && p <= 1 }
