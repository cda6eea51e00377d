package group

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/match"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
)

// judged is a document with one right phrase of one.
func judged() *result.Judged {
	d := &result.Judged{Scores: []float64{1}, Verdict: match.Verdict{Predictions: []match.Phrase{{First: true, Valid: true, Present: true, Hit: true}}}}
	d.Verdict.Rankings[metric.Present] = metric.NewRanking([]bool{true}, 1, nil)
	return d
}

// TestRest: the 50 largest groups are given by themselves, equal ones in order of their values, and a document counts once in
// the rest, however many of its values are there.
func TestRest(t *testing.T) {
	g := New(result.Settings{Bins: 2}, "c")
	var many []string
	for i := range Most + 2 {
		many = append(many, fmt.Sprintf("v%02d", Most+1-i))
	}
	g.Add(many, judged())
	g.Add(many[:1], judged()) // v51 is the largest
	g.Add(nil, judged())
	rows, err := g.Rows(t.Context(), 1, true)
	if err != nil || len(rows) != Most+2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if first, last := rows[0], rows[Most-1]; first.Value != "v51" || first.Documents != 2 || last.Value != "v48" || last.Documents != 1 {
		t.Errorf("from %+v to %+v", first, last)
	}
	if rest := rows[Most]; rest.Kind != ofRest || rest.Value != "" || rest.Values != 2 || rest.Documents != 1 || rest.PresentAt5.F1 == 0 {
		t.Errorf("the rest is %+v", rest)
	}
	if none := rows[Most+1]; none.Kind != ofNone || none.Values != 0 || none.Documents != 1 || none.PresentAtM.F1 != 1 {
		t.Errorf("without a value: %+v", none)
	}
	if text := Text("c", rows); !strings.Contains(text, "(2 more)") || !strings.Contains(text, "(none)") {
		t.Errorf("the table is\n%s", text)
	}
	// With as many groups as the limit there is no rest.
	g = New(result.Settings{Bins: 2}, "c")
	g.Add(many[:Most], judged())
	if rows, err := g.Rows(t.Context(), 1, true); err != nil || len(rows) != Most {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// TestShown: a value neither breaks the table nor reaches the terminal as a command.
func TestShown(t *testing.T) {
	text := Text("c\n", []schemas.Group{{Kind: ofValue, Value: "a\x1b[2Jb\t" + strings.Repeat("é", 50), Documents: 1}})
	if lines := strings.Split(text, "\n"); len(lines) != 3 || !strings.Contains(lines[1], "a?[2Jb?"+strings.Repeat("é", 32)+"…  ") || strings.ContainsAny(text, "\x1b\t") {
		t.Errorf("the table is\n%q", text)
	}
}
