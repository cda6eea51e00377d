// Package calibration measures whether a phrase's score can be read as the probability that the phrase is right.
//
// A Diagram sorts phrases by score into bins of equal width over [0, 1]. The confidence of a bin is its mean score,
// and its accuracy is its share of hits. The expected calibration error is the mean distance between the two,
// weighted by phrases (Guo et al., ICML 2017; used for One2Set by Xie et al., EMNLP 2022, section 6.4). A Curve holds
// the precision and the number of hits of the phrases at or above each threshold.
package calibration

import (
	"fmt"
	"math"
)

// Bins is the default number of bins of a Diagram, as in Guo et al.
const Bins = 15

// Steps is the number of thresholds of a Curve: 0.000, 0.005 … 0.995.
const Steps = 200

// Bin is one bar of the diagram.
type Bin struct {
	Phrases int64
	Hits    int64
	scores  float64
}

// Score returns the mean score of the bin's phrases, 0 without phrases.
func (b Bin) Score() float64 { return ratio(b.scores, b.Phrases) }

// Expected returns the expected number of hits: the sum of the scores.
func (b Bin) Expected() float64 { return b.scores }

// Precision returns the share of hits among the bin's phrases, 0 without phrases.
func (b Bin) Precision() float64 { return ratio(float64(b.Hits), b.Phrases) }

// z is the 97.5 % quantile of the normal distribution.
const z = 1.959963984540054

// Band returns the 95 % confidence interval of Precision by the score method (Wilson, Journal of the American
// Statistical Association 22, 1927), which assumes that phrases are right independently of each other. Without
// phrases it is [0, 1]. The interval lies within [0, 1] and contains Precision.
func (b Bin) Band() (low, high float64) {
	if b.Phrases == 0 {
		return 0, 1
	}
	n, p := float64(b.Phrases), b.Precision()
	middle := p + z*z/(2*n)
	half := float64(z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n)))
	return max(0, min(p, (middle-half)/(1+z*z/n))), min(1, max(p, (middle+half)/(1+z*z/n)))
}

// Diagram collects phrases. The zero Diagram has no bins; see New.
type Diagram struct {
	Bins    []Bin // bin i holds the scores in [i/n, (i+1)/n), the last one also 1
	Total   Bin
	steps   [Steps]Bin
	squares float64
}

// New returns a diagram of n bins, or of one bin if n < 1.
func New(n int) *Diagram { return &Diagram{Bins: make([]Bin, max(1, n))} }

// Valid reports whether score is in [0, 1].
func Valid(score float64) bool { return score >= 0 && score <= 1 }

// Add adds one phrase. It fails unless the score is Valid.
func (d *Diagram) Add(score float64, hit bool) error {
	if !Valid(score) {
		return fmt.Errorf("score %v is not between 0 and 1", score)
	}
	var h int64
	if hit {
		h = 1
	}
	for _, b := range []*Bin{&d.Bins[Index(score, len(d.Bins))], &d.steps[Index(score, Steps)], &d.Total} {
		b.Phrases++
		b.Hits += h
		b.scores += score
	}
	d.squares += float64((score - float64(h)) * (score - float64(h)))
	return nil
}

// ECE returns the expected calibration error in [0, 1], 0 without phrases.
func (d *Diagram) ECE() float64 {
	var sum float64
	for _, b := range d.Bins {
		sum += float64(float64(b.Phrases) * math.Abs(b.Score()-b.Precision()))
	}
	return ratio(sum, d.Total.Phrases)
}

// Brier returns the mean squared distance between score and outcome in [0, 1], 0 without phrases.
func (d *Diagram) Brier() float64 { return ratio(d.squares, d.Total.Phrases) }

// Point is one threshold of the curve.
type Point struct {
	Threshold float64
	Phrases   int64 // phrases with at least that score
	Hits      int64
}

// Precision returns the share of hits, 0 without phrases.
func (p Point) Precision() float64 { return ratio(float64(p.Hits), p.Phrases) }

// Recall returns the hits over the number of targets, 0 without targets.
func (p Point) Recall(targets int64) float64 { return ratio(float64(p.Hits), targets) }

// Curve returns the thresholds in rising order. The first is 0 and includes every phrase.
func (d *Diagram) Curve() []Point {
	points := make([]Point, Steps)
	var phrases, hits int64
	for i := Steps - 1; i >= 0; i-- {
		phrases += d.steps[i].Phrases
		hits += d.steps[i].Hits
		points[i] = Point{Threshold: float64(i) / Steps, Phrases: phrases, Hits: hits}
	}
	return points
}

// Index returns the bin of n that a valid score falls into: the largest i < n with i/n ≤ score.
func Index(score float64, n int) int {
	i := min(int(score*float64(n)), n-1)
	// score*n may round across the border of a bin; the borders as quotients decide.
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
