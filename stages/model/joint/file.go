package joint

import (
	"io"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// Tensors returns the parameters as model.safetensors has them.
func (m *Model[T]) Tensors() []schemas.Tensor { return slots.Tensors(m) }

// WriteTensors writes model.safetensors, with the config in its metadata.
func (m *Model[T]) WriteTensors(w io.Writer) error { return slots.WriteTensors(w, m, m.Tensors()) }

// WriteInt8 is WriteTensors in the form of slots.WriteInt8: weights in 8 bits and word embeddings in 16 bits, as Quantise has
// them.
func WriteInt8(w io.Writer, m *Model[float32]) error {
	narrow := map[string]bool{}
	for _, l := range m.maps() {
		narrow[l.W.Name] = true
	}
	return slots.WriteNarrow(w, m, narrow, m.bert.Embedding().Name)
}

// Read reads a model folder, see slots.Read.
func Read(path func(name string) string, open func(name string) (schemas.File, error)) (*Model[float32], error) {
	return slots.ReadFolder(path, open, func(config io.Reader) (*Model[float32], error) {
		c, err := ReadConfig(config)
		if err != nil {
			return nil, err
		}
		return build[float32](c)
	})
}
