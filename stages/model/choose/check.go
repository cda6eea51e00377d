package choose

import (
	"errors"
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// check refuses a file of our schema with impossible content, and links terms to their features.
func (m *Model) check() error {
	if !share(m.Floor) {
		return fmt.Errorf("%w: floor is %v, want [0, 1]", schemas.ErrDamaged, m.Floor)
	}
	if b := m.Branching; min(b.First, b.Later) < 0 || max(3*b.First, b.Later) > 3*MostAlternatives || !share(b.Least) {
		return fmt.Errorf("%w: branching %+v is out of range", schemas.ErrDamaged, b)
	}
	if m.Shortlist < 0 {
		return fmt.Errorf("%w: shortlist is %d, want 0 or more", schemas.ErrDamaged, m.Shortlist)
	}
	if !rank.Rising(m.Thresholds) {
		return fmt.Errorf("%w: the thresholds are out of range or out of order", schemas.ErrDamaged)
	}
	if err := m.Present.check(); err != nil {
		return fmt.Errorf("present: %w", err)
	}
	if err := m.Absent.check(); err != nil {
		return fmt.Errorf("absent: %w", err)
	}
	return nil
}

func (k *Kind) check() error {
	if len(k.Terms) == 0 || !sane(k.Intercept) {
		return fmt.Errorf("%w: %d features and intercept %v, want at least one feature and a finite intercept", schemas.ErrDamaged, len(k.Terms), k.Intercept)
	}
	seen := map[string]bool{}
	for i, t := range k.Terms {
		known, ok := NewTerm(t.Feature, t.Mean, t.Scale, t.Weight)
		if !ok {
			return fmt.Errorf("%w: unknown feature %q", schemas.ErrSchema, t.Feature)
		}
		if seen[t.Feature] {
			return fmt.Errorf("%w: feature %q is listed twice", schemas.ErrDamaged, t.Feature)
		}
		if !(t.Scale >= 1/most) || !sane(t.Scale, t.Mean, t.Weight) {
			return fmt.Errorf("%w: feature %q has mean %v, scale %v and weight %v, out of range", schemas.ErrDamaged, t.Feature, t.Mean, t.Scale, t.Weight)
		}
		seen[t.Feature], k.Terms[i] = true, known
	}
	return errors.Join(k.checkTrees(), k.checkSteps(), k.checkUnseen())
}

// checkTrees checks the trees. The limit of their number bounds time whatever a file claims.
func (k *Kind) checkTrees() error {
	if len(k.Trees) > MostTrees || !sane(k.Unwritten) {
		return fmt.Errorf("%w: %d trees and unwritten %v are out of range", schemas.ErrDamaged, len(k.Trees), k.Unwritten)
	}
	for i := range k.Trees {
		if err := k.Trees[i].check(); err != nil {
			return fmt.Errorf("tree %d: %w", i+1, err)
		}
	}
	return nil
}

// checkSteps checks that both ends of the steps rise within [0, 1].
func (k *Kind) checkSteps() error {
	for i, s := range k.Steps {
		if !share(s.UpTo) || !share(s.Probability) || i > 0 && (s.UpTo <= k.Steps[i-1].UpTo || s.Probability < k.Steps[i-1].Probability) {
			return fmt.Errorf("%w: step %d is out of range or out of order", schemas.ErrDamaged, i+1)
		}
	}
	return nil
}

// checkUnseen checks that the shares are shares. The limit of their number bounds time whatever a file claims.
func (k *Kind) checkUnseen() error {
	for i, q := range k.Unseen {
		if !share(q) || i > 1000 {
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
