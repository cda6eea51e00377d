package slots

import (
	"runtime"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
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

// said are the lengths of the phrases that slots of a trained network write, 0 for ∅: 7 of 20, 16 words in all.
var said = [20]int{0: 2, 2: 3, 3: 2, 5: 1, 8: 4, 12: 2, 17: 2}

// forced are those that the others write with ∅ forbidden: one to three words.
func forced(_, slot, step int) int32 {
	if step > slot%3 {
		return text.Eos
	}
	return int32(1000 + 20*step + slot)
}

func freely(_, slot, step int) int32 {
	switch words := said[slot]; {
	case words == 0:
		return text.Null
	case step == words:
		return text.Eos
	}
	return int32(1000 + 20*step + slot)
}

// either is freely, and for slots of which that is ∅ forced.
func either(doc, slot, step int) int32 {
	if said[slot] == 0 {
		return forced(doc, slot, step)
	}
	return freely(doc, slot, step)
}

// BenchmarkGreedyOutputs is labelling at the paper's size, slots ending as in a trained network: freely; freely and once
// more with ∅ forbidden; and both in one pass.
func BenchmarkGreedyOutputs(b *testing.B) {
	w := kernel.NewWorkers(runtime.GOMAXPROCS(0))
	m, err := New[float32](paper, 1)
	if err != nil {
		b.Fatal(err)
	}
	m.Pack(w)
	docs := documents12(paper)
	free := func(memory *Memory[float32]) error {
		_, err := m.Greedy(w, memory, GreedyOptions{Script: freely})
		return err
	}
	for _, way := range []struct {
		name  string
		write func(*Memory[float32]) error
	}{
		{"free", free},
		{"two_passes", func(memory *Memory[float32]) error {
			if err := free(memory); err != nil {
				return err
			}
			_, err := m.Greedy(w, memory, GreedyOptions{ForbidNull: true, Script: either})
			return err
		}},
		{"one_pass", func(memory *Memory[float32]) error {
			_, err := m.GreedyOutputs(w, memory, GreedyOptions{Script: freely, NonNull: forced})
			return err
		}},
	} {
		b.Run(way.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				memory, err := m.Encode(w, docs)
				if err != nil {
					b.Fatal(err)
				}
				if err := way.write(memory); err != nil {
					b.Fatal(err)
				}
				memory.Free()
			}
			b.ReportMetric(float64(b.N*docs.Len())/b.Elapsed().Seconds(), "documents/s")
		})
	}
}
