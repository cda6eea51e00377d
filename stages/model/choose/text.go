package choose

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Files of choices without slots in a model folder: of text, known phrases and neighbours alone, and of the tags of a tagger too.
const (
	FastFile = "choice-fast.json"
	BestFile = "choice-best.json"
)

// ofSlots are the features, beside the first bySlots, that need a network; ofTags those that need a tagger.
var (
	ofSlots = []string{"part", "written", "inside", "around", "said_least", "said_mean", "opens", "goes_on"}
	ofTags  = []string{"tag_best", "tag_mean", "tag_begins", "tag_least"}
)

// TextNames returns the names of the features that need no network: text, known phrases and neighbours determine them, and, of tagged
// texts, a tagger.
func TextNames(tagged bool) []string {
	if tagged {
		return taggedNames
	}
	return textNames
}

var (
	taggedNames = slices.DeleteFunc(slices.Clone(names[bySlots:]), func(name string) bool { return slices.Contains(ofSlots, name) })
	textNames   = slices.DeleteFunc(slices.Clone(taggedNames), func(name string) bool { return slices.Contains(ofTags, name) })
)

// The indices in Features of textNames and taggedNames.
var textFeatures, taggedFeatures = indices(textNames), indices(taggedNames)

func indices(names []string) (all []int) {
	for _, name := range names {
		all = append(all, featureOf(name))
	}
	return all
}

// ForText reports whether the choice was fitted without slots: it has no regression, and its trees ask for no feature that needs a
// network.
func (m *Ranker) ForText() bool {
	names := TextNames(m.Tagger != "")
	for _, k := range []*Kind{&m.Present, &m.Absent} {
		if len(k.Terms) > 0 {
			return false
		}
		for _, t := range k.Trees {
			if slices.ContainsFunc(t.Questions, func(q rank.Question) bool { return !slices.Contains(names, q.Feature) }) {
				return false
			}
		}
	}
	return true
}
