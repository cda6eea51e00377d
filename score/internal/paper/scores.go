package paper

import (
	"fmt"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// main makes table 4 (kind 0, present) or 5 (kind 1, absent).
func (s *Study) main(kind int) Table {
	t := Table{Key: fmt.Sprint(4 + kind), Title: fmt.Sprintf("Table %d: F1 of %s keyphrases, as each system writes them", 4+kind, kinds[kind])}
	for _, test := range s.Tests {
		for _, cut := range cuts {
			t.Columns = append(t.Columns, Column{Key: f1Key(test, kind, cut), Group: test, Name: "F1@" + cut})
		}
	}
	for _, system := range s.rows(t.Key) {
		row := s.row(system)
		for _, test := range s.Tests {
			marks := s.marks(system, test)
			for cut := range cuts {
				c := over(s.each(s.runs, system, []string{test}, func(r []*Run) (float64, bool) { return f1(r, kind, cut), true }))
				c.Mark = marks[kind][cut]
				row.Cells = append(row.Cells, s.beside(c, t.Key, system, f1Key(test, kind, cuts[cut])))
			}
		}
		t.add(row)
	}
	if s.samples > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("‡ and †: better than %s with p < 0.01 and p < 0.05 by a bootstrap over documents and seeds, %d samples, seed %d.",
			Name(Baseline), s.samples, s.seed))
	}
	return t
}

func f1Key(where string, kind int, cut string) string {
	return fmt.Sprintf("%s/%s/f1@%s", where, kinds[kind], cut)
}

// domain is one of the two halves of tables 6 to 8.
type domain struct {
	key, name string
	tests     []string
}

// both returns the domains that have test sets.
func (s *Study) both() []domain {
	in, out := s.domains()
	all := []domain{{"in", "in domain", in}}
	if len(out) > 0 {
		all = append(all, domain{"out", "out of domain", out})
	}
	return all
}

// where names the test sets of each domain.
func (s *Study) where() string {
	in, out := s.domains()
	if len(out) == 0 {
		return fmt.Sprintf("In domain: %s. No test set is out of domain.", in[0])
	}
	return fmt.Sprintf("In domain: %s. Out of domain, all documents of these sets together: %s.", in[0], list(out))
}

// ablation makes table 6.
func (s *Study) ablation() Table {
	t := Table{Key: "6", Title: "Table 6: ablation of re-assignment and weighting", Notes: []string{s.where()}}
	for kind := range kinds {
		for _, d := range s.both() {
			for _, cut := range cuts {
				t.Columns = append(t.Columns, Column{Key: f1Key(d.key, kind, cut), Group: fmt.Sprintf("%s, %s", kinds[kind], d.name), Name: "F1@" + cut})
			}
		}
	}
	for _, system := range []string{Ours, "no-reassign", "no-weighting", "rand-assign", Baseline} {
		row := s.row(system)
		for kind := range kinds {
			for _, d := range s.both() {
				for cut := range cuts {
					c := over(s.each(s.runs, system, d.tests, func(r []*Run) (float64, bool) { return f1(r, kind, cut), true }))
					row.Cells = append(row.Cells, s.beside(c, t.Key, system, f1Key(d.key, kind, cuts[cut])))
				}
			}
		}
		t.add(row)
	}
	return t
}

// beyond makes a table that the paper does not have: phrases chosen among all slots, their calibration, and
// diversity.
func (s *Study) beyond() Table {
	t := Table{Key: "beyond", Title: "Beyond the paper: phrases chosen from all slots (infer --choose f1), calibration, diversity",
		Notes: []string{"F1@M and ECE are those of --choose f1, all phrases. α-nDCG@5 (Clarke et al., SIGIR 2008) is that of the system's own output, present and absent together."}}
	columns := []struct {
		key, name string
		value     func([]*Run) (float64, bool)
		chosen    bool
	}{
		{"present/f1@M", "present F1@M", func(r []*Run) (float64, bool) { return f1(r, 0, 1), true }, true},
		{"absent/f1@M", "absent F1@M", func(r []*Run) (float64, bool) { return f1(r, 1, 1), true }, true},
		{"ece", "ECE", func(r []*Run) (float64, bool) { v, ok := r[0].Metrics["all/calibration/ece"]; return v, ok }, true},
		{"alpha_ndcg@5", "α-nDCG@5", func(r []*Run) (float64, bool) {
			return mean(r, fmt.Sprintf("%s/%s/alpha_ndcg@5", metric.All, metric.MeanOfDocuments))
		}, false},
	}
	for _, test := range s.Tests {
		for _, c := range columns {
			t.Columns = append(t.Columns, Column{Key: test + "/chosen/" + c.key, Group: test, Name: c.name})
		}
	}
	for _, system := range s.Systems {
		row := s.row(system)
		for _, test := range s.Tests {
			for _, c := range columns {
				from := s.runs
				if c.chosen {
					from = s.chosen
				}
				row.Cells = append(row.Cells, over(s.each(from, system, []string{test}, c.value)))
			}
		}
		t.add(row)
	}
	return t
}
