package choose

import (
	"math"

	"github.com/wrone2set/wrone2set/stages/model/choose/calibration"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Targets is the mean number of keyphrases of a document in the fit: those of both kinds, also such as are no candidates.
func (m *Ranker) Targets() float64 {
	sum := 0.
	for _, k := range []*Kind{&m.Present, &m.Absent} {
		if m.Documents > 0 {
			sum += float64(k.Right) / float64(m.Documents)
		}
		for n, share := range k.Unseen {
			sum += float64(float64(n) * share)
		}
	}
	return sum
}

// Expecting returns the model for a corpus whose documents have n keyphrases on average, n above 0. Annotators who give twice
// as many call twice as much a keyphrase: the odds of a present candidate are multiplied by n / Targets, as by another prior
// (Saerens, Latinne and Decaestecker, Neural Computation 14(1), 2002). As many more present keyphrases are no candidates, by
// Unseen, and Thresholds are those of the new probabilities. A document's phrases still depend only on that document.
// Absent candidates keep their probabilities: where annotators give more, more stands in the text.
func (m *Ranker) Expecting(n float64) *Ranker {
	other := *m
	fitted := m.Targets()
	if fitted <= 0 || n == fitted {
		return &other
	}
	other.Present.odds = n / fitted
	other.Present.Unseen = rank.Scaled(m.Present.Unseen, other.Present.odds)
	other.Thresholds = rank.Shifted(m.Thresholds, func(p float64) []rank.Mass {
		present := m.present(p)
		return []rank.Mass{{Probability: other.Present.expected(p), Weight: present}, {Probability: p, Weight: 1 - present}}
	})
	return &other
}

// present returns the share of present ones among the candidates of the fit with about a probability.
func (m *Ranker) present(p float64) float64 {
	of := func(k *Kind) (n float64) {
		for _, b := range k.After.Bins {
			if math.Abs(b.From-math.Floor(p*calibration.Bins)/calibration.Bins) < 1e-9 {
				n = float64(b.Phrases)
			}
		}
		return n
	}
	present, absent := of(&m.Present), of(&m.Absent)
	if present+absent == 0 {
		return 1
	}
	return present / (present + absent)
}

// expected is a calibrated probability with the odds that Expecting gives.
func (k *Kind) expected(p float64) float64 {
	if k.odds == 0 {
		return p
	}
	return k.odds * p / (1 - p + float64(k.odds*p))
}
