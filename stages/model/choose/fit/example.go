package fit

import (
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank/fit"
)

// example is a candidate with its outcome and the number of its document.
type example struct {
	*choose.Candidate
	right    bool
	document int
}

// examples returns the candidates of documents in order.
func examples(documents []Labelled) (all []example) {
	for n := range documents {
		d := &documents[n]
		for i := range d.Candidates {
			all = append(all, example{&d.Candidates[i], d.Right[i], n})
		}
	}
	return all
}

// Table returns the candidates of documents as a table.
func Table(documents []Labelled) *fit.Table { return tableWith(examples(documents), choose.Names()) }

// tableWith returns candidates as a table of the named features.
func tableWith(all []example, names []string) *fit.Table {
	columns := make([]int, len(names))
	for i, name := range names {
		columns[i] = slices.Index(choose.Names(), name)
	}
	t := &fit.Table{Features: names, Value: func(row, feature int) float64 { return all[row].Features[columns[feature]] }}
	for _, e := range all {
		t.Right, t.Document = append(t.Right, e.right), append(t.Document, e.document)
	}
	return t
}

// enough reports whether there are enough right and wrong candidates, with some of both outside every fold.
func enough(of []example) bool {
	all, right, in, rightIn := len(of), 0, map[int]int{}, map[int]int{}
	for _, e := range of {
		fold := fit.Fold(e.document)
		if in[fold]++; e.right {
			right++
			rightIn[fold]++
		}
	}
	ok := right >= LeastRight && all-right >= LeastRight
	for fold, n := range in {
		ok = ok && rightIn[fold] < right && n-rightIn[fold] < all-right
	}
	return ok
}

// where returns the examples for which want holds.
func where(all []example, want func(example) bool) (of []example) {
	for _, e := range all {
		if want(e) {
			of = append(of, e)
		}
	}
	return of
}

// ofSlots returns the candidates that slots wrote, to which the regression is fitted.
func ofSlots(all []example) []example {
	return where(all, func(e example) bool { return choose.Written(e.Features) })
}

func rights(of []example) int { return len(where(of, func(e example) bool { return e.right })) }
