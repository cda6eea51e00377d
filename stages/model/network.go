package model

import (
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/joint"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/sequence"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Network is a network of any system.
type Network interface {
	// Params are all trained tensors, in the order of the model file. ZeroGrad sets their gradients to zero, Size counts their
	// numbers, and the first Pretrained of them are those of an encoder that was trained elsewhere.
	Params() []*op.Param[float32]
	ZeroGrad()
	Size() int
	Pretrained() int
	// Adopt takes over the weights of an encoder that was trained elsewhere.
	Adopt(*bert.Model[float32]) error

	// WriteConfig, WriteTensors and WriteInt8 write config.json and model.safetensors, the latter as it is or in 8 bits.
	WriteConfig(io.Writer) error
	WriteTensors(io.Writer) error
	WriteInt8(io.Writer) error

	// Words is how many words of a vocabulary the network knows, and the encoder whose pieces they are, if it has one.
	Words() (size int, encoder bert.Config)
	// Beam is how wide a search with the options is, and about how many bytes it needs a thread; 0 without a search.
	Beam(phrase.Options) (width int, bytes int64)
	// Labeller makes the network ready to label: it must not be trained afterwards.
	Labeller(phrase.Options) phrase.Labeller
}

// Fixed is a Network whose targets are known before it is asked: all but those with slots, which train/internal/step assigns.
type Fixed[T kernel.Float] interface {
	Params() []*op.Param[T]
	ZeroGrad()
	// Loss runs the training graph of a batch in g, which must be empty, forward and backward. It adds the gradients of
	// sum / norm to those of the parameters.
	Loss(g op.Graph[T], w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error)
	// Evaluate is Loss in evaluation mode: no dropout, no gradient.
	Evaluate(w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error)
	// Targets counts the targets of an example, and its keyphrases that have no place among them.
	Targets(e schemas.Example) (targets, left int, err error)
}

// Slots is the network of a system with slots.
func Slots(n Network) (*slots.Model[float32], bool) {
	s, ok := n.(set)
	return s.Model, ok
}

type set struct{ *slots.Model[float32] }

func (n set) WriteInt8(w io.Writer) error               { return slots.WriteInt8(w, n.Model) }
func (n set) Words() (int, bert.Config)                 { return n.Vocab, n.Encoder }
func (n set) Beam(phrase.Options) (int, int64)          { return 0, 0 }
func (n set) Labeller(o phrase.Options) phrase.Labeller { return slots.NewLabeller(n.Model, o) }

type sequences struct{ *sequence.Model[float32] }

func (n sequences) WriteInt8(w io.Writer) error { return slots.WriteInt8(w, n.Model.Model) }
func (n sequences) Words() (int, bert.Config)   { return n.Vocab, n.Encoder }
func (n sequences) Labeller(o phrase.Options) phrase.Labeller {
	return sequence.NewLabeller(n.Model, o)
}

func (n sequences) Beam(o phrase.Options) (int, int64) {
	b := n.Search(o)
	return b.Width, n.BeamMemory(b)
}

type extractor struct{ *joint.Model[float32] }

func (n extractor) WriteInt8(w io.Writer) error               { return n.WriteTensors(w) }
func (n extractor) Words() (int, bert.Config)                 { return n.Encoder.Vocab, n.Encoder }
func (n extractor) Beam(phrase.Options) (int, int64)          { return 0, 0 }
func (n extractor) Labeller(o phrase.Options) phrase.Labeller { return joint.NewLabeller(n.Model, o) }
