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
	// Params returns the trained tensors, in the order of the model file. ZeroGrad sets their gradients to zero. Size returns
	// the number of their elements. The first Pretrained of them belong to a pretrained encoder.
	Params() []*op.Param[float32]
	ZeroGrad()
	Size() int
	Pretrained() int
	// Adopt copies the weights of a pretrained encoder.
	Adopt(*bert.Model[float32]) error

	// WriteConfig writes config.json. WriteTensors writes model.safetensors in float32, WriteInt8 with weights in 8 bits if the
	// system has such a format.
	WriteConfig(io.Writer) error
	WriteTensors(io.Writer) error
	WriteInt8(io.Writer) error

	Worded
	// Beam returns the width of a beam search with the options and an estimate of its bytes per thread; 0 without a search.
	Beam(phrase.Options) (width int, bytes int64)
	// Labeller prepares the network for labelling. It must not be trained afterwards.
	Labeller(phrase.Options) phrase.Labeller
}

// Worded is what has a vocabulary: a network, or the shape of one.
type Worded interface {
	// Words returns the size of the vocabulary, and the encoder whose word pieces it has, zero without one.
	Words() (size int, encoder bert.Config)
}

// Baseline is a Network with fixed targets: any but a network with slots, whose targets train/internal/step assigns.
type Baseline[T kernel.Float] interface {
	Params() []*op.Param[T]
	ZeroGrad()
	// Loss computes the loss of a batch in training mode and adds the gradients of sum / norm to those of the parameters.
	Loss(d op.Differentiate[T], w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error)
	// Evaluate is Loss in evaluation mode: no dropout, no gradient.
	Evaluate(w *kernel.Workers, examples []schemas.Example, t slots.Train) (sum T, norm int, err error)
	// Targets returns the number of targets of an example, and of keyphrases left out of them.
	Targets(e schemas.Example) (targets, left int, err error)
}

// Slots returns the network of a system with slots, false for other systems.
func Slots(n Network) (*slots.Model[float32], bool) {
	s, ok := n.(set)
	return s.Model, ok
}

type set struct{ *slots.Model[float32] }

func (n set) WriteInt8(w io.Writer) error               { return slots.WriteInt8(w, n.Model) }
func (n set) Beam(phrase.Options) (int, int64)          { return 0, 0 }
func (n set) Labeller(o phrase.Options) phrase.Labeller { return slots.NewLabeller(n.Model, o) }

type sequences struct{ *sequence.Model[float32] }

func (n sequences) WriteInt8(w io.Writer) error { return slots.WriteInt8(w, n.Model.Model) }
func (n sequences) Labeller(o phrase.Options) phrase.Labeller {
	return sequence.NewLabeller(n.Model, o)
}

func (n sequences) Beam(o phrase.Options) (int, int64) {
	b := n.Search(o)
	return b.Width, n.BeamMemory(b)
}

type overEncoder struct{ *joint.Model[float32] }

func (n overEncoder) WriteInt8(w io.Writer) error               { return joint.WriteInt8(w, n.Model) }
func (n overEncoder) Words() (int, bert.Config)                 { return n.Encoder.Vocab, n.Encoder }
func (n overEncoder) Beam(phrase.Options) (int, int64)          { return 0, 0 }
func (n overEncoder) Labeller(o phrase.Options) phrase.Labeller { return joint.NewLabeller(n.Model, o) }
