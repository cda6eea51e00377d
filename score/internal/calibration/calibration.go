// Package calibration measures whether a phrase's score can be read as the
// probability that the phrase is right.
//
// A Diagram sorts phrases by score into bins of equal width over [0, 1]. In
// each bin the mean score is the confidence and the share of hits the
// accuracy; the expected calibration error is the mean of their distance,
// weighted by phrases (Guo et al., ICML 2017; used for One2Set by Xie et al.,
// EMNLP 2022, section 6.4). A Curve has the precision and the number of hits
// of the phrases at or above each threshold.
package calibration

import (
	"fmt"
	"math"
)

// Steps is the number of thresholds of a Curve: 0.00, 0.05 … 0.95.
const Steps = 20

// Bin is one bar of the diagram.
type Bin struct {
	Phrases int64
	Hits    int64
	scores  float64
}

// Score is the mean score of the bin's phrases, 0 without phrases.
func (b Bin) Score() float64 { return ratio(b.scores, b.Phrases) }

// Precision is the share of hits among the bin's phrases, 0 without phrases.
func (b Bin) Precision() float64 { return ratio(float64(b.Hits), b.Phrases) }

// Diagram collects phrases. The zero Diagram has no bins; see New.
type Diagram struct {
	Bins    []Bin // bin i holds the scores in [i/n, (i+1)/n), the last also 1
	Steps   [Steps]Bin
	Total   Bin
	squares float64
}

// New returns a diagram of n bins, at least one.
func New(n int) *Diagram { return &Diagram{Bins: make([]Bin, max(1, n))} }

// Add adds one phrase. A score outside [0, 1], NaN included, is an error.
func (d *Diagram) Add(score float64, hit bool) error {
	if !(score >= 0 && score <= 1) {
		return fmt.Errorf("score %v is not between 0 and 1", score)
	}
	var h int64
	if hit {
		h = 1
	}
	for _, b := range []*Bin{&d.Bins[index(score, len(d.Bins))], &d.Steps[index(score, Steps)], &d.Total} {
		b.Phrases++
		b.Hits += h
		b.scores += score
	}
	d.squares += (score - float64(h)) * (score - float64(h))
	return nil
}

// ECE is the expected calibration error in [0, 1], 0 without phrases.
func (d *Diagram) ECE() float64 {
	var sum float64
	for _, b := range d.Bins {
		sum += float64(b.Phrases) * math.Abs(b.Score()-b.Precision())
	}
	return ratio(sum, d.Total.Phrases)
}

// Brier is the mean squared distance of score and outcome in [0, 1].
func (d *Diagram) Brier() float64 { return ratio(d.squares, d.Total.Phrases) }

// Point is one threshold of the curve.
type Point struct {
	Threshold float64
	Phrases   int64 // with at least that score
	Hits      int64
}

// Precision is the share of hits, 0 without phrases.
func (p Point) Precision() float64 { return ratio(float64(p.Hits), p.Phrases) }

// Curve is the thresholds in rising order; the first is 0 and holds every phrase.
func (d *Diagram) Curve() []Point {
	points := make([]Point, Steps)
	var phrases, hits int64
	for i := Steps - 1; i >= 0; i-- {
		phrases += d.Steps[i].Phrases
		hits += d.Steps[i].Hits
		points[i] = Point{Threshold: float64(i) / Steps, Phrases: phrases, Hits: hits}
	}
	return points
}

// index is the bin of n that score falls into: the largest i < n with i/n ≤ score.
func index(score float64, n int) int {
	i := min(int(score*float64(n)), n-1)
	for i > 0 && score < float64(i)/float64(n) {
		i--
	}
	for i+1 < n && score >= float64(i+1)/float64(n) {
		i++
	}
	return i
}

func ratio(a float64, b int64) float64 {
	if b == 0 {
		return 0
	}
	return a / float64(b)
}
