package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// paper is the network of the paper's tables.
var paper = slots.Config{Vocab: 50002, Slots: 20, PhraseLen: 6, Width: 512, Heads: 8, FF: 2048, EncoderLayers: 6, DecoderLayers: 6, Dropout: .1}

const (
	benchEOS  int32 = 3
	benchNull int32 = 6
	benchDocs       = 96
)

// phraseWords are the lengths of the phrases that a document of the benchmark gets, as a network trained on KP20k gives
// them about: 7 of 20 slots write a phrase, 16 words in all.
var phraseWords = [20]int{0: 2, 2: 3, 3: 2, 5: 1, 8: 4, 12: 2, 17: 2}

// trained ends slots as a trained network does.
func trained(_, slot, step int) int32 {
	switch words := phraseWords[slot]; {
	case words == 0:
		return benchNull
	case step == words:
		return benchEOS
	default:
		return int32(1000 + 20*step + slot)
	}
}

// running lets no slot end before its last word.
func running(_, slot, step int) int32 { return int32(1000 + 20*step + slot) }

// heard is what slots that say ∅ write with ∅ forbidden: one to three words.
func heard(_, slot, step int) int32 {
	if step > slot%3 {
		return benchEOS
	}
	return int32(1000 + 20*step + slot)
}

// paperDocuments have the lengths of KP20k's: 180 words on average.
func paperDocuments(n int) []schemas.Document {
	r := rand.New(rand.NewPCG(1, 2))
	docs := make([]schemas.Document, n)
	for i := range docs {
		length := min(max(int(180+45*r.NormFloat64()), 80), 380)
		docs[i] = schemas.Document{ID: fmt.Sprint(i)}
		for range length {
			docs[i].Body = append(docs[i].Body, fmt.Sprintf("w%d", 7+r.IntN(paper.Vocab)))
		}
	}
	return docs
}

// BenchmarkInferPaper labels documents of KP20k's lengths at the paper's size, from words to phrases. The network has
// random weights; slots end as a script says: as in a trained model, or, all_slots, not before their last word. choose is
// the first with the slots that say ∅ heard too, and a choice among what all wrote.
func BenchmarkInferPaper(b *testing.B) {
	docs := paperDocuments(benchDocs)
	vocabulary, err := text.NewVocabulary(vocabulary(paper.Vocab), paper.Vocab)
	if err != nil {
		b.Fatal(err)
	}
	for _, precision := range []string{float32Precision, int8Precision} {
		network, err := slots.New[float32](paper, 1)
		if err != nil {
			b.Fatal(err)
		}
		w := kernel.NewWorkers(runtime.GOMAXPROCS(0))
		ready := slots.NewLabeller(network, phrase.Options{Vocabulary: vocabulary, Workers: w, Int8: precision == int8Precision,
			Ranker: phrase.Ranker{Stemmer: text.NewStemmer()}, Mode: choose.Mode{Rule: choose.BestF1}})
		for _, ends := range []struct {
			name   string
			rows   int
			script func(doc, slot, step int) int32
			choice *choose.Model
		}{{"", 36, trained, nil}, {"/choose", 62, trained, madeUp(b)}, {"/all_slots", 120, running, nil}} {
			greedy := slots.GreedyOptions{Script: ends.script}
			if ends.choice != nil {
				ends.choice.Floor = 0 // random weights would stop every slot
				greedy.NonNull = heard
			}
			ready.Choice, ready.Greedy = ends.choice, greedy
			l := &labeller{Labeller: ready, mode: choose.Mode{Rule: choose.BestF1}, config: defaults(), threads: w.Count()}
			m := &opened{vocabulary: vocabulary, unicode: text.Fold}
			b.Run(precision+ends.name, func(b *testing.B) {
				b.ReportAllocs()
				work := 0.
				for b.Loop() {
					items := make([]item, len(docs))
					for i, d := range docs {
						items[i].document = d
						m.encode(&items[i], l.config)
						work += paper.EncodeOperations(len(d.Body)) + paper.DecodeOperations(ends.rows, len(d.Body))
					}
					if err := l.label(context.Background(), items, func(int) {}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*len(docs))/b.Elapsed().Seconds(), "documents/s")
				unit := "GFLOP/s"
				if precision == int8Precision {
					unit = "GOP/s" // most are of bytes: no share of the float32 peak
				}
				b.ReportMetric(work/b.Elapsed().Seconds()/1e9, unit)
			})
		}
	}
}
