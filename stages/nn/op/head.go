package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// HeadParams are the weights after the last layer. With o = OutputFC·LN(x), or OutputFC·x of a network without norms, the
// probability of a word is
//
//	p = g·softmax(Words·o) + (1−g)·Σ copy weight of the source positions that hold the word,  g = sigmoid(Gen·o)
//
// over the vocabulary and the document's words outside it (See, Liu, Manning 2017; the authors' code with copy attention).
type HeadParams[T kernel.Float] struct {
	Norm     *Norm[T]   // or nil
	OutputFC *Linear[T] // [d, width of the stream]
	Words    *Words[T]  // [V, d]
	Gen      *Linear[T] // [1, d]
}

// Output computes o [rows, d] and g [rows] from the stream x into slices of the pass's pool.
func (p *HeadParams[T]) Output(pass *Pass[T], x []T, rows int) (o, gate []T) {
	if p.Norm == nil {
		return p.output(pass, x, rows)
	}
	h := pass.Pool.Get(rows * p.Norm.Width())
	p.Norm.Forward(pass, h, x, rows)
	o, gate = p.output(pass, h, rows)
	pass.Pool.Put(h)
	return o, gate
}

func (p *HeadParams[T]) output(pass *Pass[T], h []T, rows int) (o, gate []T) {
	o, gate = pass.Pool.Get(rows*p.OutputFC.Out()), pass.Pool.Get(rows)
	p.OutputFC.Forward(pass.Workers, o, h, rows, false)
	p.Gen.Forward(pass.Workers, gate, o, rows, false)
	kernel.Sigmoid(gate)
	return o, gate
}

// Position is one row of the stream as the loss sees it.
type Position struct {
	Target int32   // extended id to predict
	First  bool    // the first position of its slot: p(∅) is computed as well
	Source []int32 // extended ids of its document
}

// logFloor is added to a probability inside the logarithm and its derivative, as in the authors' code.
const logFloor = 1e-8

// Predicted holds the probabilities of a pass with known targets.
type Predicted[T kernel.Float] struct {
	P    []T // of each target
	Null []T // p(∅) at each first position

	head      HeadParams[T]
	positions []Position
	x, copies *Flow[T]

	normed normed[T]
	o      []T     // [R, d]
	gate   []T     // [R]
	inWord []T     // softmax of the target, 0 beyond the vocabulary
	inCopy []T     // copy weights of the target
	logSum []T     // of the logits
	words  []int32 // target, −1 beyond the vocabulary
}

func (p *HeadParams[T]) check(null int32, positions []Position, width int) error {
	d := p.OutputFC.Out()
	err := check(checkLinear("head", p.OutputFC, d, width), checkLinear("head", p.Gen, 1, d),
		checkLinear("head", &Linear[T]{W: p.Words.W}, p.Words.Size(), d))
	if err == nil && p.Norm != nil {
		err = checkNorm("head", p.Norm, width)
	}
	if err != nil {
		return err
	}
	if null < 0 || int(null) >= p.Words.Size() {
		return fmt.Errorf("op: head: the id %d of ∅ is not below %d", null, p.Words.Size())
	}
	for i, q := range positions {
		if q.Target < 0 {
			return fmt.Errorf("op: head: target %d of position %d", q.Target, i)
		}
	}
	return nil
}

// Predict computes the probabilities of the targets of positions, one per row of x, the stream of the last layer. copies carries
// the copy weights; null is the id of ∅. Loss continues from the result. Without training Predict takes over both flows, and the
// result is only probabilities.
func (g *Graph[T]) Predict(p HeadParams[T], positions []Position, null int32, x, copies *Flow[T]) *Predicted[T] {
	if g.Check(p.check(null, positions, x.Width)) {
		return new(Predicted[T])
	}
	o, rows, h := &Predicted[T]{head: p, positions: positions, x: x, copies: copies}, len(positions), x.X
	if p.Norm != nil {
		o.normed = p.Norm.forward(g.Pass, h, rows)
		h = o.normed.h
		g.observe("dec.layer_norm", h)
	}
	o.o, o.gate = p.output(g.Pass, h, rows)
	g.observe("dec.output_fc", o.o)
	g.observe("p_gen", o.gate)
	g.observe("copy", copies.Copy)
	o.probabilities(g.Pass, null)
	if !g.Train {
		g.Pool.Put(o.kept()...)
		x.FreeX()
		copies.Free()
	}
	return o
}

// kept returns the slices of the pool.
func (o *Predicted[T]) kept() [][]T {
	return [][]T{o.normed.h, o.normed.mean, o.normed.rstd, o.o, o.gate, o.inWord, o.inCopy, o.logSum}
}

