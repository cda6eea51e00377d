package paper

import (
	"fmt"
	"slices"
	"strings"
)

// halves are those of the slots.
var halves = [...]string{"present", "absent"}

// targetsOf are the assigned targets of every seed of a system, as value sees them.
func (s *Study) targetsOf(system string, value func(*Targets) float64) (values []float64) {
	for _, seed := range s.Seeds {
		if t := s.trained[Model{system, seed}]; t != nil && t.Targets != nil {
			values = append(values, value(t.Targets))
		}
	}
	return values
}

// looks says which steps and documents tables 1, 3, 9 and the entropy are of.
func (s *Study) looks() string {
	var each []string
	for _, system := range s.Systems {
		for _, seed := range s.Seeds {
			if t := s.trained[Model{system, seed}]; t != nil && t.Targets != nil {
				each = append(each, fmt.Sprintf("%s %d of steps %d to %d, %d documents", Name(system), t.Targets.Looks, t.Targets.Window[0], t.Targets.Window[1],
					len(t.Targets.Entropy)))
				break
			}
		}
	}
	return "The paper looks at all training documents every 8,000 of the last 80,000 of 850,000 steps, we at the first documents as often in the same share of the steps, or, where assignments.parquet has too few, at its last ten: " +
		strings.Join(each, "; ") + "."
}

// nullTargets is the first part of table 1: what share of the targets is ∅. F1 by slots and by batching stand in 4 and 5.
func (s *Study) nullTargets() Table {
	t := Table{Key: "1", Title: "Table 1: share of ∅ among the targets of training",
		Notes: []string{s.looks(), "Targets after re-assignment; slots without supervision do not count. The paper's number of WR-One2Set is of section 6.6."}}
	for _, half := range halves {
		t.Columns = append(t.Columns, Column{Key: half + "/null", Name: half + " slots", Unit: Percent})
	}
	for _, system := range s.rows(t.Key) {
		row := s.row(system)
		for h, half := range halves {
			c := over(s.targetsOf(system, func(t *Targets) float64 { return t.Null[h] }))
			row.Cells = append(row.Cells, s.beside(c, t.Key, system, half+"/null"))
		}
		t.add(row)
	}
	return t
}

// slotKinds is table 9, of which table 3 is the row of Baseline.
func (s *Study) slotKinds() Table {
	t := Table{Key: "9", Title: "Tables 3 and 9: slots by what they were trained on",
		Notes: []string{s.looks(), "The more often one looks, the fewer slots are always the same."}}
	names := [...]struct{ key, name string }{{"null", "always ∅"}, {"target", "always a keyphrase"}, {"both", "now this, now that"}}
	for _, half := range halves {
		for _, n := range names {
			t.Columns = append(t.Columns, Column{Key: half + "/" + n.key, Group: half + " slots", Name: n.name, Unit: Percent})
		}
	}
	for _, system := range s.rows(t.Key) {
		row := s.row(system)
		for h, half := range halves {
			for k, n := range names {
				c := over(s.targetsOf(system, func(t *Targets) float64 { return t.Kinds[h][k] }))
				row.Cells = append(row.Cells, s.beside(c, t.Key, system, half+"/"+n.key))
			}
		}
		t.add(row)
	}
	return t
}

// course is, beside tables 3 and 9, how many slots are potential (C_p), unimportant (C_u) and trained on ∅ at the beginning
// and at the end of training.
func (s *Study) course() Table {
	t := Table{Key: "course", Title: "Through training: potential and unimportant slots, and those trained on ∅",
		Notes: []string{"Shares of all slots in the first and the last quarter of training, from train_log.parquet. Only systems with re-assignment have potential slots, and systems of one slot none at all."}}
	kinds := []struct {
		key, name string
		of        func(Course) []Point
	}{
		{"potential", "potential", func(c Course) []Point { return c.Potential }},
		{"unimportant", "unimportant", func(c Course) []Point { return c.Unimportant }},
		{"null", "∅", func(c Course) []Point { return c.Null }},
	}
	quarters := []struct {
		key, name string
		of        func([]Point) []Point
	}{
		{"first", "first quarter", func(p []Point) []Point { return p[:(len(p)+3)/4] }},
		{"last", "last quarter", func(p []Point) []Point { return p[len(p)-(len(p)+3)/4:] }},
	}
	for _, k := range kinds {
		for _, q := range quarters {
			t.Columns = append(t.Columns, Column{Key: k.key + "/" + q.key, Group: k.name, Name: q.name, Unit: Percent})
		}
	}
	for _, system := range s.Systems {
		if !s.ofSlots(system) {
			continue
		}
		row := s.row(system)
		for _, k := range kinds {
			for _, q := range quarters {
				row.Cells = append(row.Cells, over(s.courses(system, func(c Course) []Point { return q.of(k.of(c)) })))
			}
		}
		t.add(row)
	}
	return t
}

