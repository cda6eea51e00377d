package phrase

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestTextual: runs of the text are picked without a network, with their places; those that nobody would write are left out, and the
// next best come in their places; and a run that has been stopped ends.
func TestTextual(t *testing.T) {
	early := rank.Judge{Trees: []rank.Tree{{Questions: []rank.Question{{Feature: "first", Above: .5}}, Leaves: []float64{2, -2}}}}
	m := &choose.Ranker{Runs: true, Present: choose.Kind{Judge: early}, Absent: choose.Kind{Judge: early}}
	if err := m.Link(); err != nil || !m.ForText() {
		t.Fatal(err)
	}
	d := &schemas.Document{Body: strings.Fields("of the graph . cuts")}
	asked := []Document{{Given: d, Tokens: d.Body}}
	label := func(o Options) []schemas.Phrase {
		t.Helper()
		o.Choice, o.Lister.Stemmer = m, text.NewStemmer()
		l := NewTextual(o).Alone()
		labels, err := l.Label(asked)
		if err != nil || len(labels) != 1 || labels[0].Slots != nil || len(l.Silent("x").Phrases) > 0 {
			t.Fatal(labels, err)
		}
		return labels[0].Phrases
	}
	spelt := func(all []schemas.Phrase) (words []string) {
		for _, p := range all {
			words = append(words, p.Phrase)
		}
		return words
	}
	two := rank.Rule{Name: rank.Top, Top: 2}
	got := label(Options{Rule: two})
	if want := []string{"of the graph", "graph"}; !slices.Contains(spelt(got), want[0]) || len(got) != 2 || slices.Contains(spelt(got), "of") {
		t.Errorf("%q, want %q first", spelt(got), want)
	}
	if p := got[0]; !p.Present || p.Start == nil || *p.Start != 0 || p.Surface != "of the graph" || p.Slot != -1 || p.Score < .85 {
		t.Errorf("%+v", p)
	}
	if got := label(Options{Rule: two, Lister: Lister{Unmarked: true}}); !slices.Contains(spelt(got), "of") {
		t.Errorf("as the authors' code: %q", spelt(got))
	}
	stopped := NewTextual(Options{Choice: m, Rule: two, Ended: func() error { return context.Canceled }, Lister: Lister{Stemmer: text.NewStemmer()}})
	if _, err := stopped.Label(asked); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
