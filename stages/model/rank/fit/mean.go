package fit

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Mean returns the judge whose log-odds are the mean of those of two judges without Terms, with steps of its own. of are the reports
// of Fit for the judges and this table. Its loss is at most the mean of theirs, and lower where they differ: the loss is convex.
func Mean(t *Table, judges [2]*rank.Judge, of [2]*Report) (*rank.Judge, *Report, error) {
	j, r := &rank.Judge{Strength: judges[0].Strength}, &Report{}
	for _, part := range judges {
		j.Intercept += float64(part.Intercept / 2)
		for _, tree := range part.Trees {
			tree.Leaves = slices.Clone(tree.Leaves)
			for l := range tree.Leaves {
				tree.Leaves[l] /= 2
			}
			j.Trees = append(j.Trees, tree)
		}
	}
	for row, z := range of[0].Margin {
		r.Margin = append(r.Margin, (z+of[1].Margin[row])/2)
	}
	return j, r, r.calibrate(t, j, Options{Start: &rank.Judge{}})
}
