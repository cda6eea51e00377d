package op

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// JointParams are the weights after the last layer of a network that tags words of a document and fills in words. With x
// a row of the stream, classifier k gives its tags the probabilities softmax(Tags[k]·x). The probabilities of words are
//
//	softmax(Words·LN(GELU(Dense·x)))
//
// as in the head of BERT's masked language model (Devlin et al., NAACL 2019).
type JointParams[T kernel.Float] struct {
	Tags  []*Linear[T] // [tags, d]; tag 0 marks a word that is not part of a phrase
	Dense *Linear[T]   // [d, d]
	Norm  *Norm[T]
	Words *Words[T] // [V, d]
}

// Tagged is a row of the stream whose tag enters the loss.
type Tagged struct {
	Row, Doc  int
	Tags, Tag int     // index of the classifier, and the right tag
	Weight    float64 // of −ln p in the loss
	Bag       []int32 // words that enter the document's bag with the probability of all tags but 0; may be empty
}

// Filled is a row of the stream whose word enters the loss.
type Filled struct {
	Row, Doc int
	Word     int32
	Weight   float64 // of −ln p in the loss
}

// JointLoss lists what the loss covers in a batch.
type JointLoss struct {
	Docs   int
	Tagged []Tagged
	Filled []Filled
	Bag    float64 // weight of the bag-of-words constraint; 0: no constraint
	Norm   float64 // the sum is divided by it
}

// joint is the loss (Σ weight·−ln p of tags and of words + Bag·Σ over documents of the constraint) / Norm. The constraint
// is that of UniKeyphrase (Wu et al., Findings of ACL 2021): it compares the bag of words that the document's rows predict
// with the bag of the right words. A tagged row adds the words of its Bag with the probability of a tag other than 0; a
// filled row adds every word with its probability. The constraint is
//
//	Σ over words (bag − right bag)² / number of distinct words of the right bag (1 if it is empty)
type joint[T kernel.Float] struct {
	pass *Pass[T]
	JointParams[T]
	ask JointLoss
	sum T // the loss before the division

	tags   []T   // probabilities [tags] of each tagged row
	first  []int // start of each row in tags, and the end
	x      []T   // [filled, d] the rows
	z, a   []T   // [filled, d] before and after GELU
	normed normed[T]
	words  []T // probabilities [filled, V]
	bags   []T // [Docs, V] difference of the bags over the number of words; nil without a constraint
}

// check checks that the loss is of rows that exist.
func (p *JointParams[T]) check(rows, d int, ask JointLoss) error {
	errs := []error{checkNorm("joint", p.Norm, d), checkLinear("joint", p.Dense, d, d), checkLinear("joint", &Linear[T]{W: p.Words.W, B: p.Words.B}, p.Words.Size(), d)}
	for _, l := range p.Tags {
		errs = append(errs, checkLinear("joint", l, l.Out(), d))
	}
	if !(ask.Norm > 0) {
		errs = append(errs, fmt.Errorf("op: joint: the loss is divided by %v", ask.Norm))
	}
	for i, t := range ask.Tagged {
		if t.Row < 0 || t.Row >= rows || t.Doc < 0 || t.Doc >= ask.Docs || t.Tags < 0 || t.Tags >= len(p.Tags) || t.Tag < 0 || t.Tag >= p.Tags[t.Tags].Out() {
			errs = append(errs, fmt.Errorf("op: joint: tagged row %d is %+v, there are %d rows and %d documents", i, t, rows, ask.Docs))
		}
		errs = append(errs, checkRows("joint", "word", t.Bag, p.Words.Size()))
	}
	for i, f := range ask.Filled {
		if f.Row < 0 || f.Row >= rows || f.Doc < 0 || f.Doc >= ask.Docs || f.Word < 0 || int(f.Word) >= p.Words.Size() {
			errs = append(errs, fmt.Errorf("op: joint: filled row %d is %+v, there are %d rows, %d documents and %d words", i, f, rows, ask.Docs, p.Words.Size()))
		}
	}
	return check(errs...)
}

// Joint ends a graph with the loss of a network that tags words and fills in words. It returns the loss before the division by
// JointLoss.Norm.
func (g *Graph[T]) Joint(p JointParams[T], ask JointLoss, x *Flow[T]) (sum T) {
	if g.Check(p.check(x.Rows, x.Width, ask)) {
		return 0
	}
	o, y := &joint[T]{pass: g.Pass, JointParams: p, ask: ask}, g.Pool.Get(1)
	o.tag(x.X)
	o.fill(x.X)
	if ask.Bag != 0 {
		o.sum += T(T(ask.Bag) * o.bag())
	}
	y[0] = o.sum / T(ask.Norm)
	kept := [][]T{o.normed.h, o.normed.mean, o.normed.rstd, o.tags, o.x, o.z, o.a, o.words, o.bags}
	out := g.add(Step[T]{"joint", NewFlow(g.Pool, y, 1, 1), []*Flow[T]{x}, kept, func(din []*Flow[T], dout *Flow[T]) {
		seed := dout.X[0] / T(ask.Norm)
		dx := g.Pool.Zeros(len(x.X))
		o.tagGrad(dx, x.X, seed)
		o.fillGrad(dx, seed)
		din[0].AddX(g.Workers, dx)
	}})
	if !g.Train {
		out.Free()
	}
	return o.sum
}

// Hidden computes LN(GELU(Dense·x)) of rows, the input of Words, into h; h may be x.
func (p *JointParams[T]) Hidden(pass *Pass[T], h, x []T, rows int) {
	a := pass.Pool.Get(len(x))
	p.Dense.Forward(pass.Workers, a, x, rows, false)
	kernel.GELU(pass.Workers, a, a)
	p.Norm.Forward(pass, h, a, rows)
	pass.Pool.Put(a)
}

// Tag computes the probabilities [rows][tags] that classifier tags gives to rows x [rows, d].
func (p *JointParams[T]) Tag(tags int, x []T, rows int) [][]T {
	l := p.Tags[tags]
	y, all := make([]T, rows*l.Out()), make([][]T, rows)
	l.Forward(nil, y, x, rows, false)
	for i := range all {
		all[i], y = y[:l.Out()], y[l.Out():]
		expMinus(all[i], kernel.LogSumExp(all[i]))
	}
	return all
}
