package slots

import (
	"runtime"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// paper is the network of the paper's tables.
var paper = Config{Vocab: 50002, Slots: 20, PhraseLen: 6, Width: 512, Heads: 8, FF: 2048, EncoderLayers: 6, DecoderLayers: 6, Dropout: 0.1}

// documents12 returns 12 documents as long as those of KP20k, about 200 tokens each.
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

// BenchmarkGreedy labels 12 documents at the paper's size. All slots run to the last step.
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

// phraseWords is the number of words that each slot of a trained network writes, 0 for ∅: 7 of 20 slots write 16 words.
var phraseWords = [20]int{0: 2, 2: 3, 3: 2, 5: 1, 8: 4, 12: 2, 17: 2}

// forced is a script for decoding with ∅ forbidden: one to three words per slot.
func forced(_, slot, step int) int32 {
	if step > slot%3 {
		return text.Eos
	}
	return int32(1000 + 20*step + slot)
}

func freely(_, slot, step int) int32 {
	switch words := phraseWords[slot]; {
	case words == 0:
		return text.Null
	case step == words:
		return text.Eos
	}
	return int32(1000 + 20*step + slot)
}

// either is freely, with forced in place of ∅.
func either(doc, slot, step int) int32 {
	if phraseWords[slot] == 0 {
		return forced(doc, slot, step)
	}
	return freely(doc, slot, step)
}

// BenchmarkGreedyOutputs labels at the paper's size, with phrases as long as those of a trained network: with ∅ allowed; with
// ∅ allowed and then forbidden; and both in one pass.
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
