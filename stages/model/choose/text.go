package choose

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// FastFile is the name of the file of a choice without slots in a model folder.
const FastFile = "choice-fast.json"

// ofNetwork are the features, beside the first bySlots, that need a network or a tagger.
var ofNetwork = []string{"part", "written", "inside", "around", "said_least", "said_mean", "opens", "goes_on", "tag_best", "tag_mean", "tag_begins", "tag_least"}

// TextNames returns the names of the features that need no network: text, known phrases and neighbours determine them.
func TextNames() []string { return textNames }

var textNames = func() (all []string) {
	for _, name := range names[bySlots:] {
		if !slices.Contains(ofNetwork, name) {
			all = append(all, name)
		}
	}
	return all
}()

// textFeatures are the indices of TextNames in Features.
var textFeatures = func() (all []int) {
	for _, name := range textNames {
		all = append(all, featureOf(name))
	}
	return all
}()

// ForText reports whether the choice was fitted without slots: it has no regression, and its trees ask for no feature that needs a
// network.
func (m *Ranker) ForText() bool {
	for _, k := range []*Kind{&m.Present, &m.Absent} {
		if len(k.Terms) > 0 {
			return false
		}
		for _, t := range k.Trees {
			if slices.ContainsFunc(t.Questions, func(q rank.Question) bool { return !slices.Contains(textNames, q.Feature) }) {
				return false
			}
		}
	}
	return true
}
