package report

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/paper"
)

// TestPaper: the page has every table and figure, ours and the paper's numbers, and needs nothing from elsewhere.
func TestPaper(t *testing.T) {
	var runs []*paper.Run
	var trained []*paper.Trained
	for _, system := range []string{"wr", "settrans", "<b>"} {
		r := &paper.Run{Model: paper.Model{System: system, Seed: "27"}, Test: "kp20k", Documents: []paper.Scores{{ID: "a"}},
			Metrics: map[string]float64{"slots/calibration/bins": 100, "slots/calibration/bin/03/phrases": 5, "slots/calibration/bin/03/precision": 0.125}}
		runs = append(runs, r)
		trained = append(trained, &paper.Trained{Model: r.Model, Documents: 1234, Targets: &paper.Targets{
			Null: [2]float64{0.5, 0.75}, Over: []paper.Point{{Step: 10, Value: 1.5}, {Step: 20, Value: 0.5}}},
			Course: paper.CourseOf([]schemas.TrainLog{{Step: 5, Split: "train", PotentialShare: .125, NullShare: .5}})})
	}
	s, err := paper.New(runs, nil, trained, paper.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := Paper(&b, s); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{"Table 1", "Table 4", "Tables 3 and 9", "1234", "75.0 %", "72.4 %", "0.370 ±0.001", "&lt;b&gt;", "Entropy of the assignment", "Slots through training",
		"potential: 12.5 % at step 5",
		"WR-One2Set: 1.500 bits up to step 10", "Reliability of SetTrans", "confidence 0.03 to 0.04: 5 phrases", `<th></th><th></th><th colspan="2" class="group">kp20k</th>`,
		`<th></th><th>training documents</th><th class="first">F1@5</th><th>F1@M</th>`, ".paper th.group { text-align: center; }",
		"The paper&#39;s own numbers, in grey,"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, no := range []string{"http:", "https:", "src=", "ZgotmplZ", "NaN", "%!", "<no value>", "<script", "<b>", "parenthes", `colspan="2"></th>`} {
		if strings.Contains(page, no) {
			t.Errorf("the page holds %q", no)
		}
	}
}
