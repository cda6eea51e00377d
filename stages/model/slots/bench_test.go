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
		say(b, m, w, memory, GreedyOptions{RunOn: true, Vanilla: true})
		memory.Free()
	}
}

// phraseWords is the number of words that each slot of a trained network writes, 0 for ∅: 7 of 20 slots write 16 words.
var phraseWords = [20]int{0: 2, 2: 3, 3: 2, 5: 1, 8: 4, 12: 2, 17: 2}

// script has phraseWords words with ∅ allowed, and one to three per slot with ∅ forbidden.
func script(_, slot, step int, free bool) int32 {
	words := phraseWords[slot]
	switch {
	case free && words == 0:
		return text.Null
	case !free:
		words = 1 + slot%3
	}
	if step == words {
		return text.Eos
	}
	return int32(1000 + 20*step + slot)
}

// BenchmarkOutputs labels at the paper's size, with phrases as long as those of a trained network: with ∅ allowed, and with ∅
// allowed and forbidden.
func BenchmarkOutputs(b *testing.B) {
	w := kernel.NewWorkers(runtime.GOMAXPROCS(0))
	m, err := New[float32](paper, 1)
	if err != nil {
		b.Fatal(err)
	}
	m.Pack(w)
	docs := documents12(paper)
	for name, vanilla := range map[string]bool{"vanilla": true, "both": false} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				memory, err := m.Encode(w, docs)
				if err != nil {
					b.Fatal(err)
				}
				say(b, m, w, memory, GreedyOptions{Vanilla: vanilla, Script: script})
				memory.Free()
			}
			b.ReportMetric(float64(b.N*docs.Len())/b.Elapsed().Seconds(), "documents/s")
		})
	}
}
