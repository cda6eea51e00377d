package joint

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Words returns the word piece of an id. A piece that continues a word begins with "##".
type Words interface{ Word(id int32) string }

// Model holds the parameters of a network. Label may run concurrently. Nothing may run concurrently with Loss, Evaluate or a
// step of an optimiser.
type Model[T kernel.Float] struct {
	Config
	Words Words // the vocabulary; must be set before Loss, Evaluate and Label
	Steps int64 // steps over which the weight of the bag-of-words constraint rises; 0: full weight from the start

	params  []*op.Param[T]
	trained int // number of params of the encoder and its head that are not start values, which come first
	bert    *bert.Model[T]
	related []op.RelationParams[T]
	head    op.JointParams[T]
	stemmer *text.Stemmer

	pool *op.Pool[T] // scratch memory of all passes
}

// The classifiers of words, and their tags.
const (
	present  = iota // part of a present phrase: outside, begin or inside
	keywords        // keyword: outside or begin

	outside = 0
	begin   = 1
	inside  = 2
)

// New returns a model with random start values, those of slots.Spread.
func New[T kernel.Float](c Config, seed uint64) (*Model[T], error) {
	m, err := build[T](c)
	if err != nil {
		return nil, err
	}
	for _, p := range m.params {
		p.Weights = make([]T, p.Len())
		slots.Start(p, slots.Spread(p), seed)
	}
	return m, nil
}

// build returns a model of names and shapes, without values. The encoder and the head have BERT's names.
func build[T kernel.Float](c Config) (*Model[T], error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	m := &Model[T]{Config: c, bert: bert.New[T](c.Encoder), stemmer: text.NewStemmer(), pool: new(op.Pool[T])}
	for _, p := range m.bert.Params() {
		p.Name = "bert." + p.Name
		m.params = append(m.params, p)
	}
	head, params := bert.NewHead[T](c.Encoder)
	m.params = append(m.params, params...)
	m.trained = len(m.params)
	m.head.Dense, m.head.Norm = head.Dense, head.Norm
	m.head.Words = &op.Words[T]{W: m.bert.Embedding().Param, B: head.Bias}
	d := c.Encoder.Width
	param := func(name string, shape ...int) *op.Param[T] {
		p := &op.Param[T]{Name: name, Shape: shape}
		m.params = append(m.params, p)
		return p
	}
	linear := func(name string, out int) *op.Linear[T] {
		return &op.Linear[T]{W: param(name+".weight", out, d), B: param(name+".bias", out)}
	}
	norm := func(name string) *op.Norm[T] {
		return &op.Norm[T]{Gain: param(name+"LayerNorm.weight", d), Bias: param(name+"LayerNorm.bias", d), Epsilon: c.Encoder.Epsilon}
	}
	for i := range c.Relations {
		var p op.RelationParams[T]
		for j, side := range []string{"extraction", "generation"} {
			name := fmt.Sprintf("relation.%d.%s.", i, side)
			p.Map[j], p.Inner[j], p.Outer[j] = linear(name+"dense", d), norm(name+"dense."), norm(name)
		}
		m.related = append(m.related, p)
	}
	m.head.Tags = []*op.Linear[T]{linear("present", inside+1)}
	if c.System == PromptKP {
		m.head.Tags = append(m.head.Tags, linear("keywords", begin+1))
	}
	return m, nil
}

// Params returns the trained tensors, in the order of the model file.
func (m *Model[T]) Params() []*op.Param[T] { return m.params }

// Pretrained returns the number of parameters of the encoder and its head, which are the first of Params. Adopt of an encoder
// without a head leaves the head out.
func (m *Model[T]) Pretrained() int { return m.trained }

// Size returns the number of elements of all parameters.
func (m *Model[T]) Size() int { return op.Size(m.params) }

// ZeroGrad sets every gradient to zero. Loss adds to the gradients.
func (m *Model[T]) ZeroGrad() { op.ZeroGrad(m.params) }

// Pack copies the weights into the layout of the fast kernels. Labelling becomes faster and gives the same bits. The model
// must not be trained afterwards.
func (m *Model[T]) Pack(w *kernel.Workers) {
	m.bert.Pack(w)
	for _, p := range m.related {
		p.Map[0].Pack(w)
		p.Map[1].Pack(w)
	}
	if m.System != TagsOnly {
		m.head.Dense.Pack(w)
		m.head.Words.Pack(w)
	}
}

// prepare prepares m for labelling, in 8 bits if int8.
func prepare(w *kernel.Workers, m *Model[float32], int8 bool) {
	if int8 {
		Quantise(w, m)
	} else {
		m.Pack(w)
	}
}

// Quantise makes labelling multiply in 8 bits, as slots.Quantise does: the linear layers of the encoder and the relation
// layers, the output layer, and the encoder's attention within documents (bert.QuantiseHeads). The layer before the output
// layer and the classifiers stay in float32. Word embeddings, which are also the weights of the output layer, are rounded to 16
// bits. The model must not be trained afterwards.
func Quantise(w *kernel.Workers, m *Model[float32]) {
	slots.RoundEmbeddings(m.bert.Embedding().Weights)
	for _, l := range m.maps() {
		op.Quantise(w, l)
	}
	bert.QuantiseHeads(m.bert)
	if m.System != TagsOnly {
		m.head.Dense.Pack(w)
		op.QuantiseWords(w, m.head.Words)
	}
}

// maps returns the linear layers that Quantise quantises, except the output layer.
func (m *Model[T]) maps() []*op.Linear[T] {
	all := m.bert.Maps()
	for _, p := range m.related {
		all = append(all, p.Map[0], p.Map[1])
	}
	return all
}

// Adopt copies the weights of a pretrained encoder, and of its head if it has one. If slots.PieceEncoder of its shape is not
// Config.Encoder, that is an error. Embeddings and biases of words before the word pieces keep their values.
func (m *Model[T]) Adopt(from *bert.Model[T]) error {
	if want := slots.PieceEncoder(from.Config); m.Encoder != want {
		return fmt.Errorf("joint: the encoder has shape %+v, want that of the network, %+v", want, m.Encoder)
	}
	params := from.Params()
	if h := from.Head; h != nil {
		params = append(params[:len(params):len(params)], h.Dense.W, h.Dense.B, h.Norm.Gain, h.Norm.Bias, h.Bias)
	}
	for i, p := range params {
		w := m.params[i].Weights
		copy(w[len(w)-len(p.Weights):], p.Weights)
	}
	m.trained = len(params)
	return nil
}