// probabilities computes P and Null and keeps what the derivative needs.
func (o *Predicted[T]) probabilities(pass *Pass[T], null int32) {
	rows, copies, vocabulary := len(o.positions), o.copies.Copy, o.head.Words
	// Rows ask for two logits at most: the probabilities of all words would take rows × V numbers.
	asks := make([][]int32, rows)
	o.words = make([]int32, rows)
	for i, q := range o.positions {
		o.words[i] = -1
		if int(q.Target) < vocabulary.Size() {
			o.words[i] = q.Target
			asks[i] = append(asks[i], q.Target)
		}
		if q.First {
			asks[i] = append(asks[i], null)
		}
	}
	s := vocabulary.Scan(pass, o.o, rows, func(i int) []int32 { return asks[i] }, 0, -1)
	at := 0
	for i := range rows {
		for range asks[i] {
			s.Asked[at] -= s.LogSum[i]
			at++
		}
	}
	kernel.Exp(s.Asked)

	// The answers are in the order of asks: the target of a position, if it is in the vocabulary, then ∅.
	o.P = make([]T, rows)
	o.inWord, o.inCopy = pass.Pool.Zeros(rows), pass.Pool.Zeros(rows)
	asked := s.Asked
	for i, q := range o.positions {
		g := o.gate[i]
		from := copies[:len(q.Source)]
		copies = copies[len(q.Source):]
		o.inCopy[i] = Copied(from, q.Source, q.Target)
		if o.words[i] >= 0 {
			o.inWord[i], asked = asked[0], asked[1:]
		}
		o.P[i] = Mix(g, o.inWord[i], o.inCopy[i])
		if q.First {
			o.Null = append(o.Null, Mix(g, asked[0], Copied(from, q.Source, null)))
			asked = asked[1:]
		}
	}
	o.logSum = s.LogSum
	pass.Pool.Put(s.Asked)
}

// Sum returns Σ weight·−ln(p + 1e-8) over the positions; nil weights are 1.
func (o *Predicted[T]) Sum(weights []T) (sum T) {
	for i, p := range o.P {
		weight := T(1)
		if weights != nil {
			weight = weights[i]
		}
		sum -= T(weight * kernel.Log(p+logFloor))
	}
	return sum
}

// Loss ends a graph with the loss Sum / norm and returns Sum. The weights, one per position, may depend on the probabilities; the
// derivative treats them as constants.
func (g *Graph[T]) Loss(o *Predicted[T], weights []T, norm T) (sum T) {
	if weights == nil {
		weights = make([]T, len(o.P))
		for i := range weights {
			weights[i] = 1
		}
	}
	if g.Check(o.checkLoss(weights, norm)) {
		return 0
	}
	sum = o.Sum(weights)
	y := g.Pool.Get(1)
	y[0] = sum / norm
	g.add(Step[T]{"loss", NewFlow(g.Pool, y, 1, 1), []*Flow[T]{o.x, o.copies}, o.kept(), func(din []*Flow[T], dout *Flow[T]) {
		o.backward(g.Pass, weights, dout.X[0]/norm, din)
	}})
	return sum
}

func (o *Predicted[T]) checkLoss(weights []T, norm T) error {
	if !(norm > 0) {
		return fmt.Errorf("op: head: the loss is divided by %v", norm)
	}
	if len(weights) != len(o.P) {
		return fmt.Errorf("op: head: %d weights for %d positions", len(weights), len(o.P))
	}
	return nil
}

// backward adds the derivatives of the stream and of the copy weights, given that of the sum.
func (o *Predicted[T]) backward(pass *Pass[T], weights []T, seed T, din []*Flow[T]) {
	w, rows, at := pass.Workers, len(o.positions), 0
	by, dgate, dcopy := pass.Pool.Get(rows), pass.Pool.Get(rows), pass.Pool.Zeros(len(o.copies.Copy))
	for i, q := range o.positions {
		g := o.gate[i]
		dp := -seed * weights[i] / (o.P[i] + logFloor)
		// p = g·word + (1−g)·copied with g = sigmoid(Gen·o): dword/d ln softmax = word, dg/d(Gen·o) = g·(1−g).
		by[i] = dp * g * o.inWord[i]
		dgate[i] = dp * (o.inWord[i] - o.inCopy[i]) * g * (1 - g)
		for j, id := range q.Source {
			if id == q.Target {
				dcopy[at+j] = dp * (1 - g)
			}
		}
		at += len(q.Source)
	}
	do := pass.Pool.Get(len(o.o))
	o.head.Gen.Backward(w, do, dgate, o.o, rows, false)
	o.head.Words.backward(pass, do, o.o, rows, o.logSum, by, o.words)
	h := o.x.X
	if o.head.Norm != nil {
		h = o.normed.h
	}
	dx := pass.Pool.Get(len(o.x.X))
	o.head.OutputFC.Backward(w, dx, do, h, rows, false)
	if o.head.Norm != nil {
		dh := dx
		dx = pass.Pool.Zeros(len(dh))
		o.head.Norm.backward(pass, dx, dh, o.x.X, o.normed, rows)
		pass.Pool.Put(dh)
	}
	pass.Pool.Put(by, dgate, do)
	din[0].AddX(w, dx)
	din[1].AddCopy(w, dcopy)
}

// Mix returns g·word + (1−g)·copied, the probability of a word.
func Mix[T kernel.Float](g, word, copied T) T { return T(g*word) + T((1-g)*copied) }

// Copied returns the sum of the weights of the positions whose id is target.
func Copied[T kernel.Float](weights []T, source []int32, target int32) T {
	var sum T
	for i, id := range source {
		if id == target {
			sum += weights[i]
		}
	}
	return sum
}
