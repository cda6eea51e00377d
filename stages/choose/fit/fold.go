package fit

import (
	"math"

	"wrone2set/stages/choose"
)

// folds is how many parts the documents are dealt to.
const folds = 5

// strengths are what is tried for λ, falling: of two with equal loss the stronger one stays.
var strengths = [...]float64{300, 100, 30, 10, 3, 1, .3}

// example is a candidate with its outcome, of a fold.
type example struct {
	*choose.Candidate
	right    bool
	document int
}

func (e example) fold() int { return e.document % folds }

// judgement is a probability that was given to an example.
type judgement struct {
	probability float64
	right       bool
}

// examples are the candidates of the documents that are asked for, in order.
func examples(documents []Document, want func(*choose.Candidate) bool) (all []example) {
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

// part is the examples in a fold, or those outside it.
func part(all []example, fold int, in bool) (out []example) {
	for _, e := range all {
		if (e.fold() == fold) == in {
			out = append(out, e)
		}
	}
	return out
}

// strongest finds the strength with the least loss on held-out folds, and the probabilities that it gives there, one for
// each of all.
func strongest(all []example) (strength float64, held []float64, err error) {
	least := math.Inf(1)
	for _, s := range strengths {
		p, err := heldOut(all, s)
		if err != nil {
			return 0, nil, err
		}
		loss := 0.
		for i, e := range all {
			loss -= math.Log(max(likelihood(p[i], e.right), math.SmallestNonzeroFloat64))
		}
		if loss < least {
			strength, held, least = s, p, loss
		}
	}
	return strength, held, nil
}

func likelihood(p float64, right bool) float64 {
	if right {
		return p
	}
	return 1 - p
}

// heldOut judges each example by a regression that has seen no document of its fold.
func heldOut(all []example, strength float64) ([]float64, error) {
	p := make([]float64, len(all))
	for fold := range folds {
		var k choose.Kind
		if err := regress(&k, part(all, fold, false), strength); err != nil {
			return nil, err
		}
		for i, e := range all {
			if e.fold() == fold {
				p[i] = choose.Logistic(k.Margin(e.Features))
			}
		}
	}
	return p, nil
}

// regress fits Intercept and Terms to examples. Features that are the same everywhere are left out.
func regress(k *choose.Kind, of []example, strength float64) error {
	k.Strength, k.Terms = strength, nil
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

// constant is the scale up to which a feature is held to be the same everywhere.
const constant = 1e-9

// moments are mean and standard deviation of a feature.
func moments(of []example, feature int) (mean, deviation float64) {
	for _, e := range of {
		mean += e.Features[feature]
	}
	mean /= float64(len(of))
	for _, e := range of {
		d := e.Features[feature] - mean
		deviation += d * d
	}
	return mean, math.Sqrt(deviation / float64(len(of)))
}
