package machine

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/stages/nn/tape"
)

// small is a network with two layers on each side, so that the memory is read twice, and with dropout.
var small = slots.Config{Vocab: 40, Slots: 4, PhraseLen: 5, Width: 12, Heads: 3, FF: 20, EncoderLayers: 2, DecoderLayers: 2, Dropout: 0.2}

// batchOf has documents of 20, 21 … tokens, the last of which is its own word, and a phrase or ∅ in every slot.
func batchOf(c slots.Config, documents int) (slots.Docs, []slots.Target) {
	d := slots.Docs{Offsets: []int32{0}}
	var targets []slots.Target
	for b := range documents {
		for i := range 20 + b {
			id := int32(7 + (i*7919+b*104729)%(c.Vocab-7))
			d.Source, d.Extended = append(d.Source, id), append(d.Extended, id)
		}
		own := int32(c.Vocab)
		d.Source[len(d.Source)-1], d.Extended[len(d.Extended)-1] = 1, own
		d.Offsets, d.OOV = append(d.Offsets, int32(len(d.Source))), append(d.OOV, 1)
		for s := range c.Slots {
			y := [][]int32{{6}, {own, int32(7 + s), 3}, {int32(8 + b), 3}}[(b+s)%3]
			targets = append(targets, slots.Target{Doc: b, Slot: s, Tokens: y})
		}
	}
	return d, targets
}

// weights gives positions different weights, some 0.
func weights[T kernel.Float](p []T) []T {
	w := make([]T, len(p))
	for i := range w {
		w[i] = T(i%4) / 2
	}
	return w
}

// TestNetwork compares two steps of the whole network (loss, probabilities and every gradient) with the tape, to the bit:
// gorgonia adds nothing, omits nothing and does nothing twice.
func TestNetwork(t *testing.T) {
	t.Run("float32", testNetwork[float32])
	t.Run("float64", testNetwork[float64])
}

func testNetwork[T kernel.Float](t *testing.T) {
	d, targets := batchOf(small, 3)
	steps := func(differentiate op.Differentiate[T]) (results []string, grads [][]T, observed []string) {
		m, err := slots.New[T](small, 3)
		if err != nil {
			t.Fatal(err)
		}
		m.ZeroGrad()
		for i := range uint64(2) { // the gradients of the second step come on top of the first's
			p, err := m.Predict(nil, d, targets, slots.Train{Seed: 5, Step: i, Observe: func(name string, _ any) {
				observed = append(observed, name)
			}})
			if err != nil {
				t.Fatal(err)
			}
			sum, err := p.Learn(differentiate, weights(p.P), 7)
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, fmt.Sprint(sum, p.P, p.Null))
		}
		for _, p := range m.Params() {
			grads = append(grads, p.Grads)
		}
		return results, grads, observed
	}
	got, grads, observed := steps(Differentiate[T])
	want, oracle, order := steps(tape.Differentiate[T])
	if !slices.Equal(got, want) {
		t.Errorf("results %v, the tape has %v", got, want)
	}
	moved := 0
	for i := range grads {
		if !slices.Equal(grads[i], oracle[i]) {
			t.Errorf("another gradient of parameter %d than the tape's", i)
		}
		if slices.ContainsFunc(grads[i], func(g T) bool { return g != 0 }) {
			moved++
		}
	}
	if moved != len(grads) {
		t.Errorf("%d of %d parameters have a gradient", moved, len(grads))
	}
	if !slices.Equal(observed, order) {
		t.Errorf("layers show %v, on the tape %v", observed, order)
	}
}

// TestMemory: except for what layers also allocate on the tape, a step allocates no memory for the streams. The batch has 3
// documents of 300 tokens: a result in the encoder, or the derivative of one, takes 230 kB.
func TestMemory(t *testing.T) {
	c := small
	c.Width, c.FF = 64, 64
	c.Heads = 4
	d, targets := slots.Docs{Offsets: []int32{0}}, []slots.Target(nil)
	for b := range 3 {
		for i := range 300 {
			d.Source = append(d.Source, int32(7+(i+b)%(c.Vocab-7)))
		}
		d.Offsets, d.OOV = append(d.Offsets, int32(len(d.Source))), append(d.OOV, 0)
		targets = append(targets, slots.Target{Doc: b, Tokens: []int32{6}})
	}
	d.Extended = d.Source
	m, err := slots.New[float32](c, 3)
	if err != nil {
		t.Fatal(err)
	}
	workers := kernel.NewWorkers(1) // which keeps the scratch memory of the kernels
	allocated := func(differentiate op.Differentiate[float32]) uint64 {
		const steps = 2
		var before, after runtime.MemStats
		for i := range steps + 1 { // the first fills the pool
			if i == 1 {
				runtime.ReadMemStats(&before)
			}
			p, err := m.Predict(workers, d, targets, slots.Train{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Learn(differentiate, nil, 7); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / steps
	}
	plain, got := allocated(tape.Differentiate[float32]), allocated(Differentiate[float32])
	t.Logf("a step allocates %d bytes, on the tape %d", got, plain)
	if got > plain+100e3 {
		t.Errorf("a step allocates %d bytes, on the tape %d", got, plain)
	}
}
