package slots

import (
	"github.com/wrone2set/wrone2set/stages/nn/bert"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Body is an encoder and a decoder: all of a network but the vectors of words and the vocabulary, which are the Model's. The
// Transformer is this package's own. A Model calls the methods; nobody else does.
type Body[T kernel.Float] interface {
	// Check says what is wrong with the sizes in c that are the body's; nil if nothing is.
	Check(c Config) error
	// Build makes the parameters by b, in the order of the model file.
	Build(b *Builder[T])
	// Ready is called once the parameters have numbers.
	Ready()
	// Maps are the linear layers, and those of them that are never quantised.
	Maps() (all, exact []*op.Linear[T])

	// Together is about the number of tokens that Encode does best with at a time.
	Together() int
	// Encode strings the encoder together: the memory [S, D].
	Encode(c *Chain[T], docs Docs) Value[T]
	// Heads are the encoder's layers of self-attention, which may be quantised.
	Heads() []*op.AttentionParams[T]

	// Cross are the decoder's layers of cross-attention, whose keys and values a Memory has; none where the memory itself is
	// both, for one head.
	Cross() []*op.AttentionParams[T]
	// Decode strings the decoder together for the rows of t: the last layer's stream [R, D], or [R, 2D], and the value that
	// carries the copy weights. The memory has so many keys. It is a value of the chain or, if known is not nil, one whose
	// keys and values are known for every layer of Cross.
	Decode(c *Chain[T], t *Teacher, memory Value[T], keys int, known []op.Keyed[T]) (x, copies Value[T])
	// Begin is the state of the rows of d in front of their first token.
	Begin(d *Decoder[T]) (State[T], error)
}

// State is what the rows of a Decoder keep from step to step.
type State[T kernel.Float] interface {
	// Step reads a token a row: the stream as Decode has it, and the copy weights, a row's behind the other's.
	Step(tokens []int32) (x *op.Flow[T], copies []T, err error)
	// Past is all that rows keep, so that rows can be dropped, copied and moved.
	Past() []Past[T]
}

// Past are numbers of the rows of a Decoder: Each of a row, of which the first Written are in use.
type Past[T kernel.Float] struct {
	X             *[]T
	Each, Written int
}

// move makes row to of y of row from.
func (p Past[T]) move(y []T, to, from int) { copy(y[to*p.Each:][:p.Written], (*p.X)[from*p.Each:]) }

// Builder makes parameters in the order of the authors' checkpoint. A Body leaves Embedding and Head filled, by Embed and Words.
type Builder[T kernel.Float] struct {
	Config
	Embedding op.Embedding[T] // [V, D], encoder and decoder
	Head      op.HeadParams[T]

	bert   *bert.Model[T] // the encoder, or nil
	params []*op.Param[T]
	spread []float64
}
