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
		mode rank.Mode
		most int
		want string
	}{
		{rank.Mode{Rule: rank.Slots}, 0, "deep graph nets cuts net learn"},
		{rank.Mode{Rule: rank.Top, Top: 1}, 0, "deep graph"},
		{rank.Mode{Rule: rank.Top, Top: 2}, 3, "deep graph nets"},
		{rank.Mode{Rule: rank.Total, Top: 1}, 0, "deep"},
		{rank.Mode{Rule: rank.Total, Top: 4}, 0, "deep graph nets cuts net"},
		{rank.Mode{Rule: rank.Total, Top: 4}, 2, "deep graph"},
		{rank.Mode{Rule: rank.Total, Top: 2}, 4, "deep graph"},
	} {
		r := Options{Mode: c.mode, Ranker: Ranker{Stemmer: text.NewStemmer(), MaxPhrases: c.most}}.Limited()
		var got []string
		for _, p := range r.Rank(d, answers) {
			got = append(got, p.Phrase)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s, at most %d: %v, want %s", c.mode, c.most, got, c.want)
		}
	}
}
