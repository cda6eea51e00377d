package bert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Head is the head of a masked language model (Devlin et al., NAACL 2019). With x a row of the encoder's result and E
// [V, D] the vectors of the pieces, the logits of the pieces are E·LN(GELU(Dense·x)) + Bias.
type Head[T kernel.Float] struct {
	Dense *op.Linear[T] // [D, D]
	Norm  *op.Norm[T]
	Bias  *op.Param[T] // [V]
}

// Names of a head's tensors. Programs save the bias under either of two names: the head's or that of its last map.
const (
	headName        = "cls.predictions."
	headTransform   = headName + "transform."
	headBias        = headName + "bias"
	headDecoderBias = headName + "decoder.bias"
)

// NewHead returns a head for encoders of that shape, with names and shapes but no numbers, and its parameters.
func NewHead[T kernel.Float](c Config) (*Head[T], []*op.Param[T]) {
	b := &builder[T]{}
	h := &Head[T]{Dense: b.linear(headTransform+"dense", c.Width, c.Width), Norm: b.norm(headTransform+"LayerNorm", c)}
	h.Bias = b.param(headBias, c.Vocab)
	return h, b.params
}

// readHead reads the head of a folder, nil if it has none.
func readHead[T kernel.Float](f folder, c Config, tensors *schemas.TensorFile) (*Head[T], error) {
	h, params := NewHead[T](c)
	names := tensors.Names()
	if !slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, headTransform) }) {
		return nil, nil
	}
	for _, p := range params {
		name, ok := saved(names, p.Name)
		if !ok && p == h.Bias {
			name, ok = headDecoderBias, slices.Contains(names, headDecoderBias)
		}
		if !ok {
			return nil, f.fail(TensorsFile, "", fmt.Errorf("the model has no tensor %s", p.Name))
		}
		if err := fill(f, p, tensors, name); err != nil {
			return nil, err
		}
	}
	return h, nil
}
