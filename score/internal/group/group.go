// Package group sums the scores of one test set by the values that documents have in a column: their language, field or
// categories. A document counts in the group of each of its values, once. Documents without a value are a group of their
// own, and so is the rest where there are more groups than a limit.
package group

import (
	"cmp"
	"context"
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
// of its phrases.
type Groups struct {
	result.Settings
	Column    string
	documents []document
	values    []string       // in order of first occurrence
	size      []int64        // of the group of each value
	index     map[string]int // of a value
}

// document is what the measures of a group need of a document.
type document struct {
	numbers [2 * len(heads)]float64 // P and R of each of heads
	phrases []phrase                // those that count
	values  []int32                 // by index
}

type phrase struct {
	score float32
	hit   bool
}

// New returns the groups of an empty test set.
func New(s result.Settings, column string) *Groups {
	return &Groups{Settings: s, Column: column, index: map[string]int{}}
}

// Add adds a document with its values, each once. Callers add documents in file order.
func (g *Groups) Add(values []string, d *result.Judged) {
	var doc document
	for i, h := range heads {
		doc.numbers[2*i], doc.numbers[2*i+1] = g.PR(d, h.kind, h.k)
	}
	for p, score := range d.Counted() {
		doc.phrases = append(doc.phrases, phrase{float32(score), p.Hit})
	}
	for _, value := range values {
		i, known := g.index[value]
		if !known {
			i = len(g.values)
			g.index[value], g.values, g.size = i, append(g.values, value), append(g.size, 0)
		}
		g.size[i]++
		doc.values = append(doc.values, int32(i))
	}
	g.documents = append(g.documents, doc)
}

// Rows returns the groups, the largest first, then the rest, then the documents without a value. calibrated says that
// scores are probabilities. It computes intervals on the given number of goroutines.
func (g *Groups) Rows(ctx context.Context, threads int, calibrated bool) (all []schemas.Group, err error) {
	order := make([]int, len(g.values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(g.size[b], g.size[a]), cmp.Compare(g.values[a], g.values[b]))
	})
	own := min(len(order), Most)
	place := make([]int, len(order)) // of a value: its row, or own for the rest
	for i, value := range order {
		place[value] = min(i, own)
	}
	members := make([][]*document, own+2) // by row; the last two are the rest and those without a value
	for i := range g.documents {
		d := &g.documents[i]
		rows := []int{own + 1}
		if len(d.values) > 0 {
			rows = rows[:0]
		}
		for _, value := range d.values {
			if row := place[value]; !slices.Contains(rows, row) {
				rows = append(rows, row)
			}
		}
		for _, row := range rows {
			members[row] = append(members[row], d)
		}
	}
	for row, documents := range members {
		if len(documents) == 0 {
			continue
		}
		of := schemas.Group{TestSet: g.TestSet, Column: g.Column, Documents: int64(len(documents))}
		switch {
		case row < own:
			of.Kind, of.Value, of.Values = ofValue, g.values[order[row]], 1
		case row == own:
			of.Kind, of.Values = ofRest, int64(len(order)-own)
		default:
			of.Kind = ofNone
		}
		if err := g.measure(ctx, &of, documents, threads, calibrated); err != nil {
			return nil, err
		}
		all = append(all, of)
	}
	return all, nil
}

// measure fills the measures of a group of documents.
func (g *Groups) measure(ctx context.Context, of *schemas.Group, documents []*document, threads int, calibrated bool) error {
	boot, diagram := metric.NewBootstrap(2*len(heads)), calibration.New(g.Bins)
	var means [2 * len(heads)]float64
	for _, d := range documents {
		for i, x := range d.numbers {
			means[i] += x
		}
		if g.Samples > 0 {
			boot.Add(d.numbers[:]...)
		}
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
	intervals, err := boot.Intervals(ctx, g.Samples, g.Seed, threads, len(heads), metric.F1s)
	if err != nil {
		return err
	}
	for i, to := range []*schemas.GroupF1{&of.PresentAt5, &of.PresentAtM, &of.AbsentAt5, &of.AbsentAtM} {
		to.F1 = metric.F1(means[2*i], means[2*i+1])
		if g.Samples > 0 {
			to.Low, to.High = &intervals[i].Low, &intervals[i].High
		}
	}
	if calibrated && of.Phrases > 0 {
		ece := diagram.ECE()
		of.ECE = &ece
	}
	return nil
}
