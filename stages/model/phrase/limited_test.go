package phrase

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestLimited: networks without a choice print as many phrases as Mode says: of each kind, or of both together.
func TestLimited(t *testing.T) {
	d := &schemas.Document{Body: strings.Fields("deep nets learn fast")}
	var answers []choose.Answer
	for i, s := range []string{"deep", "graph", "nets", "cuts", "net", "learn"} { // net is a duplicate
		answers = append(answers, choose.Answer{Words: []string{s}, Score: 1 - float64(i)/10})
	}
	for _, c := range []struct {
		rule rank.Rule
		most int
		want string
	}{
		{rank.Rule{Name: rank.Slots}, 0, "deep graph nets cuts net learn"},
		{rank.Rule{Name: rank.Top, Top: 1}, 0, "deep graph"},
		{rank.Rule{Name: rank.Top, Top: 2}, 3, "deep graph nets"},
		{rank.Rule{Name: rank.Total, Top: 1}, 0, "deep"},
		{rank.Rule{Name: rank.Total, Top: 4}, 0, "deep graph nets cuts net"},
		{rank.Rule{Name: rank.Total, Top: 4}, 2, "deep graph"},
		{rank.Rule{Name: rank.Total, Top: 2}, 4, "deep graph"},
	} {
		r := Options{Rule: c.rule, Lister: Lister{Stemmer: text.NewStemmer(), MaxPhrases: c.most}}.Limited()
		var got []string
		for _, p := range r.List(d, answers) {
			got = append(got, p.Phrase)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s, at most %d: %v, want %s", c.rule, c.most, got, c.want)
		}
	}
}
