package rank

import (
	"cmp"
	"math"
	"slices"
)

// Reason says why a candidate was chosen, for people.
type Reason struct {
	Places     int       // number of places where it stands in the text; 0: absent
	Slots      int       // slots of the network that wrote it
	Keyphrase  int       // labelled documents that have it as a keyphrase
	Neighbours int       // of these, those among the most similar to the text
	Similar    []Similar // the most similar of them, the most similar first
	Effects    []Effect  // the strongest first
}

// Similar is a labelled document that is similar to a text. It has no title: a model keeps only keyphrases.
type Similar struct {
	Similarity float64 // cosine, 0 to 1
	Keyphrases []string
}

// Effect is what one kind of evidence adds to the log-odds of a candidate; see Judge.Effects.
type Effect struct {
	Evidence string
	By       float64
}

// Evidence is a kind of evidence: features that say the same in several ways.
type Evidence struct {
	Name     string
	Features []string
}

// Effects returns what each kind of evidence adds to the log-odds of a candidate: its Margin, less the Margin if the features of
// that kind had their usual values and the others their own. The strongest, in either direction, come first; those of 0 are left out.
// names are those of the features, in their order.
func (j *Judge) Effects(names []string, features, usual []float64, kinds []Evidence) (all []Effect) {
	own := j.Margin(features)
	for _, kind := range kinds {
		without := slices.Clone(features)
		for _, name := range kind.Features {
			if i := slices.Index(names, name); i >= 0 {
				without[i] = usual[i]
			}
		}
		if by := own - j.Margin(without); by != 0 {
			all = append(all, Effect{kind.Name, by})
		}
	}
	slices.SortStableFunc(all, func(a, b Effect) int { return cmp.Compare(math.Abs(b.By), math.Abs(a.By)) })
	return all
}

// Usual returns the median of each feature over candidates; of an even number the lower one, so that it is a value that occurs.
func Usual(features [][]float64) (usual []float64) {
	if len(features) == 0 {
		return nil
	}
	column := make([]float64, len(features))
	for k := range features[0] {
		for i := range features {
			column[i] = features[i][k]
		}
		slices.Sort(column)
		usual = append(usual, column[(len(column)-1)/2])
	}
	return usual
}
