package slots

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// body is an encoder and a decoder: a network without its word embeddings and output layer, which belong to the Model.
type body[T kernel.Float] interface {
	// Check reports sizes in c that the body cannot have.
	Check(c Config) error
	// Build makes the parameters with b, in the order of the model file.
	Build(b *builder[T])
	// Ready computes constant tables. It is called once, after the parameters have their memory and before the first pass.
	Ready()
	// Maps returns the linear layers, and those of them that are never quantised.
	Maps() (all, exact []*op.Linear[T])

	// EncodeTokens returns about how many tokens Encode should get at a time to be fast.
	EncodeTokens() int
	// Encode computes the memory [S, D].
	Encode(g *op.Graph[T], docs Docs) *op.Flow[T]
	// Heads returns the self-attention of the encoder's layers, which may be quantised.
	Heads() []*op.AttentionParams[T]

	// Cross returns the cross-attention of the decoder's layers, whose keys and values a Memory caches. It is empty if the
	// memory itself serves as keys and values of a single head.
	Cross() []*op.AttentionParams[T]
	// Decode computes the decoder for the rows of t. It returns the last layer's stream, [R, D] or [R, 2D], and the flow that
	// carries the copy weights. known holds the keys and values of the memory for each layer of Cross; if it is nil, the layers
	// compute them.
	Decode(g *op.Graph[T], t *teacher, memory *op.Flow[T], known []op.Keyed[T]) (x, copies *op.Flow[T])
	// Begin returns the state of the rows of d before their first token.
	Begin(d *Decoder[T]) (state[T], error)
}

// GRU is the name of the recurrent body in config.json. The Transformer's is empty.
const GRU = "gru"

// bodyOf returns the body that c names, without parameters.
func bodyOf[T kernel.Float](c Config) (body[T], error) {
	switch c.Network {
	case "":
		return &transformer[T]{}, nil
	case GRU:
		return &recurrent[T]{}, nil
	}
	return nil, fmt.Errorf("network is %q, want transformer or %s", c.Network, GRU)
}

// state is what the rows of a Decoder keep from step to step.
type state[T kernel.Float] interface {
	// Step reads one token per row. It returns the stream as Decode does, and the copy weights, row after row.
	Step(tokens []int32) (x *op.Flow[T], copies []T, err error)
	// Past returns everything that rows keep, so that the Decoder can drop, copy and move rows.
	Past() []past[T]
}

// past is one array of a state: Each elements per row, of which the first Written are in use.
type past[T kernel.Float] struct {
	X             *[]T
	Each, Written int
}

// move copies row from to row to of y.
func (p past[T]) move(y []T, to, from int) { copy(y[to*p.Each:][:p.Written], (*p.X)[from*p.Each:]) }

// builder makes parameters in the order of the authors' checkpoint. A body must set Embedding and Head, with Embed and Words.
type builder[T kernel.Float] struct {
	Config
	Embedding op.Embedding[T] // [V, D], shared by encoder and decoder
	Head      op.HeadParams[T]

	bert   *bert.Model[T] // the encoder, or nil
	params []*op.Param[T]
	spread []float64
}
