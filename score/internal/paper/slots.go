package paper

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/metric"
)

// most is the last column of table 2: that number of slots or more.
const most = 3

// overEstimating makes table 2: documents by the number of slots that over-estimate ∅. The paper counts training
// documents; we count those of the test sets.
func (s *Study) overEstimating() Table {
	t := Table{Key: "2", Title: "Table 2: documents by the number of slots that over-estimate ∅",
		Notes: []string{"The paper counts training documents. Here they are the documents of all test sets together: " + list(s.Tests) + "."}}
	for n := range most + 1 {
		name := fmt.Sprint(n)
		if n == most {
			name = "≥ " + name
		}
		t.Columns = append(t.Columns, Column{Key: fmt.Sprint(n), Name: name, Unit: Percent})
	}
	for _, system := range s.Systems {
		row := s.row(system)
		for n := range most + 1 {
			name := fmt.Sprintf("over_estimation/documents/%d", n)
			if n == most {
				name += "_or_more"
			}
			c := over(s.each(s.runs, system, s.Tests, func(r []*Run) (float64, bool) { return share(r, name, "documents") }))
			row.Cells = append(row.Cells, s.beside(c, t.Key, system, fmt.Sprint(n)))
		}
		t.add(row)
	}
	return t
}

// nullShares makes table 7: slots that answer ∅ although their phrase without ∅ is right, over all slots whose phrase
// without ∅ is right; also per half.
func (s *Study) nullShares() Table {
	t := Table{Key: "7", Title: "Table 7: share of slots that over-estimate ∅",
		Notes: []string{"The paper's shares are those of the training set and the four other sets; here they are those of test sets. " + s.where()}}
	halves := []struct{ key, name, part string }{{"over", "all slots", "all"}, {"over/present", "present", "present"}, {"over/absent", "absent", "absent"}}
	for _, d := range s.both() {
		for _, h := range halves {
			t.Columns = append(t.Columns, Column{Key: d.key + "/" + h.key, Group: d.name, Name: h.name})
		}
	}
	for _, system := range s.rows(t.Key) {
		row := s.row(system)
		for _, d := range s.both() {
			for _, h := range halves {
				at := "over_estimation/" + h.part
				c := over(s.each(s.runs, system, d.tests, func(r []*Run) (float64, bool) { return share(r, at+"/over_estimated", at+"/correct") }))
				row.Cells = append(row.Cells, s.beside(c, t.Key, system, d.key+"/"+h.key))
			}
		}
		t.add(row)
	}
	return t
}

// numbersOfPhrases makes table 8, and adds the mean absolute error of the number of phrases.
func (s *Study) numbersOfPhrases() Table {
	t := Table{Key: "8", Title: "Table 8: phrases per document, and repeated phrases", Notes: []string{s.where(),
		"MAE is the mean absolute difference between the numbers of phrases and keyphrases of a document; the paper has none."}}
	columns := []struct {
		key, name string
		unit      Unit
		of        func([]*Run) (float64, bool) // of a system
		targets   func([]*Run) (float64, bool) // of the documents; nil if they have none
	}{
		{"present", "present", Count, predicted(metric.Present), wanted(metric.Present)},
		{"absent", "absent", Count, predicted(metric.Absent), wanted(metric.Absent)},
		{"duplication", "repeated", Share, repeated, nil},
		{"mae", "MAE", Count, func(r []*Run) (float64, bool) { return mean(r, "all/mae") }, nil},
	}
	row := Row{Key: targets, Name: "keyphrases of the documents"}
	for _, d := range s.both() {
		for _, c := range columns {
			t.Columns = append(t.Columns, Column{Key: d.key + "/" + c.key, Group: d.name, Name: c.name, Unit: c.unit})
			cell := Cell{}
			if c.targets != nil {
				cell = over(s.each(s.runs, s.Systems[0], d.tests, c.targets))
				cell.Seeds, cell.Deviation = min(cell.Seeds, 1), 0 // the documents are the same for all seeds
			}
			row.Cells = append(row.Cells, s.beside(cell, t.Key, targets, d.key+"/"+c.key))
		}
	}
	t.add(row)
	for _, system := range s.rows(t.Key) {
		row := s.row(system)
		for _, d := range s.both() {
			for _, c := range columns {
				cell := over(s.each(s.runs, system, d.tests, c.of))
				row.Cells = append(row.Cells, s.beside(cell, t.Key, system, d.key+"/"+c.key))
			}
		}
		t.add(row)
	}
	return t
}

func predicted(k metric.Kind) func([]*Run) (float64, bool) {
	return func(r []*Run) (float64, bool) { return mean(r, k.String()+"/predicted_mean") }
}

func wanted(k metric.Kind) func([]*Run) (float64, bool) {
	return func(r []*Run) (float64, bool) { return mean(r, k.String()+"/targets_mean") }
}

// repeated returns the share of all phrases that repeat another.
func repeated(r []*Run) (float64, bool) {
	distinct, ok := share(r, "predictions_distinct", "predictions")
	return 1 - distinct, ok
}

// add adds a row unless it is empty.
func (t *Table) add(r Row) {
	for _, c := range r.Cells {
		if c.Seeds > 0 || c.Paper != nil {
			t.Rows = append(t.Rows, r)
			return
		}
	}
}

// list joins names in a sentence.
func list(names []string) string { return strings.Join(names, ", ") }
