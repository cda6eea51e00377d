package op

import (
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Words is the output layer, o·Wᵀ + b over the vocabulary. It is only computed in blocks of words, so no more than
// rows × wordBlock logits exist at a time; Scan with packed weights needs far fewer.
type Words[T kernel.Float] struct {
	W *Param[T] // [V, d]
	B *Param[T] // [V], or nil

	packed    []*kernel.Packed[T] // one per block
	quantised []*kernel.Quantised // one per block; T is float32
}

// wordBlock is the number of words per block. LogSum is summed block by block: another number changes its last bits.
const wordBlock = 4096

// Size returns V.
func (v *Words[T]) Size() int { return v.W.rows() }

// epilogue returns the product epilogue that adds the biases of the words [lo,hi).
func (v *Words[T]) epilogue(lo, hi int) (e kernel.Epilogue[T]) {
	if v.B != nil {
		e.Bias = v.B.Weights[lo:hi]
	}
	return e
}

// isPacked reports whether the weights were packed for many products.
func (v *Words[T]) isPacked() bool { return v.packed != nil || v.quantised != nil }

// Pack is Linear.Pack.
func (v *Words[T]) Pack(w *kernel.Workers) {
	v.packed, v.quantised = nil, nil
	v.blocks(func(lo, hi int) {
		v.packed = append(v.packed, kernel.Pack(w, v.W.Weights[lo*v.W.cols():hi*v.W.cols()], hi-lo, v.W.cols()))
	})
}

// QuantiseWords is Quantise for the output layer.
func QuantiseWords(w *kernel.Workers, v *Words[float32]) { v.quantise(w) }

// quantise is QuantiseWords; T is float32.
func (v *Words[T]) quantise(w *kernel.Workers) {
	v.packed, v.quantised = nil, nil
	v.blocks(func(lo, hi int) {
		v.quantised = append(v.quantised, kernel.Quantise(w, float32s(v.W.Weights[lo*v.W.cols():hi*v.W.cols()]), hi-lo, v.W.cols()))
	})
}

// blocks calls f for the words [lo,hi) of each block.
func (v *Words[T]) blocks(f func(lo, hi int)) {
	for lo := 0; lo < v.Size(); lo += wordBlock {
		f(lo, min(lo+wordBlock, v.Size()))
	}
}

// Pick returns the output layer of some words alone, packed as v is: its word i is word ids[i] of v, with the same logits
// to the bit.
func (v *Words[T]) Pick(w *kernel.Workers, ids []int32) *Words[T] {
	d := v.W.cols()
	p := &Words[T]{W: &Param[T]{Name: v.W.Name, Shape: []int{len(ids), d}, Weights: make([]T, 0, len(ids)*d)}}
	if v.B != nil {
		p.B = &Param[T]{Name: v.B.Name, Shape: []int{len(ids)}}
	}
	for _, id := range ids {
		p.W.Weights = append(p.W.Weights, v.W.Weights[int(id)*d:][:d]...)
		if v.B != nil {
			p.B.Weights = append(p.B.Weights, v.B.Weights[id])
		}
	}
	switch {
	case v.quantised != nil:
		p.quantise(w)
	case v.packed != nil:
		p.Pack(w)
	}
	return p
}

// bytes returns the 8-bit form of o [rows, d] that logits takes, nil if the weights are not quantised. Give it back to
// the workers.
func (v *Words[T]) bytes(w *kernel.Workers, o []T, rows int) *kernel.Bytes {
	if v.quantised == nil {
		return nil
	}
	return w.TakeBytes(float32s(o), rows, v.W.cols())
}

// logits computes block number b, the words [lo, lo+n), into y [rows, n]. bytes is o in 8 bits or nil.
func (v *Words[T]) logits(w *kernel.Workers, y, o []T, bytes *kernel.Bytes, rows, b, lo, n int) {
	e := v.epilogue(lo, lo+n)
	if bytes != nil {
		kernel.MulQuantised(w, float32s(y), bytes, v.quantised[b], any(e).(kernel.Epilogue[float32]))
		return
	}
	if v.packed != nil {
		kernel.MulPacked(w, y, o, v.packed[b], rows, e)
		return
	}
	d := v.W.cols()
	kernel.MulNT(w, y, o, v.W.Weights[lo*d:(lo+n)*d], rows, n, d, e)
}

// Fill computes the softmax over all V words of one row: dst [V] from o [d] and the row's LogSum.
func (v *Words[T]) Fill(w *kernel.Workers, dst, o []T, logSum T) {
	bytes := v.bytes(w, o, 1)
	for lo, b := 0, 0; lo < v.Size(); lo, b = lo+wordBlock, b+1 {
		n := min(wordBlock, v.Size()-lo)
		y := dst[lo : lo+n]
		v.logits(w, y, o, bytes, 1, b, lo, n)
		expMinus(y, logSum)
	}
	w.GiveBytes(bytes)
}

// backward adds to the gradients of W and b and to do [rows, d], given the derivatives of log-probabilities: the result
// of row i is the logarithm of the softmax at word target[i], and its derivative is by[i]; −1 stands for no word.
func (v *Words[T]) backward(pass *Pass[T], do, o []T, rows int, logSum, by []T, target []int32) {
	d := v.W.cols()
	block := pass.Pool.Get(rows * min(wordBlock, v.Size()))
	for lo, b := 0, 0; lo < v.Size(); lo, b = lo+wordBlock, b+1 {
		n := min(wordBlock, v.Size()-lo)
		y := block[:rows*n]
		// Compute the logits again, block by block: keeping those of Forward would take rows × V floats.
		v.logits(pass.Workers, y, o, nil, rows, b, lo, n)
		pass.Workers.Split(rows, 4, func(from, to int) {
			for i := from; i < to; i++ {
				y := y[i*n : (i+1)*n]
				expMinus(y, logSum[i])
				for j := range y {
					y[j] *= -by[i]
				}
				if k := int(target[i]) - lo; k >= 0 && k < n {
					y[k] += by[i]
				}
			}
		})
		if v.B != nil {
			kernel.AddRows(pass.Workers, v.B.Grads[lo:lo+n], y, rows, n)
		}
		kernel.MulTN(pass.Workers, v.W.Grads[lo*d:(lo+n)*d], y, o, n, d, rows, kernel.Epilogue[T]{Accumulate: true})
		kernel.MulNN(pass.Workers, do, y, v.W.Weights[lo*d:(lo+n)*d], rows, d, n, kernel.Epilogue[T]{Accumulate: true})
	}
	pass.Pool.Put(block)
}

// expMinus computes y = e^(y−s).
func expMinus[T kernel.Float](y []T, s T) {
	for i := range y {
		y[i] -= s
	}
	kernel.Exp(y)
}
