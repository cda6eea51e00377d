package survey

import (
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/word"
)

// TestOfPhrases: a document has the phrases that exports have, with equal keys for equal stems.
func TestOfPhrases(t *testing.T) {
	p := schemas.Prediction{ID: "a", Limits: schemas.Limits{Language: "und"}, Phrases: []schemas.Phrase{
		{Phrase: "Graph cuts", Tokens: []string{"graph", "cuts"}, Score: .5, Present: true}, {Phrase: "graph cut", Tokens: []string{"graph", "cut"}, Duplicate: true},
		{Phrase: "trees", Tokens: []string{"trees"}, Score: .01}, {Tokens: []string{"<digit>"}}}}
	got := ofPhrases(&p, export.Absent{Least: .1}, word.NewCutter(), 3)
	if len(got.Labels) != 1 || got.Labels[0].Key != "graph cut" || got.Labels[0].Text != "Graph cuts" || got.Folder != 3 {
		t.Errorf("%+v", *got)
	}
}
