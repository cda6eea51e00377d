package slots

import (
	"fmt"
	"io"
	"math"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// scaleSuffix, appended to the name of a quantised tensor [out, in], names its scales, [out] float32: row j of the weights is
// scale[j] times the integers.
const scaleSuffix = ".scale"

// WriteInt8 is WriteTensors with the weights in 8 bits that Quantise quantises, and the word embeddings in the 16 bits to which
// it rounds them. Reading turns both into float32 numbers that Quantise maps to the same bits, so quantised passes are equal to
// the bit with either file. A number that is not finite in that form is an error that names its tensor.
func WriteInt8(w io.Writer, m *Model[float32]) error {
	return WriteNarrow(w, m, m.narrow(), m.embedding.Name)
}

// WriteNarrow is WriteTensors in the form of WriteInt8: with the tensors of narrow in 8 bits, each followed by its scales, and the
// word embeddings of that name in 16 bits.
func WriteNarrow(w io.Writer, of Saved[float32], narrow map[string]bool, embeddings string) (err error) {
	var ts []schemas.Tensor
	for _, t := range Tensors(of) {
		if t.Name == embeddings {
			if t.Data, err = halves(t); err != nil {
				return err
			}
		}
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
	return WriteTensors(w, of, ts)
}

// halves returns the numbers of word embeddings in 16 bits.
func halves(t schemas.Tensor) ([]schemas.Float16, error) {
	half := make([]schemas.Float16, len(t.Data.([]float32)))
	for i, v := range t.Data.([]float32) {
		half[i] = schemas.NewFloat16(v)
		if r := half[i].Float32(); r-r != 0 {
			return nil, fmt.Errorf("slots: tensor %s: row %d holds %v, a number that is not finite in 16 bits", t.Name, i/t.Shape[1], v)
		}
	}
	return half, nil
}

// RoundEmbeddings rounds word embeddings to the numbers that WriteInt8 writes. Numbers that it refuses stay as they are.
func RoundEmbeddings(weights []float32) {
	for i, v := range weights {
		if math.Float32bits(v)<<19 == 0 && v*v >= 0x1p-28 && v*v <= 0x1p30 {
			continue // a common number of 16 bits, as a file of WriteInt8 has them
		}
		if r := schemas.NewFloat16(v).Float32(); r-r == 0 {
			weights[i] = r
		}
	}
}

// narrow returns the names of the weights that WriteInt8 quantises: those of Quantise, except those of an output layer that
// are also the word embeddings.
func (m *Model[T]) narrow() map[string]bool {
	names := map[string]bool{m.head.Words.W.Name: !m.Tied}
	all, exact := m.maps()
	for _, l := range all {
		names[l.W.Name] = true
	}
	for _, l := range exact {
		delete(names, l.W.Name)
	}
	return names
}

// setNarrow sets a parameter to the weights of a quantised tensor of its shape [out, in], with the scales from the file.
func setNarrow[T kernel.Float](r reader, p *op.Param[T], whole []int8) error {
	t, err := r.tensor(p.Name+scaleSuffix, p.Shape[:1])
	if err != nil {
		return err
	}
	scale, ok := t.Data.([]float32)
	if !ok {
		return r.fail(t.Name, "it holds %T, weights in 8 bits need []float32", t.Data)
	}
	for j, v := range scale {
		if !(v > 0 && v <= math.MaxFloat32) {
			return r.fail(t.Name, "row %d has the scale %v, want a positive number", j, v)
		}
	}
	kernel.Widen(p.Weights, whole, scale)
	return nil
}
