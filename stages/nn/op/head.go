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

// Head is the loss: Σ weight·−ln(p + 1e-8) / norm over the positions. The weights are computed from the probabilities of
// the forward pass; the derivative treats them as constants.
type Head[T kernel.Float] struct {
	pass *Pass[T]
	HeadParams[T]
	positions []Position
	null      int32
	weigh     func(p, null []T) []T
	norm      T

	// Results of the last Forward.
	P       []T // probability of each target
	Null    []T // p(∅) at each first position
	Weights []T // of the loss, one per position
	Sum     T   // Σ weight·−ln(p + 1e-8)

	kept   normed[T]
	o      []T     // [R, d]
	gate   []T     // [R]
	inWord []T     // softmax of the target, 0 beyond the vocabulary
	inCopy []T     // copy weights of the target
	logSum []T     // of the logits
	words  []int32 // target, −1 beyond the vocabulary
}

// NewHead returns the loss of the positions, one per row. null is the id of ∅. weigh may be nil: every weight is 1.
func NewHead[T kernel.Float](pass *Pass[T], p HeadParams[T], positions []Position, null int32, weigh func(p, null []T) []T, norm T) (*Head[T], error) {
	d, width := p.OutputFC.Out(), p.OutputFC.In()
	err := check(checkLinear("head", p.OutputFC, d, width), checkLinear("head", p.Gen, 1, d),
		checkLinear("head", &Linear[T]{W: p.Words.W}, p.Words.Size(), d))
	if err == nil && p.Norm != nil {
		err = checkNorm("head", p.Norm, width)
	}
	if err != nil {
		return nil, err
	}
	if !(norm > 0) {
		return nil, fmt.Errorf("op: head: the loss is divided by %v", norm)
	}
	if null < 0 || int(null) >= p.Words.Size() {
		return nil, fmt.Errorf("op: head: the id %d of ∅ is not below %d", null, p.Words.Size())
	}
	for i, q := range positions {
		if q.Target < 0 {
			return nil, fmt.Errorf("op: head: target %d of position %d", q.Target, i)
		}
	}
	return &Head[T]{pass: pass, HeadParams: p, positions: positions, null: null, weigh: weigh, norm: norm}, nil
}

// Inputs returns 2: the stream of the last layer and the flow that carries the copy weights.
func (o *Head[T]) Inputs() int { return 2 }

// Shape returns one number.
func (o *Head[T]) Shape() (int, int) { return 1, 1 }

// Forward computes the loss.
func (o *Head[T]) Forward(in []*Flow[T]) *Flow[T] {
	pass, rows := o.pass, len(o.positions)
	n, h := normed[T]{}, in[0].X
	if o.Norm != nil {
		n = o.Norm.forward(pass, h, rows)
		h = n.h
		pass.observe("dec.layer_norm", h)
	}
	o.o, o.gate = o.output(pass, h, rows)
	pass.observe("dec.output_fc", o.o)
	pass.observe("p_gen", o.gate)
	pass.observe("copy", in[1].Copy)
	o.probabilities(in[1].Copy)
	o.setWeights()
	out := NewFlow(pass.Pool, pass.Pool.Get(1), 1, 1)
	out.X[0] = o.Sum / o.norm
	if pass.Train {
		o.kept = n
	} else {
		n.free(pass)
		o.free()
	}
	return out
}

// probabilities computes P and Null and keeps what the derivative needs.
func (o *Head[T]) probabilities(copies []T) {
	pass, rows := o.pass, len(o.positions)
	// Rows ask for two logits at most: the probabilities of all words would take rows × V numbers.
	asks := make([][]int32, rows)
	o.words = make([]int32, rows)
	for i, q := range o.positions {
		o.words[i] = -1
		if int(q.Target) < o.Words.Size() {
			o.words[i] = q.Target
			asks[i] = append(asks[i], q.Target)
		}
		if q.First {
			asks[i] = append(asks[i], o.null)
		}
	}
	s := o.Words.Scan(pass, o.o, rows, func(i int) []int32 { return asks[i] }, 0, -1)
	at := 0
	for i := range rows {
		for range asks[i] {
			s.Asked[at] -= s.LogSum[i]
			at++
		}
	}
	kernel.Exp(s.Asked)

	// The answers are in the order of asks: the target of a position, if it is in the vocabulary, then ∅.
	o.P, o.Null = make([]T, rows), o.Null[:0]
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
			o.Null = append(o.Null, Mix(g, asked[0], Copied(from, q.Source, o.null)))
			asked = asked[1:]
		}
	}
	o.logSum = s.LogSum
	pass.Pool.Put(s.Asked)
}

// setWeights computes Weights and Sum. It panics if weigh does not return one weight per position.
func (o *Head[T]) setWeights() {
	if o.weigh != nil {
		o.Weights = o.weigh(o.P, o.Null)
	} else {
		o.Weights = make([]T, len(o.P))
		for i := range o.Weights {
			o.Weights[i] = 1
		}
	}
	if len(o.Weights) != len(o.P) {
		panic(fmt.Sprintf("op: head: %d weights for %d positions", len(o.Weights), len(o.P)))
	}
	o.Sum = 0
	for i, p := range o.P {
		o.Sum -= T(o.Weights[i] * kernel.Log(p+logFloor))
	}
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

// Backward computes the derivative.
func (o *Head[T]) Backward(in, din []*Flow[T], dout *Flow[T]) {
	pass, w, rows := o.pass, o.pass.Workers, len(o.positions)
	by, dgate, dcopy := pass.Pool.Get(rows), pass.Pool.Get(rows), pass.Pool.Zeros(len(in[1].Copy))
	seed, at := dout.X[0]/o.norm, 0
	for i, q := range o.positions {
		g := o.gate[i]
		dp := -seed * o.Weights[i] / (o.P[i] + logFloor)
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
	o.Gen.Backward(w, do, dgate, o.o, rows, false)
	o.Words.backward(pass, do, o.o, rows, o.logSum, by, o.words)
	o.backward(in[0].X, din[0], do)
	pass.Pool.Put(by, dgate, do)
	o.free()
	din[1].AddCopy(w, dcopy)
}

// backward continues from do, the derivative of o, to the stream x.
func (o *Head[T]) backward(x []T, din *Flow[T], do []T) {
	pass, w, rows, h := o.pass, o.pass.Workers, len(o.positions), x
	if o.Norm != nil {
		h = o.kept.h
	}
	dh := pass.Pool.Get(len(x))
	o.OutputFC.Backward(w, dh, do, h, rows, false)
	if o.Norm != nil {
		dx := pass.Pool.Zeros(len(x))
		o.Norm.backward(pass, dx, dh, x, o.kept, rows)
		pass.Pool.Put(dh)
		o.kept.free(pass)
		dh = dx
	}
	din.AddX(w, dh)
}

func (o *Head[T]) free() {
	o.pass.Pool.Put(o.o, o.gate, o.inWord, o.inCopy, o.logSum)
	o.o, o.gate, o.inWord, o.inCopy, o.logSum = nil, nil, nil, nil, nil
}
