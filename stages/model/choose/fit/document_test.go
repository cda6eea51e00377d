package fit

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// TestLabelTwice: a keyphrase given twice, in two forms with the same stems, is one target.
func TestLabelTwice(t *testing.T) {
	d := Label(text.NewStemmer(), []string{"graphs"}, []choose.Candidate{}, [][]string{{"graph"}, {"graphs"}, {"tree"}, {"trees"}})
	if want := (Unseen{Targets: 1, Missed: 1}); d.Present != want || d.Absent != want {
		t.Errorf("present %+v, absent %+v, want %+v of each", d.Present, d.Absent, want)
	}
}

// unseenSteps is a step that nobody counts.
func unseenSteps() {}

// TestLeave: phrases of which it is not known whether they are right are no candidates of the fit, by their stems; a right one stays.
func TestLeave(t *testing.T) {
	stemmer := text.NewStemmer()
	of := func(words ...string) choose.Candidate { return choose.Candidate{Stems: stemmer.All(words)} }
	d := Labelled{Candidates: []choose.Candidate{of("graph", "cuts"), of("tree"), of("moss"), of("graph")}, Right: []bool{false, true, false, true}}
	d.Leave(stemmer, [][]string{{"graph", "cut"}, {"trees"}, {"sea"}})
	if len(d.Candidates) != 3 || d.Candidates[0].Stems[0] != "tree" || d.Candidates[1].Stems[0] != "moss" || !slices.Equal(d.Right, []bool{true, false, true}) {
		t.Errorf("%+v", d)
	}
}
