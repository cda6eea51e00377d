// Package group sums the scores of one test set by the values that documents have in a column: their language, field or
// categories. A document counts in the group of each of its values, once. Documents without a value are a group of their
// own, and so is the rest where there are more groups than a limit.
package group

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/score/internal/metric"
	"github.com/wrone2set/wrone2set/score/internal/result"
	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
)

// Most is the number of groups that are given by themselves: the largest, and of equal ones those that come first in the
// order of their bytes.
const Most = 50

// Kinds of groups, in schemas.Group.
const (
	ofValue = "value"
	ofRest  = "rest"
	ofNone  = "none"
)

// heads are the F1 of a group, in the order of the fields of schemas.Group.
var heads = [...]struct {
	kind metric.Kind
	k    metric.K
}{{metric.Present, 5}, {metric.Present, metric.M}, {metric.Absent, 5}, {metric.Absent, metric.M}}

// Groups are the documents of a test set with their values in a column. A document takes some 100 bytes, and 8 for each
// of its phrases and values.
type Groups struct {
	result.Settings
	Column string

	read int
	of   map[string][]*document // by value
	none []*document            // without a value
}

// document is what the measures of a group need of a document.
type document struct {
	at      int                     // among the documents
	numbers [2 * len(heads)]float64 // P and R of each of heads
	phrases []phrase                // those that count
}

type phrase struct {
	score float32
	hit   bool
}

// New returns the groups of an empty test set.
func New(s result.Settings, column string) *Groups {
	return &Groups{Settings: s, Column: column, of: map[string][]*document{}}
}

// Add adds a document with its values, each once. Callers add documents in file order.
func (g *Groups) Add(values []string, d *result.Judged) {
	doc := &document{at: g.read}
	g.read++
	for i, h := range heads {
		doc.numbers[2*i], doc.numbers[2*i+1] = g.PR(d, h.kind, h.k)
	}
	for p, score := range d.Counted() {
		doc.phrases = append(doc.phrases, phrase{float32(score), p.Hit})
	}
	for _, value := range values {
		g.of[value] = append(g.of[value], doc)
	}
	if len(values) == 0 {
		g.none = append(g.none, doc)
	}
}

// Rows returns the groups, the largest first, then the rest, then the documents without a value. calibrated says that
// scores are probabilities. It computes intervals on the given number of goroutines.
func (g *Groups) Rows(ctx context.Context, threads int, calibrated bool) (all []schemas.Group, err error) {
	values := slices.SortedFunc(maps.Keys(g.of), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(g.of[b]), len(g.of[a])), cmp.Compare(a, b))
	})
	own := min(len(values), Most)
	var rest []*document // in file order, each once
	for _, value := range values[own:] {
		rest = append(rest, g.of[value]...)
	}
	slices.SortFunc(rest, func(a, b *document) int { return cmp.Compare(a.at, b.at) })
	add := func(kind, value string, values int, documents []*document) {
		if len(documents) > 0 && err == nil {
			all = append(all, schemas.Group{TestSet: g.TestSet, Column: g.Column, Kind: kind, Value: value, Values: int64(values), Documents: int64(len(documents))})
			err = g.measure(ctx, &all[len(all)-1], documents, threads, calibrated)
		}
	}
	for _, value := range values[:own] {
		add(ofValue, value, 1, g.of[value])
	}
	add(ofRest, "", len(values)-own, slices.Compact(rest))
	add(ofNone, "", 0, g.none)
	return all, err
}

// measure fills the measures of a group of documents.
func (g *Groups) measure(ctx context.Context, of *schemas.Group, documents []*document, threads int, calibrated bool) error {
	boot, diagram := metric.NewBootstrap(2*len(heads)), calibration.New(g.Bins)
	var means [2 * len(heads)]float64
	for _, d := range documents {
		for i, x := range d.numbers {
			means[i] += x
		}
		boot.Add(d.numbers[:]...)
		of.Phrases += int64(len(d.phrases))
		for _, p := range d.phrases {
			if !calibrated {
				break
			}
			if err := diagram.Add(float64(p.score), p.hit); err != nil {
				return err
			}
		}
	}
	for i := range means {
		means[i] /= float64(len(documents))
	}
	intervals, err := boot.Intervals(ctx, g.Sampling, threads, len(heads), metric.F1s)
	if err != nil {
		return err
	}
	for i, to := range []*schemas.GroupF1{&of.PresentAt5, &of.PresentAtM, &of.AbsentAt5, &of.AbsentAtM} {
		to.F1 = metric.F1(means[2*i], means[2*i+1])
		if g.Bootstrap > 0 {
			to.Low, to.High = &intervals[i].Low, &intervals[i].High
		}
	}
	if calibrated && of.Phrases > 0 {
		ece := diagram.ECE()
		of.ECE = &ece
	}
	return nil
}
