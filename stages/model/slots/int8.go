package slots

import (
	"fmt"
	"io"
	"math"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// scaleSuffix goes behind the name of a tensor in 8 bits to that of its scales, [out] float32: row j of the weights
// [out, in] is scale[j] times the whole numbers.
const scaleSuffix = ".scale"

// WriteInt8 is WriteTensors with those weights in 8 bits that Quantise takes to 8 bits, and all others as they are. Read
// again, they are float32 numbers of which Quantise makes the 8 bits of m: passes in 8 bits are the same to the bit from
// either file. A weight that is not finite is an error that names its tensor.
func WriteInt8(w io.Writer, m *Model[float32]) error {
	narrow := m.narrow()
	var ts []schemas.Tensor
	for _, t := range m.Tensors() {
		if !narrow[t.Name] {
			ts = append(ts, t)
			continue
		}
		whole, scale := kernel.Narrow(t.Data.([]float32), t.Shape[0], t.Shape[1])
		for j, v := range scale {
			if v != v {
				return fmt.Errorf("slots: tensor %s: row %d holds a number that is not finite", t.Name, j)
			}
		}
		ts = append(ts, schemas.Tensor{Name: t.Name, Shape: t.Shape, Data: whole},
			schemas.Tensor{Name: t.Name + scaleSuffix, Shape: t.Shape[:1], Data: scale})
	}
	return m.write(w, ts)
}

// narrow names the weights that Quantise takes to 8 bits, but for those of the vocabulary where they are the vectors of words,
// too, which are read as they are.
func (m *Model[T]) narrow() map[string]bool {
	names := map[string]bool{m.head.Words.W.Name: !m.Tied}
	for _, l := range m.maps() {
		names[l.W.Name] = true
	}
	for _, l := range m.exact() {
		delete(names, l.W.Name)
	}
	return names
}

// widened are the floats of weights of that shape [out, in] in 8 bits, with the scales that stand beside them.
func (r reader) widened(name string, shape []int, whole []int8) ([]float32, error) {
	t, err := r.tensor(name+scaleSuffix, shape[:1])
	if err != nil {
		return nil, err
	}
	scale, ok := t.Data.([]float32)
	if !ok {
		return nil, r.fail(t.Name, "it holds %T, weights in 8 bits need []float32", t.Data)
	}
	for j, v := range scale {
		if !(v > 0 && v <= math.MaxFloat32) {
			return nil, r.fail(t.Name, "row %d has the scale %v, want a positive number", j, v)
		}
	}
	b := make([]float32, len(whole))
	kernel.Widen(b, whole, scale)
	return b, nil
}
