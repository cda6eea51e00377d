package choose

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// readable is a document with known phrases and neighbours.
func readable(t *testing.T) Material {
	known := knownOf(t, []schemas.KnownPhrase{
		{Stems: "cut", Targets: 2, Documents: 3}, {Stems: "graph", Targets: 0, Documents: 9}, {Stems: "graph cut", Targets: 4, Documents: 5}, {Stems: "segment", Targets: 1, Documents: 2},
	})
	near := labelled(
		schemas.Neighbour{Stems: "cut", Found: 2, Documents: schemas.Gaps(0)}, schemas.Neighbour{Stems: "graph", Found: 3, Documents: schemas.Gaps(0, 1)},
		schemas.Neighbour{Stems: "segment", Found: 1, Documents: schemas.Gaps(3)}, schemas.Neighbour{Stems: "x", Found: 4, Documents: schemas.Gaps(3)},
		schemas.Neighbour{Stems: "flow", Keyphrase: "flow", Documents: schemas.Gaps(0, 1)}, schemas.Neighbour{Stems: "graph cut", Keyphrase: "graph cuts", Documents: schemas.Gaps(0)},
		schemas.Neighbour{Stems: "segment graph", Keyphrase: "segment graph", Documents: schemas.Gaps(0)},
	)
	return Material{Tokens: strings.Fields("on graph cuts . segments of a graph cut : cuts of segments"), Title: 4, Known: known, Neighbours: near, Runs: true}
}

// TestTextNames: all but two, which tell of the document, differ among candidates; without slots the candidates, and their features that need no network, are those of a document whose slot wrote
// nothing.
func TestTextNames(t *testing.T) {
	d := readable(t)
	alone := Candidates(text.NewStemmer(), d, 0)
	d.Slots = []Answer{{Probabilities: []float64{.5}, Null: .5}}
	beside := Candidates(text.NewStemmer(), d, 0)
	if len(alone) != len(beside) || len(alone) < 8 {
		t.Fatalf("%d candidates, %d with a silent slot", len(alone), len(beside))
	}
	varied := map[string]bool{}
	for i, c := range alone {
		if !slices.Equal(c.Stems, beside[i].Stems) || c.Present != beside[i].Present || c.Start != beside[i].Start || c.Slot != -1 {
			t.Fatalf("candidate %d is %v, with a silent slot %v", i, c, beside[i])
		}
		for k, name := range Names() {
			if !slices.Contains(TextNames(false), name) {
				continue
			}
			if c.Features[k] != beside[i].Features[k] {
				t.Errorf("%s of %v is %v, with a silent slot %v", name, c.Words, c.Features[k], beside[i].Features[k])
			}
			if c.Features[k] != alone[0].Features[k] {
				varied[name] = true
			}
		}
	}
	if len(TextNames(false)) != len(Names())-bySlots-len(ofSlots)-len(ofTags) || len(varied) != len(TextNames(false))-2 {
		t.Errorf("of %d features %d are of the text; varied: %v", len(Names()), len(TextNames(false)), varied)
	}
}

// TestForText: a choice is one without slots if nothing in it asks for them, present or absent; and it is nothing without trees.
func TestForText(t *testing.T) {
	tree := func(feature string) []rank.Tree {
		return []rank.Tree{{Questions: []rank.Question{{Feature: feature, Above: .5}}, Leaves: []float64{-1, 1}}}
	}
	of := func(present, absent []rank.Tree, terms []rank.Term) *Ranker {
		kind := func(trees []rank.Tree) Kind { return Kind{Judge: rank.Judge{Trees: trees, Terms: terms}} }
		return &Ranker{Present: kind(present), Absent: kind(absent)}
	}
	tagged := func(m *Ranker) *Ranker { m.Tagger = "7c"; return m }
	for _, c := range []struct {
		m        *Ranker
		text, ok bool
	}{
		{of(tree("runs"), tree("vote_sum"), nil), true, true},
		{of(tree("runs"), nil, nil), true, true},
		{of(nil, tree("runs"), nil), true, false},
		{of(tree("written"), tree("runs"), nil), false, false},
		{of(tree("runs"), tree("opens"), nil), false, false},
		{of(tree("runs"), tree(rank.RegressionFeature), nil), false, false},
		{of(tree("here_best"), nil, nil), false, false},
		{of(tree("tag_best"), nil, nil), false, false},
		{tagged(of(tree("tag_best"), tree("runs"), nil)), true, true},
		{tagged(of(tree("opens"), tree("tag_best"), nil)), false, false},
		{of(tree("runs"), nil, []rank.Term{{Feature: "runs", Scale: 1}}), false, true},
	} {
		if got := c.m.ForText(); got != c.text {
			t.Errorf("%+v: %v, want %v", c.m, got, c.text)
		}
		var b bytes.Buffer
		if err := c.m.Write(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(FastFile, &b); (err == nil) != c.ok || !c.ok && !errors.Is(err, schemas.ErrDamaged) {
			t.Errorf("%+v: %v", c.m, err)
		}
	}
}

// TestTagged: a text with tags and without slots has the features of a tagger, too.
func TestTagged(t *testing.T) {
	d := readable(t)
	d.Tags = []Tag{{}, {Begins: .5, Inside: .25}, {Inside: .5}}
	varied := map[string]bool{}
	all := Candidates(text.NewStemmer(), d, 0)
	for _, c := range all {
		for k, name := range Names() {
			if c.Features[k] != all[0].Features[k] {
				varied[name] = true
			}
		}
	}
	for _, name := range ofTags {
		if !varied[name] || !slices.Contains(TextNames(true), name) || slices.Contains(TextNames(false), name) {
			t.Errorf("%s is the same for all candidates, or of another kind", name)
		}
	}
	if len(TextNames(true)) != len(TextNames(false))+len(ofTags) {
		t.Errorf("%q", TextNames(true))
	}
}
