package choose

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// check refuses a file of our schema with impossible content, and links its judges to the features.
func (m *Ranker) check() error {
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
	switch {
	case m.ForText() && len(m.Present.Trees) == 0:
		return fmt.Errorf("%w: it has neither a regression nor trees", schemas.ErrDamaged)
	case !m.ForText() && (len(m.Present.Terms) == 0 || len(m.Absent.Terms) == 0):
		return fmt.Errorf("%w: the regression has no features", schemas.ErrDamaged)
	}
	return m.Link()
}

// Link finds the features that the judges name. Fit and Read have done so.
func (m *Ranker) Link() error {
	if err := m.Present.Link(Names()); err != nil {
		return fmt.Errorf("present: %w", err)
	}
	if err := m.Absent.Link(Names()); err != nil {
		return fmt.Errorf("absent: %w", err)
	}
	m.Present.forest, m.Absent.forest = rank.NewForest(&m.Present.Judge), rank.NewForest(&m.Absent.Judge)
	return nil
}

func share(p float64) bool { return p >= 0 && p <= 1 }
