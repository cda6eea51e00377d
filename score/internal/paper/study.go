package paper

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// InDomain is the test set of the corpus that the paper trains on. Without it, the first test set is in domain.
const InDomain = "kp20k"

// Study holds all runs and their tables.
type Study struct {
	metric.Sampling // of the tests of significance
	Threads         int

	Systems []string // in the order of the tables
	Seeds   []string
	Tests   []string // in the order given
	Tables  []Table  // in the paper's order, without those that hold no number of ours

	runs    map[Model]map[string]*Run
	chosen  map[Model]map[string]*Run
	trained map[Model]*Trained
	paper   map[spot]Published
}

// New combines runs of the paper's output with runs of chosen phrases (infer --choose f1), if any. Runs that cannot
// share a table are an error: a test set with different documents, a system trained with different settings from one
// seed to the next, or two runs of a model on one test set. New fails with ctx.Err() when ctx ends.
func New(ctx context.Context, runs, chosen []*Run, trained []*Trained, sampling metric.Sampling, threads int) (*Study, error) {
	s := &Study{Sampling: sampling, Threads: threads, trained: map[Model]*Trained{}}
	var err error
	if s.paper, err = published(); err != nil {
		return nil, err
	}
	if s.runs, err = s.arrange(runs); err != nil {
		return nil, err
	}
	for _, r := range runs {
		s.Systems, s.Seeds = append(s.Systems, r.System), append(s.Seeds, r.Seed)
		if !slices.Contains(s.Tests, r.Test) {
			s.Tests = append(s.Tests, r.Test)
		}
	}
	if s.chosen, err = s.arrange(chosen); err != nil {
		return nil, err
	}
	for _, r := range chosen {
		if s.runs[r.Model][r.Test] == nil {
			return nil, fmt.Errorf("%s on %s has a --chosen run and no --result run", r.Model, r.Test)
		}
		if err := sameDocuments(s.runs[r.Model][r.Test], r); err != nil {
			return nil, err
		}
	}
	s.Systems = inOrder(s.Systems)
	slices.Sort(s.Seeds)
	s.Seeds = slices.Compact(s.Seeds)
	if err := s.train(trained); err != nil {
		return nil, err
	}
	return s, s.tables(ctx)
}

// tables makes all tables.
func (s *Study) tables(ctx context.Context) error {
	present, absent := s.main(0), s.main(1)
	if err := s.mark(ctx, &present, &absent); err != nil {
		return err
	}
	s.Tables = slices.DeleteFunc([]Table{s.nullTargets(), s.overEstimating(), present, absent, s.ablation(), s.nullShares(), s.numbersOfPhrases(),
		s.slotKinds(), s.course(), s.entropy(), s.beyond()}, func(t Table) bool { return !t.measured() })
	return nil
}

// arrange indexes runs by model and test set.
func (s *Study) arrange(runs []*Run) (map[Model]map[string]*Run, error) {
	all := map[Model]map[string]*Run{}
	first := map[string]*Run{}
	for _, r := range runs {
		if all[r.Model] == nil {
			all[r.Model] = map[string]*Run{}
		}
		if all[r.Model][r.Test] != nil {
			return nil, fmt.Errorf("%s on %s is given twice", r.Model, r.Test)
		}
		all[r.Model][r.Test], first[r.Test] = r, cmp.Or(first[r.Test], r)
		if err := sameDocuments(first[r.Test], r); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// train indexes trainings by model.
func (s *Study) train(trained []*Trained) error {
	first := map[string]*Trained{}
	for _, t := range trained {
		if s.trained[t.Model] != nil {
			return fmt.Errorf("the training of %s is given twice", t.Model)
		}
		s.trained[t.Model] = t
		first[t.System] = cmp.Or(first[t.System], t)
		if other := first[t.System]; other.Settings != t.Settings {
			return fmt.Errorf("%s and %s were trained with different settings (%s), so they have no common mean", other.Model, t.Model,
				differing(other.Settings, t.Settings))
		}
	}
	for _, t := range trained {
		t.moves(s.trained[Model{Baseline, t.Seed}])
	}
	return nil
}

// differing lists the settings of b that a does not have.
func differing(a, b string) string {
	here := strings.Split(a, "\n")
	other := slices.DeleteFunc(strings.Split(b, "\n"), func(l string) bool { return slices.Contains(here, l) })
	if len(other) == 0 {
		return "some are missing"
	}
	return strings.Join(other, " ")
}

// documents returns the number of documents that a system was trained on, 0 if unknown or different between seeds.
func (s *Study) documents(system string) (n int64) {
	for _, t := range s.trainings(system) {
		if n > 0 && t.Documents != n {
			return 0
		}
		n = t.Documents
	}
	return n
}

// domain is one of the two halves of tables 6 to 8.
type domain struct {
	key, name string
	tests     []string
}

// domains returns those that have test sets.
func (s *Study) domains() []domain {
	in := max(0, slices.Index(s.Tests, InDomain))
	all := []domain{{"in", "in domain", s.Tests[in : in+1]}}
	if out := slices.Delete(slices.Clone(s.Tests), in, in+1); len(out) > 0 {
		all = append(all, domain{"out", "out of domain", out})
	}
	return all
}

// where names the test sets of each domain.
func (s *Study) where() string {
	all := s.domains()
	if len(all) == 1 {
		return fmt.Sprintf("In domain: %s. No test set is out of domain.", list(all[0].tests))
	}
	return fmt.Sprintf("In domain: %s. Out of domain, all documents of these sets together: %s.", list(all[0].tests), list(all[1].tests))
}

// rows returns the systems that have runs or a row in the paper's table.
func (s *Study) rows(table string) (systems []string) {
	systems = slices.Clone(s.Systems)
	for at := range s.paper {
		if at.table == table && at.row != targets {
			systems = append(systems, at.row)
		}
	}
	return inOrder(systems)
}

// encoder returns the family of the pretrained encoder of a system, which follows its name; "" if it has none. The paper
// used another encoder.
func (s *Study) encoder(system string) string {
	for _, t := range s.trainings(system) {
		if t.Encoder != "" {
			family, _, _ := strings.Cut(t.Encoder, "-")
			return " (" + family + ")"
		}
	}
	return ""
}
