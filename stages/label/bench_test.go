package label

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/wrone2set/wrone2set/infer/pretrained"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/doubt"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/model/slots"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// paper is the network of the paper's tables.
var paper = slots.Config{Vocab: 50002, Slots: 20, PhraseLen: 6, Width: 512, Heads: 8, FF: 2048, EncoderLayers: 6, DecoderLayers: 6, Dropout: .1}

const (
	benchEOS  int32 = 3
	benchNull int32 = 6
	benchDocs       = 32
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

// words is a vocabulary.
func words(size int) []schemas.VocabRow {
	rows := make([]schemas.VocabRow, size)
	for i := range rows {
		rows[i] = schemas.VocabRow{ID: int32(i), Token: fmt.Sprintf("w%d", i), Count: int64(size - i)}
		if i < len(text.Specials) {
			rows[i].Token, rows[i].Count = text.Specials[i], 0
		}
	}
	return rows
}

// madeUp is a choice that makes much of every slot and of what several say.
func madeUp(b *testing.B) *choose.Ranker {
	kind := func(shift float64) choose.Kind {
		return choose.Kind{Judge: rank.Judge{Intercept: shift, Unseen: []float64{.5, .5}, Terms: []rank.Term{ // sorted, as a choice has them
			{Feature: "any_phrase", Scale: 1, Weight: .25}, {Feature: "here_best", Scale: 1, Weight: .25},
			{Feature: "witnesses", Scale: 1, Weight: 1}, {Feature: "word_best", Scale: 1, Weight: .5},
		}}}
	}
	m := &choose.Ranker{Floor: .2, Present: kind(.5), Absent: kind(0), Thresholds: []rank.Threshold{{Precision: .6, Probability: .55}}}
	if err := m.Link(); err != nil {
		b.Fatal(err)
	}
	return m
}

// BenchmarkPaper labels documents of KP20k's lengths at the paper's size, from words to phrases. The network has
// random weights; slots end as a script says: as in a trained model, or, all_slots, not before their last word. choose is
// the first with the slots that say ∅ heard too, and a choice among what all wrote. -short labels 8 documents instead of 32.
func BenchmarkPaper(b *testing.B) {
	n := benchDocs
	if testing.Short() {
		n = 8
	}
	docs, peak := paperDocuments(n), kernel.Peak(runtime.GOMAXPROCS(0))
	vocabulary, err := text.NewVocabulary(words(paper.Vocab), paper.Vocab)
	if err != nil {
		b.Fatal(err)
	}
	for _, precision := range []string{Float32, Int8} {
		network, err := slots.New[float32](paper, 1)
		if err != nil {
			b.Fatal(err)
		}
		w := kernel.NewWorkers(runtime.GOMAXPROCS(0))
		ready := slots.NewLabeller(network, phrase.Options{Vocabulary: vocabulary, Workers: w, Int8: precision == Int8,
			Lister: phrase.Lister{Stemmer: text.NewStemmer()}, Rule: rank.Rule{Name: rank.BestF1}})
		for _, ends := range []struct {
			name   string
			rows   int
			script func(doc, slot, step int) int32
			choice *choose.Ranker
		}{{"", 36, trained, nil}, {"/choose", 62, trained, madeUp(b)}, {"/all_slots", 120, running, nil}} {
			if ends.choice != nil {
				ends.choice.Floor = 0 // random weights would stop every slot
			}
			ready.Choice, ready.Greedy = ends.choice, slots.GreedyOptions{Script: func(doc, slot, step int, free bool) int32 {
				if free {
					return ends.script(doc, slot, step)
				}
				return heard(doc, slot, step)
			}}
			m := &Model{system: model.System{Slots: true}, vocabulary: vocabulary, unicode: text.Fold, judge: doubt.NewJudge(vocabulary)}
			l := &Labeller{model: m, options: DefaultOptions(), ready: ready, threads: w.Count(), turn: make(chan struct{}, 1)}
			maker := m.Maker(l.options)
			b.Run(precision+ends.name, func(b *testing.B) {
				b.ReportAllocs()
				work := 0.
				for b.Loop() {
					items := make([]Item, len(docs))
					for i, d := range docs {
						if items[i], err = maker.Make(&corpus.Record{Tokenized: true, BodyTokens: d.Body}, nil); err != nil {
							b.Fatal(err)
						}
						work += paper.EncodeOperations(len(d.Body)) + paper.DecodeOperations(ends.rows, len(d.Body))
					}
					if err := l.Items(context.Background(), items, func(int) {}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N*len(docs))/b.Elapsed().Seconds(), "documents/s")
				rate := work / b.Elapsed().Seconds() / 1e9
				if precision == Int8 { // most operations are of bytes: no share of the float32 peak
					b.ReportMetric(rate, "GOP/s")
					return
				}
				b.ReportMetric(rate, "GFLOP/s")
				if peak > 0 {
					b.ReportMetric(100*rate/peak, "%peak")
				}
			})
		}
	}
}

// BenchmarkRead reads the built-in model.
func BenchmarkRead(b *testing.B) {
	for _, speed := range []string{Fast, Normal} {
		b.Run(speed, func(b *testing.B) {
			for b.Loop() {
				if _, err := Read(builtIn(pretrained.Model()), speed); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
