//go:build !nomodel

package label_test

import (
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/label"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// TestNames: by a choice with names, a person has the full name as a keyphrase in place of the surname that the text repeats, at
// either speed; by one without names, as files had it before, the surname is first.
func TestNames(t *testing.T) {
	document := label.Document{Title: "Explorer Comes Home", Body: "The ship of Fridtjof Nansen came home in June. Nansen had left it in the ice. " +
		"The crew told of bears, and Nansen told of the drift to the north."}
	for _, names := range []bool{false, true} {
		normal := with(map[string][]byte{model.ChoiceFile: choice(t, func(m *choose.Ranker) { m.Names = names })})
		often := fast(t, func(m *choose.Ranker) {
			m.Names = names
			m.Present.Trees = []rank.Tree{{Questions: []rank.Question{{Feature: "runs", Above: 1}}, Leaves: []float64{0, 2}}}
		})
		for speed, folder := range map[string]model.Folder{label.Normal: normal, label.Fast: often} {
			l, err := fastOf(t, folder, func(o *label.Options) { o.Speed, o.Choose = speed, "top=60" })
			if err != nil {
				t.Fatal(err)
			}
			got, err := l.Label(t.Context(), document)
			if err != nil {
				t.Fatal(err)
			}
			place := func(name string) int {
				return slices.IndexFunc(got[0].Phrases, func(p schemas.Phrase) bool { return p.Present && p.Surface == name })
			}
			if full, short := place("Fridtjof Nansen"), place("Nansen"); full < 0 || short < 0 || full < short != names {
				t.Errorf("%s, names %v: the full name is at %d, the surname at %d", speed, names, full, short)
			}
		}
	}
}
