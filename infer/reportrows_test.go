package main

import (
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// TestOfPhrases: a document has the phrases that exports have, with equal keys for equal stems.
func TestOfPhrases(t *testing.T) {
	p := schemas.Prediction{ID: "a", Limits: schemas.Limits{Language: "und"}, Phrases: []schemas.Phrase{
		{Phrase: "Graph cuts", Tokens: []string{"graph", "cuts"}, Score: .5, Present: true}, {Phrase: "graph cut", Tokens: []string{"graph", "cut"}, Duplicate: true},
		{Phrase: "trees", Tokens: []string{"trees"}, Score: .01}, {Tokens: []string{"<digit>"}}}}
	got := ofPhrases(p, export.Absent{Least: .1}, keys{}, 3)
	if len(got.Labels) != 1 || got.Labels[0].Key != "graph cut" || got.Labels[0].Text != "Graph cuts" || got.Folder != 3 {
		t.Errorf("%+v", got.Document)
	}
}

// TestFolderOptions: documents are labelled again with the settings that the manifest records, and those that differ are named.
func TestFolderOptions(t *testing.T) {
	f := &folder{made: &stages.Manifest{Config: []byte(`{"choose":"top=2","precision":"int8","distinct":true,"limit":7}`)}}
	o, err := f.options()
	if err != nil || o.Choose != "top=2" || o.Precision != "int8" || !o.Distinct || o.Window != 1024 {
		t.Errorf("%+v, %v", o, err)
	}
	if got := f.changed(); len(got) != 3 || got[0] != "distinct true" || got[1] != "precision int8" || got[2] != "limit 7" {
		t.Errorf("%q", got)
	}
}
