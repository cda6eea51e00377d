package op

import (
	"math"
	"strings"
	"testing"
)

// worked is a network of width 2 over a vocabulary of four words whose answers are known: the rows are (0, 0) and (1, 0); the
// tags of a row x have logits (0, ln 3·x₀, ln 4·x₀), and since Dense is zero every row's words have the logits of LN's bias,
// (0, ln 3) by word: (0, 0, ln 3, ln 4).
func worked() (JointParams[float64], *Pass[float64], *Flow[float64]) {
	param := func(shape []int, w ...float64) *Param[float64] { return &Param[float64]{Shape: shape, Weights: w} }
	ln := math.Log
	p := JointParams[float64]{
		Tags:  []*Linear[float64]{{W: param([]int{3, 2}, 0, 0, ln(3), 0, ln(4), 0), B: param([]int{3}, 0, 0, 0)}},
		Dense: &Linear[float64]{W: param([]int{2, 2}, 0, 0, 0, 0), B: param([]int{2}, 0, 0)},
		Norm:  &Norm[float64]{Gain: param([]int{2}, 1, 1), Bias: param([]int{2}, 0, 1)},
		Words: &Words[float64]{W: param([]int{4, 2}, 5, 0, 7, 0, 0, ln(3), 0, ln(4))},
	}
	pass := &Pass[float64]{Pool: new(Pool[float64])}
	return p, pass, NewFlow(pass.Pool, []float64{0, 0, 1, 0}, 2, 2)
}

// TestJointWorked: the loss of tags, of words and of bags by hand. Row 0 has the tags 1/3 each, row 1 1/8, 3/8 and 4/8; a
// word has 1/9, 1/9, 3/9 or 4/9.
func TestJointWorked(t *testing.T) {
	ln := math.Log
	for _, c := range []struct {
		name string
		ask  JointLoss
		want float64
	}{
		{"tags", JointLoss{Docs: 1, Norm: 2, Tagged: []Tagged{{Row: 0, Tag: 2, Weight: 1}, {Row: 1, Tag: 1, Weight: 2}}}, (ln(3) + 2*ln(8./3)) / 2},
		{"words", JointLoss{Docs: 1, Norm: 4, Filled: []Filled{{Row: 0, Word: 1, Weight: 1}, {Row: 1, Word: 3, Weight: .5}}}, (ln(9) + .5*ln(9./4)) / 4},
		// The bag of tags: word 2 gets 2/3 of row 0 and 7/8 of row 1, word 3 gets 7/8; right are word 2 and word 3 once, of row 1.
		{"bag of tags", JointLoss{Docs: 1, Norm: 1, Bag: 3, Tagged: []Tagged{{Row: 0, Bag: []int32{2}}, {Row: 1, Tag: 1, Bag: []int32{2, 3}}}},
			3 * (math.Pow(2./3+7./8-1, 2) + math.Pow(7./8-1, 2)) / 2},
		// The bag of words: two rows predict 2/9, 2/9, 6/9, 8/9; right are word 0 once and word 3 once.
		{"bag of words", JointLoss{Docs: 1, Norm: 1, Bag: 1, Filled: []Filled{{Row: 0, Word: 0}, {Row: 1, Word: 3}}}, (49. + 4 + 36 + 1) / 81 / 2},
		// Both in one document, and no right answer in another: its sum is divided by 1.
		{"two bags", JointLoss{Docs: 2, Norm: 1, Bag: 1, Tagged: []Tagged{{Row: 0, Doc: 1, Bag: []int32{1}}, {Row: 1, Tag: 2, Bag: []int32{3}}}, Filled: []Filled{{Row: 0, Word: 3}}},
			4./9 + (1./81+1./81+9./81+math.Pow(4./9+7./8-2, 2))/1},
	} {
		p, pass, x := worked()
		g := &Graph[float64]{Pass: pass}
		if sum := g.Joint(p, c.ask, x); math.Abs(sum/c.ask.Norm-c.want) > 1e-9 || g.Err != nil {
			t.Errorf("%s: %v over %v, want %v; %v", c.name, sum, c.ask.Norm, c.want, g.Err)
		}
		if n := pass.Pool.Lent(); n != 0 {
			t.Errorf("%s: %d slices are lent", c.name, n)
		}
		p, pass, x = worked()
		pass.Train = true
		g = &Graph[float64]{Pass: pass}
		if g.Joint(p, c.ask, x); math.Abs(last(g).X[0]-c.want) > 1e-9 {
			t.Errorf("%s: the graph ends with %v, want %v", c.name, last(g).X[0], c.want)
		}
	}
}

// TestJointAsks: labelling computes the probabilities that the loss computes.
func TestJointAsks(t *testing.T) {
	p, pass, x := worked()
	tags := p.Tag(0, x.X, 2)
	for row, want := range [][]float64{{1. / 3, 1. / 3, 1. / 3}, {1. / 8, 3. / 8, 4. / 8}} {
		for i, p := range tags[row] {
			if math.Abs(p-want[i]) > 1e-12 {
				t.Errorf("row %d: tag %d has %v, want %v", row, i, p, want[i])
			}
		}
	}
	h := make([]float64, 4)
	p.Hidden(pass, h, x.X, 2)
	for i, v := range h {
		if want := float64(i % 2); math.Abs(v-want) > 1e-9 {
			t.Errorf("hidden %v", h)
		}
	}
}

func TestJointRefuses(t *testing.T) {
	f := &fixture{pass: &Pass[float64]{Pool: new(Pool[float64])}}
	for what, c := range map[string]struct {
		change func(*JointLoss)
		text   string
	}{
		"norm":        {func(l *JointLoss) { l.Norm = 0 }, "divided by 0"},
		"tagged row":  {func(l *JointLoss) { l.Tagged[0].Row = rows }, "tagged row 0"},
		"question":    {func(l *JointLoss) { l.Tagged[1].Tags = 2 }, "tagged row 1"},
		"tag":         {func(l *JointLoss) { l.Tagged[2].Tag = 2 }, "tagged row 2"},
		"tagged doc":  {func(l *JointLoss) { l.Tagged[0].Doc = 2 }, "tagged row 0"},
		"bag":         {func(l *JointLoss) { l.Tagged[0].Bag = []int32{8} }, "word 8"},
		"filled row":  {func(l *JointLoss) { l.Filled[0].Row = -1 }, "filled row 0"},
		"filled doc":  {func(l *JointLoss) { l.Filled[1].Doc = -1 }, "filled row 1"},
		"filled word": {func(l *JointLoss) { l.Filled[1].Word = 8 }, "filled row 1"},
	} {
		ask := jointLoss(1)
		c.change(&ask)
		g := &Graph[float64]{Pass: f.pass}
		if g.Joint(f.joint(), ask, f.stream(rows)); g.Err == nil || !strings.Contains(g.Err.Error(), c.text) {
			t.Errorf("%s: %v, want %q", what, g.Err, c.text)
		}
	}
}