// ofSlots tells whether slots of a system were trained on ∅: those of systems of one slot never are.
func (s *Study) ofSlots(system string) bool {
	return slices.ContainsFunc(s.Seeds, func(seed string) bool {
		t := s.trained[Model{system, seed}]
		return t != nil && slices.ContainsFunc(t.Course.Null, func(p Point) bool { return p.Value > 0 })
	})
}

// courses are the means of the points that part gives of each seed of a system.
func (s *Study) courses(system string, part func(Course) []Point) (values []float64) {
	for _, seed := range s.Seeds {
		t := s.trained[Model{system, seed}]
		if t == nil || len(t.Course.Null) == 0 {
			continue
		}
		points, sum := part(t.Course), 0.0
		for _, p := range points {
			sum += p.Value
		}
		values = append(values, sum/float64(len(points)))
	}
	return values
}

// CourseCurves are the three shares through the training of Ours: the first seed that has them.
func (s *Study) CourseCurves() (curves []Curve) {
	for _, seed := range s.Seeds {
		if t := s.trained[Model{Ours, seed}]; t != nil && len(t.Course.Null) > 0 {
			return []Curve{{"potential", t.Course.Potential}, {"unimportant", t.Course.Unimportant}, {"∅", t.Course.Null}}
		}
	}
	return nil
}

// entropy is the second analysis of section 6.6: how stable the targets of a document's slots are, against Baseline of the
// same seed.
func (s *Study) entropy() Table {
	t := Table{Key: "entropy", Title: "Section 6.6: entropy of the assignment, in bits a slot, and documents where it is not that of SetTrans",
		Notes: []string{s.looks(), "Mean over slots, then documents. Fell, rose and same are shares of documents against SetTrans of the same seed."}}
	t.Columns = []Column{{Key: "bits", Name: "entropy"}, {Key: "fell", Name: "fell", Unit: Percent}, {Key: "rose", Name: "rose", Unit: Percent}, {Key: "same", Name: "same", Unit: Percent}}
	for _, system := range s.rows(t.Key) {
		row := s.row(system)
		row.Cells = append(row.Cells, over(s.targetsOf(system, func(t *Targets) float64 { return average(t.Entropy) })))
		moves := s.moves(system)
		for i, c := range t.Columns[1:] {
			row.Cells = append(row.Cells, s.beside(over(moves[i]), t.Key, system, c.Key))
		}
		t.add(row)
	}
	return t
}

// moves are, a seed each, the shares of documents whose entropy is below, above and equal to that of Baseline.
func (s *Study) moves(system string) (shares [3][]float64) {
	if system == Baseline {
		return shares
	}
	for _, seed := range s.Seeds {
		ours, base := s.trained[Model{system, seed}], s.trained[Model{Baseline, seed}]
		if ours == nil || base == nil || ours.Targets == nil || base.Targets == nil {
			continue
		}
		var n [3]float64
		documents := 0.0
		for id, bits := range ours.Targets.Entropy {
			was, ok := base.Targets.Entropy[id]
			if !ok {
				continue
			}
			documents++
			switch {
			case bits < was:
				n[0]++
			case bits > was:
				n[1]++
			default:
				n[2]++
			}
		}
		if documents == 0 {
			continue
		}
		for i := range n {
			shares[i] = append(shares[i], n[i]/documents)
		}
	}
	return shares
}

// Curve is a line of a figure.
type Curve struct {
	Name   string
	Points []Point
}

// EntropyCurves are the course of the entropy over training, a curve a system: the first seed that has one.
func (s *Study) EntropyCurves() (curves []Curve) {
	for _, system := range s.Systems {
		for _, seed := range s.Seeds {
			if t := s.trained[Model{system, seed}]; t != nil && t.Targets != nil && len(t.Targets.Over) > 0 {
				curves = append(curves, Curve{Name(system), t.Targets.Over})
				break
			}
		}
	}
	return curves
}

// Tables are all tables, in the paper's order; those that there is nothing for are left out.
func (s *Study) Tables() (all []Table) {
	for _, t := range []Table{s.nullTargets(), s.overEstimating(), s.main(0), s.main(1), s.ablation(), s.nullShares(), s.numbersOfPhrases(),
		s.slotKinds(), s.course(), s.entropy(), s.beyond()} {
		if t.measured() {
			all = append(all, t)
		}
	}
	return all
}

// measured tells whether any number of the table is ours.
func (t *Table) measured() bool {
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			if c.Seeds > 0 {
				return true
			}
		}
	}
	return false
}
