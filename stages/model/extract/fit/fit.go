package fit

import (
	"fmt"
	"math"
	"slices"

	"github.com/wrone2set/wrone2set/stages/model/extract"
)

// Options of a fit.
type Options struct {
	Trees     int            // most that are grown
	Questions int            // of a tree
	Rate      float64        // share of the Newton step that a tree makes
	Penalty   float64        // λ of ½·λ·Σ leaf²
	Prior     *extract.Model // trees to continue from; nil: none
}

// DefaultOptions are those of the model that is part of infer.
func DefaultOptions() Options { return Options{Trees: 150, Questions: 4, Rate: .1, Penalty: 20} }

// Fit fits a model to documents. Candidates all right or all wrong are an error.
func Fit(documents []Document, o Options) (*extract.Model, error) {
	t := newTable(documents)
	right := 0
	for _, r := range t.right {
		if r {
			right++
		}
	}
	if right == 0 || right == len(t.right) {
		return nil, fmt.Errorf("%d of %d candidates of %d documents are right; a fit needs right and wrong ones", right, len(t.right), len(documents))
	}
	m := &extract.Model{Documents: len(documents), Unseen: unseen(documents)}
	if o.Prior != nil {
		m.Base, m.Trees = o.Prior.Base, slices.Clone(o.Prior.Trees)
		t.start(documents, o.Prior)
	} else {
		m.Base = math.Log(float64(right) / float64(len(t.right)-right))
		for i := range t.margin {
			t.margin[i] = m.Base
		}
	}
	for n := range o.Trees {
		tree, ok := t.grow(o, n%turns)
		if !ok {
			break
		}
		m.Trees = append(m.Trees, tree)
	}
	return m, nil
}

// unseen is the distribution, over documents, of the number of present keyphrases that are no candidate.
func unseen(documents []Document) []float64 {
	var n []float64
	for i := range documents {
		missed := min(documents[i].Missed, 20)
		for len(n) <= missed {
			n = append(n, 0)
		}
		n[missed] += 1 / float64(len(documents))
	}
	return n
}
