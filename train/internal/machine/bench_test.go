package machine

import (
	"runtime"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// paper is the network of the paper's tables.
var paper = slots.Config{Vocab: 50002, Slots: 20, PhraseLen: 6, Width: 512, Heads: 8, FF: 2048, EncoderLayers: 6, DecoderLayers: 6, Dropout: 0.1}

// batchOf12 has the lengths of a batch of KP20k: about 200 tokens per document, 15 slots with ∅ and 5 with a phrase.
func batchOf12(c slots.Config) (slots.Docs, []slots.Target) {
	d := slots.Docs{Offsets: []int32{0}, OOV: make([]int32, 12)}
	var targets []slots.Target
	for b := range 12 {
		for i := range 140 + 10*b {
			id := int32(7 + (i*7919+b*104729)%(c.Vocab-7))
			d.Source, d.Extended = append(d.Source, id), append(d.Extended, id)
		}
		d.Offsets = append(d.Offsets, int32(len(d.Source)))
		for s := range c.Slots {
			g := slots.Target{Doc: b, Slot: s, Tokens: []int32{text.Null}}
			if s%4 == 0 {
				g.Tokens = []int32{d.Source[len(d.Source)-1-s], int32(7 + s), text.Eos}
			}
			targets = append(targets, g)
		}
	}
	return d, targets
}

// BenchmarkStep is a training step at the paper's size in both precisions: rollouts for target assignment, loss and
// gradient, Adam. With -short the network has one layer and a tenth of the words.
func BenchmarkStep(b *testing.B) {
	threads := runtime.GOMAXPROCS(0)
	b.Run("float32", func(b *testing.B) { benchmarkStep(b, kernel.NewWorkers(threads), kernel.Peak(threads)) })
	b.Run("bfloat16", func(b *testing.B) {
		if lacks := kernel.LackingBFloat16(); lacks != "" {
			b.Skip("this CPU lacks " + lacks)
		}
		benchmarkStep(b, kernel.NewBFloat16Workers(threads), 0) // its peak is another one
	})
}

func benchmarkStep(b *testing.B, w *kernel.Workers, peak float64) {
	shape := paper
	if testing.Short() {
		shape.Vocab, shape.EncoderLayers, shape.DecoderLayers = 5000, 1, 1
	}
	m, err := slots.New[float32](shape, 1)
	if err != nil {
		b.Fatal(err)
	}
	d, targets := batchOf12(shape)
	a := &op.Adam[float32]{Workers: w, LearningRate: 1e-4, Beta1: .9, Beta2: .998, Epsilon: 1e-9, Clip: 1}
	queries := make([][]int32, d.Len())
	for i := range queries {
		queries[i] = []int32{7, 8, 9, 3}
	}
	step := func(n int) {
		memory, err := m.Encode(w, d)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.Greedy(w, memory, slots.GreedyOptions{Length: 2, RunOn: true, Queries: queries}); err != nil {
			b.Fatal(err)
		}
		memory.Free()
		m.ZeroGrad()
		p, err := m.Predict(w, d, targets, slots.Train{Seed: 1, Step: uint64(n)})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Learn(Differentiate[float32], nil, 400); err != nil {
			b.Fatal(err)
		}
		if err := Step(a, m.Params()); err != nil {
			b.Fatal(err)
		}
	}
	work := 0. // two steps of the rollout, of which the first is shared; forks of the second are not counted
	positions := make([]int, d.Len())
	for _, g := range targets {
		positions[g.Doc] += len(g.Tokens)
	}
	for doc, n := range positions {
		tokens := int(d.Offsets[doc+1] - d.Offsets[doc])
		work += 4*shape.EncodeOperations(tokens) + shape.DecodeOperations(2*shape.Slots, tokens) + 3*shape.DecodeOperations(n, tokens)
	}
	step(0)
	b.ReportAllocs()
	b.ResetTimer()
	for n := range b.N {
		step(n + 1)
	}
	rate := work * float64(b.N) / b.Elapsed().Seconds() / 1e9
	b.ReportMetric(rate, "GFLOP/s")
	if peak > 0 {
		b.ReportMetric(100*rate/peak, "%peak")
	}
	var held runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&held)
	b.ReportMetric(float64(held.HeapAlloc)/1e6, "held-MB") // parameters, gradients, moments and scratch memory
}
