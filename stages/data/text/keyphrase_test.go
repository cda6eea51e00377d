package text

import (
	"strings"
	"testing"
)

func TestKeyphrases(t *testing.T) {
	for _, c := range []struct {
		raw  []string
		want string
	}{
		{nil, ""},
		{[]string{"Neural Networks;Data Mining"}, "neural networks;data mining"},
		{[]string{"Neural Networks", " data mining ; ;"}, "neural networks;data mining"},
		{[]string{"support vector machine (SVM)"}, "support vector machine"},
		{[]string{"(SVM) machine (vector) support"}, "machine support"},
		{[]string{"(first)(last)"}, "last"},
		{[]string{"()"}, ""},
		{[]string{"open (end", "end) open"}, "open ( end;end ) open"},
		{[]string{"a (b (c) d"}, "a d"},
		{[]string{`[x|y]? \alpha`}, "xy alpha"},
		{[]string{"multi-agent systems", "802.11", "2000"}, "multi agent systems;802.11;<digit>"},
		{[]string{"Bayes' rule", "Parkinson's disease"}, "bayes ' rule;parkinson 's disease"},
		{[]string{"same;same"}, "same;same"},
		{[]string{"<i>E. coli</i>; R&amp;D", "CO<sub>2</sub>"}, "e. coli;r d;co2"},
		{[]string{"a b c d e f g"}, "a b c d e f g"},
		{[]string{"graph cuts.", "trees,", "a b.,", "Node.js.", "vitamin C."}, "graph cuts;trees;a b;node.js;vitamin c"},
		{[]string{"the U.S.", "Washington D.C.", "B.", "R. B.", "."}, "the u.s.;washington d.c.;b.;r. b."},
		{[]string{"(ψ)", "?", "naïve Bayes"}, "ψ;naive bayes"},
	} {
		var got []string
		for _, phrase := range NewTokenizer(Fold).Keyphrases(c.raw) {
			got = append(got, strings.Join(phrase, " "))
		}
		if joined := strings.Join(got, ";"); joined != c.want {
			t.Errorf("Keyphrases(%q) = %q, want %q", c.raw, joined, c.want)
		}
	}
}
