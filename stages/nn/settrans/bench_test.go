package settrans

import (
	"runtime"
	"testing"

	"wrone2set/stages/nn/kernel"
)

// paper is the network of the paper's tables.
var paper = Config{Vocab: 50002, Slots: 20, PhraseLen: 6, Width: 512, Heads: 8, FF: 2048, EncoderLayers: 6, DecoderLayers: 6, Dropout: 0.1}

// documents12 has the lengths of a batch of KP20k: about 200 tokens a document.
func documents12(c Config) Docs {
	d := Docs{Offsets: []int32{0}, OOV: make([]int32, 12)}
	for b := range 12 {
		for i := range 140 + 10*b {
			id := int32(7 + (i*7919+b*104729)%(c.Vocab-7))
			d.Source, d.Extended = append(d.Source, id), append(d.Extended, id)
		}
		d.Offsets = append(d.Offsets, int32(len(d.Source)))
	}
	return d
}

// BenchmarkGreedy is labelling 12 documents at the paper's size with all slots running to the end.
func BenchmarkGreedy(b *testing.B) {
	w := kernel.NewWorkers(runtime.GOMAXPROCS(0))
	m, err := New[float32](paper, 1)
	if err != nil {
		b.Fatal(err)
	}
	m.Pack(w)
	d := documents12(paper)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		memory, err := m.Encode(w, d)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.Greedy(w, memory, GreedyOptions{RunOn: true}); err != nil {
			b.Fatal(err)
		}
		memory.Free()
	}
}
