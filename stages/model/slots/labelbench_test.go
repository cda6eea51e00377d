package slots

import (
	"runtime"
	"testing"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// shipped is the size of infer's built-in model.
var shipped = Config{Vocab: 20000, Slots: 20, PhraseLen: 6, Width: 192, Heads: 6, FF: 768, EncoderLayers: 2, DecoderLayers: 2, Dropout: 0.1}

// A batch of labelling.
const (
	labelDocs   = 64
	labelTokens = 220 // mean per document, about that of abstracts
	labelRows   = 61  // of a document with labelScript, over all steps
)

// labelScript is a script with about the phrase lengths of the built-in model and its floor: of 20 slots, 20, 20, 15, 3, 2 and
// 1 write at steps one to six.
func labelScript(_, slot, step int, _ bool) int32 {
	if step == 1 && slot%4 == 0 || step == 2 && slot > 3 || step == 3 && slot > 2 || step == 4 && slot > 1 {
		return text.Eos
	}
	return int32(1000 + 20*step + slot)
}

func labelDocuments(c Config) Docs {
	d := Docs{Offsets: []int32{0}, OOV: make([]int32, labelDocs)}
	for b := range labelDocs {
		for i := range labelTokens + 2*(b-labelDocs/2) {
			id := int32(7 + (i*7919+b*104729)%(c.Vocab-7))
			d.Source, d.Extended = append(d.Source, id), append(d.Extended, id)
		}
		d.Offsets = append(d.Offsets, int32(len(d.Source)))
	}
	return d
}

// labelParts returns the parts of labelling a batch: "encode" is the encoder and the keys and values for the decoder,
// "decode" is Greedy, and "vocabulary" is the softmax of as many rows, which is part of decode.
func labelParts(tb testing.TB, w *kernel.Workers, m *Model[float32]) map[string]func() {
	docs := labelDocuments(m.Config)
	encode := func() *Memory[float32] {
		memory, err := m.Encode(w, docs)
		if err != nil {
			tb.Fatal(err)
		}
		return memory
	}
	memory := encode()
	d := m.Decoder(w, memory, 0)
	rows, tokens := []Row{}, []int32{}
	for b := range labelDocs {
		for n := range labelRows {
			rows, tokens = append(rows, Row{Doc: b, Slot: n % m.Slots}), append(tokens, text.Bos)
		}
	}
	if err := d.Begin(rows); err != nil {
		tb.Fatal(err)
	}
	if err := d.Step(tokens); err != nil {
		tb.Fatal(err)
	}
	return map[string]func(){
		"encode": func() { encode().Free() },
		"decode": func() {
			say(tb, m, w, memory, GreedyOptions{Script: labelScript})
		},
		"vocabulary": func() {
			d.scan.Free(d.pass.Pool)
			d.find()
		},
	}
}

// BenchmarkLabel measures the parts of labelling at the built-in model's size, in both precisions.
func BenchmarkLabel(b *testing.B) {
	w := kernel.NewWorkers(runtime.GOMAXPROCS(0))
	for _, precision := range []string{"float32", "int8"} {
		m, err := New[float32](shipped, 1)
		if err != nil {
			b.Fatal(err)
		}
		if m.Pack(w); precision == "int8" {
			Quantise(w, m)
		}
		parts := labelParts(b, w, m)
		for _, name := range []string{"encode", "decode", "vocabulary"} {
			run := parts[name]
			b.Run(precision+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					run()
				}
				b.ReportMetric(float64(b.N*labelDocs)/b.Elapsed().Seconds(), "documents/s")
			})
		}
	}
}
