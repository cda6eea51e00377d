package sequence

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/random"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
	"github.com/wrone2set/wrone2set/stages/nn/tape"
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
	c.Network, c.Heads, c.FF, c.DecoderLayers = GRU, 0, 0, 1
	return c
}

// pool returns the scratch memory of a model.
func pool(m *Model[float32], memory *slots.Memory[float32]) *op.Pool[float32] {
	return m.Decoder(nil, memory, 1).Pass().Pool
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

// sequences gives each document a target of CatSeq.
func sequences(d slots.Docs) []slots.Target {
	var ts []slots.Target
	for b := range d.Len() {
		ext := d.Extended[d.Span(b).Lo:d.Span(b).Hi]
		ts = append(ts, slots.Target{Doc: b, Tokens: []int32{ext[0], text.Sep, ext[len(ext)-1], int32(8 + b), text.Peos, 9, text.Sep, 10, 11, text.Eos}})
	}
	return ts
}

// pairs gives each document except the second targets of One2One, all of one slot.
func pairs(d slots.Docs) []slots.Target {
	var ts []slots.Target
	for b := range d.Len() {
		if ext := d.Extended[d.Span(b).Lo:d.Span(b).Hi]; b != 1 {
			ts = append(ts, slots.Target{Doc: b, Tokens: []int32{ext[0], ext[len(ext)-1], text.Eos}}, slots.Target{Doc: b, Tokens: []int32{int32(8 + b), text.Eos}}, slots.Target{Doc: b, Tokens: []int32{9, 10, 11, text.Eos}})
		}
	}
	return ts
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

// save writes a model folder.
func save[T kernel.Float](m *Model[T], dir string) error {
	return errors.Join(write(filepath.Join(dir, slots.ConfigFile), m.WriteConfig), write(filepath.Join(dir, slots.TensorsFile), m.WriteTensors))
}

func write(path string, content func(io.Writer) error) error {
	var b bytes.Buffer
	if err := content(&b); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

// saveInt8 is save with quantised weights.
func saveInt8(m *Model[float32], dir string) error {
	return errors.Join(write(filepath.Join(dir, slots.ConfigFile), m.WriteConfig),
		write(filepath.Join(dir, slots.TensorsFile), func(w io.Writer) error { return slots.WriteInt8(w, m.Model) }))
}

func sameBytes(t *testing.T, a, b *Model[float32]) bool {
	var x, y bytes.Buffer
	if err := errors.Join(a.WriteTensors(&x), b.WriteTensors(&y)); err != nil {
		t.Fatal(err)
	}
	return bytes.Equal(x.Bytes(), y.Bytes())
}

// gap records the largest absolute difference of pairs of numbers and where it was.
type gap struct {
	n     int // pairs
	max   float64
	where string
}

func (g *gap) one(where string, got, want float64) {
	g.n++
	if d := math.Abs(got - want); d > g.max || math.IsNaN(d) && !math.IsNaN(g.max) {
		g.max, g.where = d, fmt.Sprintf("%s: %v, want %v", where, got, want)
	}
}

func (g *gap) rows(where string, got, want []float64) {
	if len(got) != len(want) {
		g.max, g.where = math.Inf(1), fmt.Sprintf("%s: %d numbers, want %d", where, len(got), len(want))
		return
	}
	for i := range got {
		g.one(fmt.Sprintf("%s[%d]", where, i), got[i], want[i])
	}
}

// within fails if the largest difference is above limit.
func (g *gap) within(t *testing.T, what string, limit float64) {
	t.Helper()
	if !(g.max <= limit) { // NaN as well
		t.Errorf("%s differs by %.3g (at most %.3g): %s", what, g.max, limit, g.where)
		return
	}
	if g.n > 0 {
		t.Logf("%s: largest difference %.2g", what, g.max)
	}
}

// weigher returns the weights of a loss, given what a pass has computed.
type weigher[T kernel.Float] func(p, null []T) []T

// learned is a training pass and its loss.
type learned[T kernel.Float] struct {
	P, Null, Weights []T
	Sum, Loss        T
}

// learn makes a training pass and its gradient.
func learn[T kernel.Float](m *slots.Model[T], w *kernel.Workers, docs slots.Docs, targets []slots.Target, weigh weigher[T], norm T, t slots.Train) (r learned[T], err error) {
	p, err := m.Predict(w, docs, targets, t)
	if err != nil {
		return r, err
	}
	r.P, r.Null = p.P, p.Null
	if weigh != nil {
		r.Weights = weigh(p.P, p.Null)
	}
	r.Sum, err = p.Learn(tape.Differentiate[T], r.Weights, norm)
	r.Loss = r.Sum / norm
	return r, err
}
