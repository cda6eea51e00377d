package paper

import (
	"fmt"
	"slices"
	"strings"
)

// trainings returns those of a system, in the order of the seeds.
func (s *Study) trainings(system string) (all []*Trained) {
	for _, seed := range s.Seeds {
		if t := s.trained[Model{system, seed}]; t != nil {
			all = append(all, t)
		}
	}
	return all
}

// ofTraining makes a table of what trainings recorded, by the keys of the columns. Trainings without a value do not count.
func (s *Study) ofTraining(key, title string, columns []Column, systems []string, notes ...string) Table {
	for i := range columns {
		at := key + "/" + columns[i].Key
		columns[i].of = func(system string) (values []float64) {
			for _, t := range s.trainings(system) {
				if v, ok := t.Values[at]; ok {
					values = append(values, v)
				}
			}
			return values
		}
	}
	return s.table(key, title, columns, systems, notes...)
}

// snapshots names the steps and documents that tables 1, 3, 9 and the entropy cover.
func (s *Study) snapshots() string {
	var each []string
	for _, system := range s.Systems {
		all := s.trainings(system)
		if i := slices.IndexFunc(all, func(t *Trained) bool { return t.Targets != nil }); i >= 0 {
			t := all[i].Targets
			each = append(each, fmt.Sprintf("%s %d snapshots of steps %d to %d, %d documents", Name(system), t.Snapshots, t.Window[0], t.Window[1], len(t.Entropy)))
		}
	}
	return "The paper samples the targets of all training documents every 8,000 of the last 80,000 of 850,000 steps. We sample those of the first documents as often in the same share of the steps or, if assignments.parquet has too few snapshots there, in its last ten: " +
		strings.Join(each, "; ") + "."
}

// nullTargets makes the first part of table 1, the share of ∅ among the targets. F1 by slots and by batching is in
// tables 4 and 5.
func (s *Study) nullTargets() Table {
	return s.ofTraining("1", "Table 1: share of ∅ among the targets of training", []Column{
		{Key: "present/null", Name: "present slots", Unit: Percent},
		{Key: "absent/null", Name: "absent slots", Unit: Percent},
	}, s.rows("1"), s.snapshots(),
		"Targets after re-assignment; slots without supervision do not count. The paper gives the number of WR-One2Set in section 6.6.")
}

// slotKinds makes table 9, of which table 3 is the row of Baseline.
func (s *Study) slotKinds() Table {
	return s.ofTraining("9", "Tables 3 and 9: slots by their targets", []Column{
		{Key: "present/null", Group: "present slots", Name: "always ∅", Unit: Percent},
		{Key: "present/target", Group: "present slots", Name: "always a keyphrase", Unit: Percent},
		{Key: "present/both", Group: "present slots", Name: "both", Unit: Percent},
		{Key: "absent/null", Group: "absent slots", Name: "always ∅", Unit: Percent},
		{Key: "absent/target", Group: "absent slots", Name: "always a keyphrase", Unit: Percent},
		{Key: "absent/both", Group: "absent slots", Name: "both", Unit: Percent},
	}, s.rows("9"), s.snapshots(), "More snapshots leave fewer slots whose target never changes.")
}

// course adds to tables 3 and 9 how many slots are potential (C_p), unimportant (C_u) and trained on ∅ at the
// beginning and at the end of training.
func (s *Study) course() Table {
	systems := slices.DeleteFunc(slices.Clone(s.Systems), func(system string) bool {
		return !slices.ContainsFunc(s.trainings(system), func(t *Trained) bool { return t.OfSlots })
	})
	return s.ofTraining("course", "Through training: shares of potential slots, unimportant slots, and slots trained on ∅", []Column{
		{Key: "potential/first", Group: "potential", Name: "first quarter", Unit: Percent},
		{Key: "potential/last", Group: "potential", Name: "last quarter", Unit: Percent},
		{Key: "unimportant/first", Group: "unimportant", Name: "first quarter", Unit: Percent},
		{Key: "unimportant/last", Group: "unimportant", Name: "last quarter", Unit: Percent},
		{Key: "null/first", Group: "∅", Name: "first quarter", Unit: Percent},
		{Key: "null/last", Group: "∅", Name: "last quarter", Unit: Percent},
	}, systems,
		"Shares of all slots in the first and the last quarter of training, from train_log.parquet. Only systems with re-assignment have potential slots; systems of one slot are left out.")
}

// entropy makes the second analysis of section 6.6: how stable the targets of a document's slots are, compared with
// Baseline of the same seed.
func (s *Study) entropy() Table {
	return s.ofTraining("entropy", "Section 6.6: entropy of the assignment in bits per slot, and documents where it differs from SetTrans", []Column{
		{Key: "bits", Name: "entropy"},
		{Key: "fell", Name: "fell", Unit: Percent},
		{Key: "rose", Name: "rose", Unit: Percent},
		{Key: "same", Name: "same", Unit: Percent},
	}, s.rows("entropy"), s.snapshots(),
		"Mean over slots, then over documents. Fell, rose and same are shares of documents, compared with SetTrans of the same seed.")
}
