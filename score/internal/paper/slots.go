package paper

import (
	"fmt"
	"slices"
)

// most is the last column of table 2: that number of slots or more.
const most = 3

// overEstimating makes table 2: documents by the number of slots that over-estimate ∅. The paper counts training
// documents; we count those of the test sets.
func (s *Study) overEstimating() Table {
	var columns []Column
	for n := range most + 1 {
		name, metric := fmt.Sprint(n), fmt.Sprintf("over_estimation/documents/%d", n)
		if n == most {
			name, metric = "≥ "+name, metric+"_or_more"
		}
		columns = append(columns, Column{Key: fmt.Sprint(n), Name: name, Unit: Percent, of: s.of(s.runs, s.Tests, shareOf(metric, "documents"))})
	}
	return s.table("2", "Table 2: documents by the number of slots that over-estimate ∅", columns, s.Systems,
		"The paper counts training documents. Here they are the documents of all test sets together: "+list(s.Tests)+".")
}

// nullShares makes table 7: slots that answer ∅ although their phrase without ∅ is right, over all slots whose phrase
// without ∅ is right; also per half.
func (s *Study) nullShares() Table {
	var columns []Column
	for _, d := range s.domains() {
		for _, h := range []struct{ key, name, part string }{{"over", "all slots", "all"}, {"over/present", "present", "present"}, {"over/absent", "absent", "absent"}} {
			at := "over_estimation/" + h.part
			columns = append(columns, Column{Key: d.key + "/" + h.key, Group: d.name, Name: h.name,
				of: s.of(s.runs, d.tests, shareOf(at+"/over_estimated", at+"/correct"))})
		}
	}
	return s.table("7", "Table 7: share of slots that over-estimate ∅", columns, s.rows("7"),
		"The paper's shares are those of the training set and the four other sets; here they are those of test sets. "+s.where())
}

// numbersOfPhrases makes table 8, and adds the mean absolute error of the number of phrases. Its first row has the documents'
// own keyphrases.
func (s *Study) numbersOfPhrases() Table {
	var columns []Column
	gold := Row{Key: targets, Name: "keyphrases of the documents"}
	for _, d := range s.domains() {
		for _, c := range []struct {
			key, name string
			unit      Unit
			value     func([]*Run) (float64, bool)
			gold      string // metric of the documents; "" if they have none
		}{
			{"present", "present", Count, meanOf("present/predicted_mean"), "present/targets_mean"},
			{"absent", "absent", Count, meanOf("absent/predicted_mean"), "absent/targets_mean"},
			{"duplication", "repeated", Share, repeated, ""},
			{"mae", "MAE", Count, meanOf("all/mae"), ""},
		} {
			column := Column{Key: d.key + "/" + c.key, Group: d.name, Name: c.name, Unit: c.unit, of: s.of(s.runs, d.tests, c.value)}
			columns = append(columns, column)
			own := over(s.of(s.runs, d.tests, meanOf(c.gold))(s.Systems[0]))
			own.Seeds, own.Deviation = min(own.Seeds, 1), 0 // the documents are the same for all seeds
			gold.Cells = append(gold.Cells, s.beside(own, "8", targets, column.Key))
		}
	}
	t := s.table("8", "Table 8: phrases per document, and repeated phrases", columns, s.rows("8"), s.where(),
		"MAE is the mean absolute difference between the numbers of phrases and keyphrases of a document; the paper has none.")
	if !gold.empty() {
		t.Rows = slices.Insert(t.Rows, 0, gold)
	}
	return t
}

// repeated returns the share of all phrases that repeat another.
func repeated(r []*Run) (float64, bool) {
	distinct, ok := shareOf("predictions_distinct", "predictions")(r)
	return 1 - distinct, ok
}
