package sequence

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// small is a network of small sizes that differ, so that a mix-up of two shows.
var small = slots.Config{Vocab: 40, Slots: 1, PhraseLen: 12, Width: 12, Heads: 3, FF: 20, EncoderLayers: 2, DecoderLayers: 3, Dropout: 0.2}

// oneSlot returns small for a system of one slot.
func oneSlot(system string) slots.Config {
	c := small
	c.System = system
	return c
}

// statesOf returns small with the recurrent body.
func statesOf(system string) slots.Config {
	c := oneSlot(system)
	c.Network, c.Heads, c.FF, c.DecoderLayers = slots.GRU, 0, 0, 1
	return c
}

// pool returns the scratch memory of a model.
func pool(m *Model[float32]) *op.Pool[float32] {
	return (*op.Pool[float32])(reflect.ValueOf(m.Model).Elem().FieldByName("pool").UnsafePointer())
}

// param returns the weights of a parameter.
func param(m *Model[float32], name string) []float32 {
	for _, p := range m.Params() {
		if p.Name == name {
			return p.Weights
		}
	}
	panic(name)
}

func fresh[T kernel.Float](t testing.TB, c slots.Config) *Model[T] {
	t.Helper()
	m, err := New[T](c, 7)
	if err != nil {
		t.Fatal(err)
	}
	// Larger weights give distributions that are far from uniform.
	for _, p := range m.Params() {
		for i := range p.Weights {
			p.Weights[i] *= 1.5
		}
	}
	return m
}

// examples returns n documents of 3 to 12 tokens, with some words outside the vocabulary.
func examples(c slots.Config, n int) []schemas.Example {
	var out []schemas.Example
	next := uint64(0)
	random := func(n int) int32 {
		next++
		return int32(random.Uniform(5, next) * float64(n))
	}
	for b := range n {
		e := schemas.Example{ID: fmt.Sprint("doc", b)}
		for range 3 + random(10) {
			if random(5) > 0 {
				id := 7 + random(c.Vocab-7)
				e.Source, e.Extended = append(e.Source, id), append(e.Extended, id)
				continue
			}
			own := random(len(e.OOV) + 1)
			if int(own) == len(e.OOV) {
				e.OOV = append(e.OOV, fmt.Sprint("own", own))
			}
			e.Source, e.Extended = append(e.Source, text.Unk), append(e.Extended, int32(c.Vocab)+own)
		}
		out = append(out, e)
	}
	return out
}

func pack(t *testing.T, ex []schemas.Example) slots.Docs {
	t.Helper()
	d, err := slots.Pack(ex)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func encode[T kernel.Float](t *testing.T, m *Model[T], w *kernel.Workers, d slots.Docs) *slots.Memory[T] {
	t.Helper()
	memory, err := m.Encode(w, d)
	if err != nil {
		t.Fatal(err)
	}
	return memory
}
