package fit

import (
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
