package rank

import (
	"cmp"
	"slices"
)

// Threshold is the probability at or above which candidates of a corpus have a precision.
type Threshold struct {
	Precision   float64 `json:"precision"`
	Probability float64 `json:"probability"` // above 1: no candidate is sure enough
}

// Mass is candidates with one probability: their number, or the sum of their weights.
type Mass struct{ Probability, Weight float64 }

// Never is more than any probability.
const Never = 2

// rounding lets 0.6 equal the 0.6 of a table in spite of rounding.
const rounding = 1e-9

// Thresholds returns the lowest probabilities at or above which the candidates of a corpus have a mean probability of .01,
// .02 … .99. So on average over a corpus like that one, this share of what is at or above a threshold is right. Masses
// without weight do not count.
func Thresholds(corpus []Mass) []Threshold {
	all := slices.DeleteFunc(slices.Clone(corpus), func(m Mass) bool { return m.Weight <= 0 })
	slices.SortFunc(all, func(a, b Mass) int {
		return cmp.Or(cmp.Compare(b.Probability, a.Probability), cmp.Compare(b.Weight, a.Weight))
	})
	table := make([]Threshold, 99)
	for k := range table {
		table[k] = Threshold{Precision: float64(k+1) / 100, Probability: Never}
	}
	sum, weight := 0., 0.
	for i, m := range all {
		sum += float64(m.Weight * m.Probability) // not fused: equal bits on every CPU
		weight += m.Weight
		if i+1 < len(all) && all[i+1].Probability == m.Probability {
			continue
		}
		for k := range table {
			if sum/weight >= table[k].Precision {
				table[k].Probability = m.Probability
			}
		}
	}
	return table
}

// At returns the threshold for a precision: that of the next higher precision in a table of rising ones, or Never.
func At(table []Threshold, precision float64) float64 {
	for _, t := range table {
		if t.Precision >= precision-rounding {
			return t.Probability
		}
	}
	return Never
}

// Rising reports whether a table read from a file can be one: precisions within (0, 1] that rise, and probabilities of at
// least 0.
func Rising(table []Threshold) bool {
	for i, t := range table {
		if !(t.Precision >= 0 && t.Precision <= 1) || !(t.Probability >= 0) || i > 0 && t.Precision <= table[i-1].Precision {
			return false
		}
	}
	return true
}

// Shifted returns the table for a corpus whose candidates have other odds. odds returns the new probabilities, and their
// shares, of the candidates with an old one.
//
// A table implies how many candidates lie between two thresholds: with N of mean probability G above the first, n between
// them of about the mean p of both thresholds, and mean H above the second, N·G + n·p = (N + n)·H.
func Shifted(table []Threshold, odds func(p float64) []Mass) []Threshold {
	var corpus []Mass
	add := func(p, n float64) {
		for _, m := range odds(p) {
			corpus = append(corpus, Mass{m.Probability, float64(n * m.Weight)})
		}
	}
	above, mean, upper := 0., 0., 0.
	for i, t := range slices.Backward(table) {
		switch {
		case t.Probability > 1 || i+1 < len(table) && t.Probability == table[i+1].Probability:
			continue
		case above == 0:
			above = 1
			add(t.Probability, 1)
		default:
			p := float64((upper + t.Probability) / 2)
			n := max(0, above*(mean-t.Precision)/max(t.Precision-p, nearest))
			step := (upper - t.Probability) / between
			for k := range between {
				add(t.Probability+float64(step*(float64(k)+.5)), n/between)
			}
			above += n
		}
		mean, upper = t.Precision, t.Probability
	}
	return Thresholds(corpus)
}

const (
	nearest = 1e-3 // least distance of the mean above a threshold and the candidates just above it
	between = 8    // probabilities for those between two thresholds
)
