package choose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestDistinct: phrases that stand inside a better phrase are left out, and the next best take their places. A longer phrase that
// contains a better one stays, and a present phrase only gives way to an absent one that is shown.
func TestDistinct(t *testing.T) {
	of := func(phrase string, p float64, present bool) Candidate {
		words := strings.Fields(phrase)
		return Candidate{Words: words, Stems: words, Present: present, Probability: p, Margin: p}
	}
	for _, c := range []struct {
		name, want, all string
		rule            rank.Rule
		candidates      []Candidate
	}{
		{"inside a better one", "comet tail,dust", "comet tail,tail", rank.Rule{Name: rank.Top, Top: 2},
			[]Candidate{of("comet tail", .5, true), of("tail", .4, true), of("comet", .3, true), of("dust", .2, true)}},
		{"around a better one", "comet,comet tail", "comet,comet tail", rank.Rule{Name: rank.Top, Top: 2}, []Candidate{of("comet", .5, true), of("comet tail", .4, true), of("dust", .2, true)}},
		{"not a run", "comet dust tail,comet tail", "comet dust tail,comet tail", rank.Rule{Name: rank.Top, Top: 2}, []Candidate{of("comet dust tail", .5, true), of("comet tail", .4, true)}},
		{"a part of a word", "comets tail,comet", "comets tail,comet", rank.Rule{Name: rank.Top, Top: 2}, []Candidate{of("comets tail", .5, true), of("comet", .4, true)}},
		{"inside an absent one", "comet tail", "comet tail,tail", rank.Rule{Name: rank.Top, Top: 1}, []Candidate{of("comet tail", .5, false), of("tail", .4, true)}},
		{"inside an absent one that is not shown", "comet tail,tail", "comet tail,tail", rank.Rule{Name: rank.Top, Top: 1}, []Candidate{of("comet tail", .09, false), of("tail", .05, true)}},
		{"by probability", "comet tail", "comet tail,tail", rank.Rule{Name: rank.Probability, Value: .3}, []Candidate{of("comet tail", .5, true), of("tail", .4, true), of("dust", .2, true)}},
	} {
		for distinct, want := range map[bool]string{true: c.want, false: c.all} {
			rule := c.rule
			rule.Distinct = distinct
			var got []string
			for _, p := range (&Ranker{}).Pick(rule, c.candidates) {
				got = append(got, strings.Join(p.Words, " "))
			}
			if strings.Join(got, ",") != want {
				t.Errorf("%s, distinct %v: %v, want %s", c.name, distinct, got, want)
			}
		}
	}
	var many []Candidate
	for i := range 3 * rank.MostDistinct {
		many = append(many, of(fmt.Sprintf("a%d b%d", i, i), .5, true))
	}
	if n := len((&Ranker{}).Pick(rank.Rule{Name: rank.Top, Top: len(many), Distinct: true}, many)); n != len(many) {
		t.Errorf("%d of %d phrases", n, len(many))
	}
}
