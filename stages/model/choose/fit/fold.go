package fit

import (
	"errors"
	"math"

	"github.com/wrone2set/wrone2set/stages/model/choose"
)

// folds is the number of folds.
const folds = 5

// strengths are the values of λ that are tried, falling: of equal losses the stronger penalty wins.
var strengths = [...]float64{300, 100, 30, 10, 3, 1, .3}

// example is a candidate with its outcome and its fold.
type example struct {
	*choose.Candidate
	right    bool
	document int
}

func (e example) fold() int { return e.document % folds }

// judgement is the probability given to an example.
type judgement struct {
	probability float64
	right       bool
}

// examples returns the candidates for which want holds, in order.
func examples(documents []Labelled, want func(*choose.Candidate) bool) (all []example) {
	for n := range documents {
		d := &documents[n]
		for i := range d.Candidates {
			if want(&d.Candidates[i]) {
				all = append(all, example{&d.Candidates[i], d.Right[i], n})
			}
		}
	}
	return all
}

// part returns the examples in a fold, or those outside it.
func part(all []example, fold int, in bool) (out []example) {
	for _, e := range all {
		if (e.fold() == fold) == in {
			out = append(out, e)
		}
	}
	return out
}

// strongest returns the strength with the least loss on held-out folds, and the kinds fitted without each fold.
func strongest(all []example, split Split, step func()) (strength float64, without [folds]choose.Kind, err error) {
	least := math.Inf(1)
	for _, s := range strengths {
		kinds, err := foldsOf(all, s, split)
		if err != nil {
			return 0, without, err
		}
		loss := 0.
		for i, p := range heldOut(all, &kinds) {
			loss -= math.Log(max(likelihood(p, all[i].right), math.SmallestNonzeroFloat64))
		}
		if loss < least {
			strength, without, least = s, kinds, loss
		}
		step()
	}
	return strength, without, nil
}

func likelihood(p float64, right bool) float64 {
	if right {
		return p
	}
	return 1 - p
}

// foldsOf fits a regression without each of the folds.
func foldsOf(all []example, strength float64, split Split) (without [folds]choose.Kind, err error) {
	var failed [folds]error
	split(folds, 1, func(lo, hi int) {
		for fold := lo; fold < hi; fold++ {
			failed[fold] = regress(&without[fold], part(all, fold, false), strength)
		}
	})
	return without, errors.Join(failed[:]...)
}

// heldOut judges each example by the kind that was fitted without its fold.
func heldOut(all []example, without *[folds]choose.Kind) []float64 {
	p := make([]float64, len(all))
	for i, e := range all {
		p[i] = choose.Logistic(without[e.fold()].Margin(e.Features))
	}
	return p
}

// outside returns the examples that a fold's kind is fitted to.
func outside(fold int) func(example) bool {
	return func(e example) bool { return e.fold() != fold }
}

// plant grows trees for k, whose regression is fitted to all examples, and for the kinds without each fold, as many as have
// the least loss on held-out folds.
func plant(k *choose.Kind, all []example, without *[folds]choose.Kind, split Split, step func()) {
	t := tabled(all)
	var growers [folds]*grower
	for fold := range growers {
		growers[fold] = newGrower(t, &without[fold], split, outside(fold))
	}
	best, least := 0, math.Inf(1)
	for n := 0; n <= mostTrees && n <= best+patience; n++ {
		loss := 0.
		for fold, g := range growers {
			loss += g.loss(func(e example) bool { return e.fold() == fold })
			g.grow()
		}
		step()
		if loss < least {
			best, least = n, loss
		}
	}
	g := newGrower(t, k, split, func(example) bool { return true })
	for range best {
		g.grow()
	}
	for fold := range without {
		of := &without[fold]
		of.Trees = of.Trees[:min(best, len(of.Trees))]
	}
}

// regress fits Intercept and Terms to the examples that slots wrote, and Unwritten to the others. It skips constant
// features.
func regress(k *choose.Kind, all []example, strength float64) error {
	k.Strength, k.Terms, k.Unwritten = strength, nil, unwritten(all)
	of := ofSlots(all)
	var columns []int
	for i, f := range choose.Features {
		mean, scale := moments(of, i)
		if t, ok := choose.NewTerm(f.Name, mean, scale, 0); ok && scale > constant {
			k.Terms, columns = append(k.Terms, t), append(columns, i)
		}
	}
	r := regression{strength: strength}
	for _, e := range of {
		x := make([]float64, len(columns))
		for j, i := range columns {
			x[j] = (e.Features[i] - k.Terms[j].Mean) / k.Terms[j].Scale
		}
		r.x, r.right = append(r.x, x), append(r.right, e.right)
	}
	if len(r.x) == 0 {
		return errNewton
	}
	w, err := r.minimum()
	if err != nil {
		return err
	}
	k.Intercept = w[0]
	for j := range k.Terms {
		k.Terms[j].Weight = w[1+j]
	}
	return nil
}

// unwritten returns the log-odds of candidates that no slot wrote. It adds half a right and half a wrong one, since there
// may be none.
func unwritten(all []example) float64 {
	right, wrong := .5, .5
	for _, e := range all {
		switch {
		case choose.Written(e.Features):
		case e.right:
			right++
		default:
			wrong++
		}
	}
	return math.Log(right / wrong)
}

// constant is the scale up to which a feature counts as constant.
const constant = 1e-9

// moments returns mean and standard deviation of a feature.
func moments(of []example, feature int) (mean, deviation float64) {
	for _, e := range of {
		mean += e.Features[feature]
	}
	mean /= float64(len(of))
	for _, e := range of {
		d := e.Features[feature] - mean
		deviation += float64(d * d)
	}
	return mean, math.Sqrt(deviation / float64(len(of)))
}
