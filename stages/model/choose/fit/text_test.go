package fit

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// read are documents whose candidates no slot wrote, with a probability by two features of the text. Another feature says all, and
// needs a network.
func read(seed uint64, documents int) (all []Labelled) {
	r := rand.New(rand.NewPCG(seed, 5))
	of := func(name string) int { return slices.Index(choose.Names(), name) }
	runs, votes, opens := of("runs"), of("vote_sum"), of("opens")
	for range documents {
		var d Labelled
		for range 12 {
			c := choose.Candidate{Present: r.IntN(3) > 0, Slot: -1, Features: make([]float64, len(choose.Features))}
			c.Features[runs], c.Features[votes] = 2*r.Float64(), r.ExpFloat64()
			right := r.Float64() < rank.Logistic(-5+2*c.Features[runs]+c.Features[votes])
			if right {
				c.Features[opens] = 1
			}
			d.Candidates, d.Right = append(d.Candidates, c), append(d.Right, right)
		}
		all = append(all, d)
	}
	return all
}

// TestText: a fit without slots goes by the text alone; its probabilities hold on other documents, and are the same from the file.
func TestText(t *testing.T) {
	m, err := FitText(read(1, 1200), false, apart, unseenSteps)
	if err != nil {
		t.Fatal(err)
	}
	if !m.ForText() || m.Floor != 0 || len(m.Present.Trees) == 0 || len(m.Present.Steps) == 0 || m.Documents != 1200 || len(m.Thresholds) == 0 {
		t.Errorf("%d trees, %d steps, for text %v", len(m.Present.Trees), len(m.Present.Steps), m.ForText())
	}
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	same, err := choose.Read(choose.FastFile, &b)
	if err != nil {
		t.Fatal(err)
	}
	var p []float64
	var right []bool
	low, high := 1., 0.
	for _, d := range read(2, 1500) {
		m.Assess(d.Candidates)
		first := slices.Clone(d.Candidates)
		same.Assess(d.Candidates)
		for i, c := range d.Candidates {
			if c.Probability != first[i].Probability || c.Margin != first[i].Margin {
				t.Fatalf("%v, from the file %v", first[i].Probability, c.Probability)
			}
			p, right = append(p, c.Probability), append(right, d.Right[i])
			low, high = min(low, c.Probability), max(high, c.Probability)
		}
	}
	c, err := choose.Calibrate(p, right)
	if err != nil || c.ECE > .02 || math.Abs(m.Present.After.ECE) > .02 || low > .1 || high < .7 {
		t.Errorf("ECE %v, by cross-validation %v, probabilities from %v to %v; %v", c.ECE, m.Present.After.ECE, low, high, err)
	}
}

// TestTextTooFew: a fit without slots needs as many right candidates as one with slots, and features that say something.
func TestTextTooFew(t *testing.T) {
	documents := read(3, 100)
	for i := range documents {
		clear(documents[i].Right)
	}
	var few *TooFewError
	if _, err := FitText(documents, false, alone, unseenSteps); !errors.As(err, &few) || few.Candidates != 1200 || few.Right != 0 {
		t.Errorf("%v", err)
	}
	documents = read(4, 200)
	for _, d := range documents {
		for i := range d.Candidates {
			d.Candidates[i].Features = make([]float64, len(choose.Features))
		}
	}
	if _, err := FitText(documents, false, alone, unseenSteps); !errors.As(err, &few) || few.Right == 0 {
		t.Errorf("equal features: %v", err)
	}
}
