package paper

import (
	"fmt"
	"slices"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// of returns, for a column, the value of every seed of a system that has runs on all of these test sets.
func (s *Study) of(from map[Model]map[string]*Run, tests []string, value func([]*Run) (float64, bool)) func(system string) []float64 {
	return func(system string) (values []float64) {
		for _, seed := range s.Seeds {
			var runs []*Run
			for _, test := range tests {
				runs = append(runs, from[Model{system, seed}][test])
			}
			if slices.Contains(runs, nil) {
				continue
			}
			if v, ok := value(runs); ok {
				values = append(values, v)
			}
		}
		return values
	}
}

// f1Column is the macro F1 of a kind at a cut. where is the part of its key that stands for the test sets.
func (s *Study) f1Column(where, group string, tests []string, kind, cut int) Column {
	return Column{Key: f1Key(where, kind, cuts[cut]), Group: group, Name: "F1@" + cuts[cut], of: s.of(s.runs, tests, f1Of(kind, cut))}
}

func f1Key(where string, kind int, cut string) string {
	return fmt.Sprintf("%s/%s/f1@%s", where, kinds[kind], cut)
}

// main makes table 4 (kind 0, present) or 5 (kind 1, absent), without marks.
func (s *Study) main(kind int) Table {
	var columns []Column
	for _, test := range s.Tests {
		for cut := range cuts {
			columns = append(columns, s.f1Column(test, test, []string{test}, kind, cut))
		}
	}
	key := fmt.Sprint(4 + kind)
	t := s.table(key, fmt.Sprintf("Table %s: F1 of %s keyphrases, as each system writes them", key, kinds[kind]), columns, s.rows(key))
	if s.Bootstrap > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("‡ and †: better than %s with p < 0.01 and p < 0.05 by a bootstrap over documents and seeds, %d samples, seed %d.",
			Name(Baseline), s.Bootstrap, s.Seed))
	}
	return t
}

// ablation makes table 6.
func (s *Study) ablation() Table {
	var columns []Column
	for kind := range kinds {
		for _, d := range s.domains() {
			for cut := range cuts {
				columns = append(columns, s.f1Column(d.key, fmt.Sprintf("%s, %s", kinds[kind], d.name), d.tests, kind, cut))
			}
		}
	}
	return s.table("6", "Table 6: ablation of re-assignment and weighting", columns, []string{Ours, "no-reassign", "no-weighting", "rand-assign", Baseline}, s.where())
}

// beyond makes a table that the paper does not have: phrases chosen among all slots, their calibration, and
// diversity.
func (s *Study) beyond() Table {
	var columns []Column
	for _, test := range s.Tests {
		for _, c := range []struct {
			key, name string
			from      map[Model]map[string]*Run
			value     func([]*Run) (float64, bool)
		}{
			{"present/f1@M", "present F1@M", s.chosen, f1Of(0, 1)},
			{"absent/f1@M", "absent F1@M", s.chosen, f1Of(1, 1)},
			{"ece", "ECE", s.chosen, func(r []*Run) (float64, bool) { v, ok := r[0].Metrics["all/calibration/ece"]; return v, ok }},
			{"alpha_ndcg@5", "α-nDCG@5", s.runs, meanOf(fmt.Sprintf("%s/%s/alpha_ndcg@5", metric.All, metric.MeanOfDocuments))},
		} {
			columns = append(columns, Column{Key: test + "/chosen/" + c.key, Group: test, Name: c.name, of: s.of(c.from, []string{test}, c.value)})
		}
	}
	return s.table("beyond", "Beyond the paper: phrases chosen from all slots (infer --choose f1), calibration, diversity", columns, s.Systems,
		"F1@M and ECE are those of --choose f1, all phrases. α-nDCG@5 (Clarke et al., SIGIR 2008) is that of the system's own output, present and absent together.")
}
