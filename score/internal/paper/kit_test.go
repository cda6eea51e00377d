package paper

import (
	"testing"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// document has the same precision and recall at both cuts of a kind.
func document(id string, present, absent PR) Scores {
	return Scores{ID: id, At: [len(kinds)][len(cuts)]PR{{present, present}, {absent, absent}}}
}

// run is one of few documents: those that are hit have precision and recall 1 for present phrases, the others 0.
func run(system, seed, test string, hit ...bool) *Run {
	r := &Run{Model: Model{system, seed}, Test: test, Metrics: map[string]float64{}}
	for i, h := range hit {
		at := PR{}
		if h {
			at = PR{1, 1}
		}
		r.Documents = append(r.Documents, document(string(rune('a'+i)), at, PR{}))
	}
	return r
}

func studyOf(t *testing.T, runs, chosen []*Run, trained []*Trained) *Study {
	t.Helper()
	s, err := New(t.Context(), runs, chosen, trained, metric.Sampling{Bootstrap: 200, Seed: 27}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// cell finds a cell by its table, row and column; without the table or row it is empty.
func cell(t *testing.T, s *Study, table, row, column string) Cell {
	t.Helper()
	for _, tab := range s.Tables {
		if tab.Key != table {
			continue
		}
		for _, r := range tab.Rows {
			for i, c := range tab.Columns {
				if r.Key == row && c.Key == column {
					return r.Cells[i]
				}
			}
		}
	}
	return Cell{}
}
