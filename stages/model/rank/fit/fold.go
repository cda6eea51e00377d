package fit

import (
	"errors"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// strengths are the values of λ that are tried, falling: of equal losses the stronger penalty wins.
var strengths = [...]float64{300, 100, 30, 10, 3, 1, .3}

// free is the strength by which the intercept of a judge that is given keeps to it: nothing beside a few candidates.
const free = .5

// base is what trees are added to: a regression, or Options.Start with another intercept.
func (o *Options) base(t *Table, rows []int, strength float64) (*rank.Judge, error) {
	if o.Start == nil {
		return regressed(t, rows, strength)
	}
	j := *o.Start
	j.Terms, j.Trees, j.Steps, j.Unseen = slices.Clone(j.Terms), slices.Clone(j.Trees), nil, nil
	return &j, regress(&j, t, rows, Pull{strength, free})
}

// regressed fits a regression to the rows that it is for, and Unwritten to the others. It skips constant features.
func regressed(t *Table, rows []int, strength float64) (*rank.Judge, error) {
	j := &rank.Judge{Strength: strength, Unwritten: unwritten(t, rows)}
	rows = t.regressed(rows)
	for i, name := range t.Features {
		if mean, scale := t.moments(rows, i); scale > constant {
			j.Terms = append(j.Terms, rank.Term{Feature: name, Mean: mean, Scale: scale})
		}
	}
	return j, regress(j, t, rows, Pull{Weights: strength})
}

// unwritten returns the log-odds of the rows that the regression is not for; 0 if it is for all. It adds half a right and half
// a wrong one, since there may be none.
func unwritten(t *Table, rows []int) float64 {
	of := t.regressed(rows)
	right := t.rights(rows) - t.rights(of)
	wrong := len(rows) - len(of) - right
	return math.Log((.5 + float64(right)) / (.5 + float64(wrong)))
}

// without are judges, each fitted without a fold.
type without [folds]*rank.Judge

// strongest returns the strength with the least loss on held-out folds, and the judges fitted without each fold.
func strongest(t *Table, o Options) (strength float64, best without, err error) {
	all, least := strengths[:], math.Inf(1)
	if o.Start != nil {
		all = []float64{o.Start.Strength}
	}
	for _, s := range all {
		judges, err := foldsOf(t, o, s)
		if err != nil {
			return 0, best, err
		}
		loss := 0.
		for row, z := range judges.margins(t) {
			p := rank.Logistic(z)
			if !t.Right[row] {
				p = 1 - p
			}
			loss -= float64(t.weight(row) * math.Log(max(p, math.SmallestNonzeroFloat64)))
		}
		if loss < least {
			strength, best, least = s, judges, loss
		}
		o.Step()
	}
	return strength, best, nil
}

// foldsOf fits a base without each of the folds.
func foldsOf(t *Table, o Options, strength float64) (w without, err error) {
	var failed [folds]error
	o.Split(folds, 1, func(lo, hi int) {
		for fold := lo; fold < hi; fold++ {
			w[fold], failed[fold] = o.base(t, t.within(fold, false), strength)
		}
	})
	return w, errors.Join(failed[:]...)
}

// margins judges each row by the judge that was fitted without its fold.
func (w *without) margins(t *Table) []float64 {
	all := make([]float64, len(t.Right))
	for fold, j := range w {
		rows := t.within(fold, true)
		for i, z := range t.margins(j, rows) {
			all[rows[i]] = z
		}
	}
	return all
}

// plant grows trees for a judge of all rows, and for those without each fold, as many as have the least loss on held-out
// folds, which it returns.
func plant(t *Table, j *rank.Judge, w *without, o Options) (least float64) {
	var judged []int // by a regression
	if o.Start == nil {
		judged = t.regressed(t.all())
	}
	b := newBinned(t, o.Start != nil, judged)
	var growers [folds]*grower
	var start [folds]int
	for fold, of := range w {
		growers[fold], start[fold] = newGrower(b, of, o, fold), len(of.Trees)
	}
	best, least := 0, math.Inf(1)
	for n := 0; n <= mostTrees && n <= best+patience; n++ {
		loss := 0.
		for fold, g := range growers {
			loss += g.loss(fold)
			g.grow()
		}
		o.Step()
		if loss < least {
			best, least = n, loss
		}
	}
	g := newGrower(b, j, o, -1)
	for range best {
		g.grow()
	}
	for fold, of := range w {
		of.Trees = of.Trees[:min(start[fold]+best, len(of.Trees))]
	}
	return least
}
