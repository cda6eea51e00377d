package paper

import (
	"fmt"
	"slices"
	"strings"
)

// halves are those of the slots.
var halves = [...]string{"present", "absent"}

// learned returns, for a column, a value of the training of every seed of a system. Trainings without the value do not count.
func (s *Study) learned(value func(*Trained) (float64, bool)) func(system string) []float64 {
	return func(system string) (values []float64) {
		for _, seed := range s.Seeds {
			t := s.trained[Model{system, seed}]
			if t == nil {
				continue
			}
			if v, ok := value(t); ok {
				values = append(values, v)
			}
		}
		return values
	}
}

// targetsOf is learned for a value of the assigned targets.
func (s *Study) targetsOf(value func(*Targets) float64) func(system string) []float64 {
	return s.learned(func(t *Trained) (float64, bool) {
		if t.Targets == nil {
			return 0, false
		}
		return value(t.Targets), true
	})
}

// snapshots names the steps and documents that tables 1, 3, 9 and the entropy cover.
func (s *Study) snapshots() string {
	var each []string
	for _, system := range s.Systems {
		for _, seed := range s.Seeds {
			if t := s.trained[Model{system, seed}]; t != nil && t.Targets != nil {
				each = append(each, fmt.Sprintf("%s %d snapshots of steps %d to %d, %d documents", Name(system), t.Targets.Snapshots, t.Targets.Window[0], t.Targets.Window[1],
					len(t.Targets.Entropy)))
				break
			}
		}
	}
	return "The paper samples the targets of all training documents every 8,000 of the last 80,000 of 850,000 steps. We sample those of the first documents as often in the same share of the steps or, if assignments.parquet has too few snapshots there, in its last ten: " +
		strings.Join(each, "; ") + "."
}

// nullTargets makes the first part of table 1, the share of ∅ among the targets. F1 by slots and by batching is in
// tables 4 and 5.
func (s *Study) nullTargets() Table {
	var columns []Column
	for h, half := range halves {
		columns = append(columns, Column{Key: half + "/null", Name: half + " slots", Unit: Percent, of: s.targetsOf(func(t *Targets) float64 { return t.Null[h] })})
	}
	return s.table("1", "Table 1: share of ∅ among the targets of training", columns, s.rows("1"), s.snapshots(),
		"Targets after re-assignment; slots without supervision do not count. The paper gives the number of WR-One2Set in section 6.6.")
}

// slotKinds makes table 9, of which table 3 is the row of Baseline.
func (s *Study) slotKinds() Table {
	var columns []Column
	for h, half := range halves {
		for k, n := range [...]struct{ key, name string }{{"null", "always ∅"}, {"target", "always a keyphrase"}, {"both", "both"}} {
			columns = append(columns, Column{Key: half + "/" + n.key, Group: half + " slots", Name: n.name, Unit: Percent,
				of: s.targetsOf(func(t *Targets) float64 { return t.Kinds[h][k] })})
		}
	}
	return s.table("9", "Tables 3 and 9: slots by their targets", columns, s.rows("9"), s.snapshots(), "More snapshots leave fewer slots whose target never changes.")
}

// course adds to tables 3 and 9 how many slots are potential (C_p), unimportant (C_u) and trained on ∅ at the
// beginning and at the end of training.
func (s *Study) course() Table {
	var columns []Column
	for _, k := range []struct {
		key, name string
		of        func(Course) []float64
	}{
		{"potential", "potential", func(c Course) []float64 { return c.Potential }},
		{"unimportant", "unimportant", func(c Course) []float64 { return c.Unimportant }},
		{"null", "∅", func(c Course) []float64 { return c.Null }},
	} {
		for _, q := range []struct {
			key, name string
			of        func([]float64) []float64
		}{
			{"first", "first quarter", func(p []float64) []float64 { return p[:(len(p)+3)/4] }},
			{"last", "last quarter", func(p []float64) []float64 { return p[len(p)-(len(p)+3)/4:] }},
		} {
			columns = append(columns, Column{Key: k.key + "/" + q.key, Group: k.name, Name: q.name, Unit: Percent, of: s.learned(func(t *Trained) (sum float64, known bool) {
				part := q.of(k.of(t.Course))
				for _, share := range part {
					sum += share
				}
				return sum / float64(len(part)), len(part) > 0
			})})
		}
	}
	systems := slices.DeleteFunc(slices.Clone(s.Systems), func(system string) bool { return !s.ofSlots(system) })
	return s.table("course", "Through training: shares of potential slots, unimportant slots, and slots trained on ∅", columns, systems,
		"Shares of all slots in the first and the last quarter of training, from train_log.parquet. Only systems with re-assignment have potential slots; systems of one slot are left out.")
}

// ofSlots reports whether slots of a system were trained on ∅. In a system of one slot they never are.
func (s *Study) ofSlots(system string) bool {
	return slices.ContainsFunc(s.Seeds, func(seed string) bool {
		t := s.trained[Model{system, seed}]
		return t != nil && slices.ContainsFunc(t.Course.Null, func(share float64) bool { return share > 0 })
	})
}

// entropy makes the second analysis of section 6.6: how stable the targets of a document's slots are, compared with
// Baseline of the same seed.
func (s *Study) entropy() Table {
	columns := []Column{{Key: "bits", Name: "entropy", of: s.targetsOf(func(t *Targets) float64 { return average(t.Entropy) })}}
	for i, move := range []string{"fell", "rose", "same"} {
		columns = append(columns, Column{Key: move, Name: move, Unit: Percent, of: func(system string) []float64 {
			if system == Baseline {
				return nil
			}
			return s.learned(func(t *Trained) (float64, bool) {
				shares, ok := s.moves(t)
				return shares[i], ok
			})(system)
		}})
	}
	return s.table("entropy", "Section 6.6: entropy of the assignment in bits per slot, and documents where it differs from SetTrans", columns, s.rows("entropy"), s.snapshots(),
		"Mean over slots, then over documents. Fell, rose and same are shares of documents, compared with SetTrans of the same seed.")
}

// moves returns the shares of documents whose entropy is below, above and equal to that of Baseline of the same seed. It is
// false if the two have no document in common.
func (s *Study) moves(ours *Trained) (shares [3]float64, ok bool) {
	base := s.trained[Model{Baseline, ours.Seed}]
	if base == nil || base.Targets == nil || ours.Targets == nil {
		return shares, false
	}
	documents := 0.0
	for id, bits := range ours.Targets.Entropy {
		was, ok := base.Targets.Entropy[id]
		if !ok {
			continue
		}
		documents++
		switch {
		case bits < was:
			shares[0]++
		case bits > was:
			shares[1]++
		default:
			shares[2]++
		}
	}
	for i := range shares {
		shares[i] /= documents
	}
	return shares, documents > 0
}
