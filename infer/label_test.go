//go:build !nomodel

package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/label"
)

// TestLabelPackage: package label says what infer writes, to the byte, with the built-in model and with a folder, whatever the
// options.
func TestLabelPackage(t *testing.T) {
	var documents []label.Document
	var lines strings.Builder
	for i, d := range abstracts(t) {
		if i == 1 {
			d.Title = ""
		}
		documents = append(documents, label.Document{ID: d.ID, Title: d.Title, Body: d.Abstract})
	}
	documents = append(documents, label.Document{ID: "silent"}, label.Document{ID: "é", Title: "Ünïcode", Body: "Graph-Cuts OF images, (2012)."})
	for _, d := range documents {
		lines.WriteString(show(map[string]string{"id": d.ID, "title": d.Title, "abstract": d.Body}) + "\n")
	}
	path := write(t, "documents.jsonl", lines.String())
	for _, c := range []struct {
		model string
		args  []string
		set   func(*label.Options)
	}{
		{"", nil, func(*label.Options) {}},
		{pretrainedModel, []string{"--choose", "top=3", "--precision", "int8"}, func(o *label.Options) { o.Choose, o.Precision = "top=3", label.Int8 }},
		{"", []string{"--released"}, func(o *label.Options) { o.Released, o.Window, o.Threads = true, 2, 3 }},
		{"", []string{"--max-oov", "0", "--shortlist", "500", "--min-score", "0.2", "--max-phrases", "2", "--expect", "9.5"}, func(o *label.Options) {
			o.MaxOOV, o.Shortlist, o.MinScore, o.MaxPhrases, o.BatchSize, o.Expect = 0, 500, .2, 2, 1, 9.5
		}},
	} {
		o := label.DefaultOptions()
		c.set(&o)
		labeller, err := label.Open(c.model, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := labeller.Label(t.Context(), documents...)
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		for _, p := range got {
			most = max(most, len(p.Phrases))
		}
		if o.MaxPhrases > 0 && most != o.MaxPhrases {
			t.Errorf("%v: up to %d phrases of a document", c.args, most)
		}
		want := readTable(t, schemas.Predictions, mustInfer(t, append(c.args, "--documents", path)...), predictions0)
		for i := range want {
			want[i].Phrases = slices.DeleteFunc(want[i].Phrases, func(p schemas.Phrase) bool { return p.Phrase == "" })
		}
		t.Logf("%v", c.args)
		dir := t.TempDir()
		saveTable(t, schemas.Predictions, filepath.Join(dir, "infer"), want)
		saveTable(t, schemas.Predictions, filepath.Join(dir, "label"), got)
		sameFile(t, filepath.Join(dir, "infer"), filepath.Join(dir, "label"))
	}
}
