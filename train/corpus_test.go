package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
)

// madeVocabulary has the special tokens, the word "the", ten words from "a0"
// and ten from "b0".
func madeVocabulary() (rows []schemas.VocabRow) {
	words := append([]string{}, text.Specials...)
	words = append(words, "the")
	for _, letter := range []string{"a", "b"} {
		for i := range 10 {
			words = append(words, fmt.Sprint(letter, i))
		}
	}
	for i, w := range words {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: w, Count: int64(100 - i)})
	}
	return rows
}

const (
	madeThe = 7
	madeA   = 8
	madeB   = 18
)

// madeExample returns a document whose present phrase follows "the" and
// determines its absent phrase. In every fourth document the phrase has a word
// that can only be copied.
func madeExample(r *rand.Rand, i, size int) schemas.Example {
	e := schemas.Example{ID: fmt.Sprint("d", i)}
	word := r.Int32N(10)
	phrase := []int32{madeA + word, madeA + (word+3)%10}
	if i%4 == 3 {
		e.OOV = []string{"unheard"}
		phrase[1] = int32(size)
	}
	for range 3 {
		e.Extended = append(e.Extended, madeB+r.Int32N(10))
	}
	e.Extended = append(append(e.Extended, madeThe), phrase...)
	for range 1 + r.IntN(4) {
		e.Extended = append(e.Extended, madeB+r.Int32N(10))
	}
	for _, id := range e.Extended {
		if int(id) >= size {
			id = text.Unk
		}
		e.Source = append(e.Source, id)
	}
	e.Targets = [][]int32{phrase, {text.Peos}, {madeB + word}}
	if i%9 == 8 {
		e.Targets = [][]int32{{text.Peos}}
	}
	return e
}

// madeData writes a folder as preprocess does and returns its path. Its corpus has a word more than its vocabulary.
func madeData(t testing.TB, train, valid int) string {
	t.Helper()
	dir := t.TempDir()
	rows := madeVocabulary()
	writeVocabulary(t, dir, append(slices.Clip(rows), schemas.VocabRow{ID: int32(len(rows)), Token: "seldom", Count: 1}))
	h := schemas.ExampleHeader{VocabSize: len(rows), VocabDigest: text.Digest(rows)}
	writeExamples(t, dir, "examples.train-00000-of-00002.arrow", h, 1, train-train/3)
	writeExamples(t, dir, "examples.train-00001-of-00002.arrow", h, 2, train/3)
	if valid > 0 {
		writeExamples(t, dir, "examples.valid-00000-of-00001.arrow", h, 3, valid)
	}
	return dir
}

func writeVocabulary(t testing.TB, dir string, rows []schemas.VocabRow) {
	t.Helper()
	writeRows(t, schemas.Vocab, dir, vocabFile, nil, rows...)
}

func writeExamples(t testing.TB, dir, name string, h schemas.ExampleHeader, seed uint64, n int) {
	t.Helper()
	writeChanged(t, dir, name, h, seed, n, func(*schemas.Example) {})
}

// writeChanged writes made-up examples that change has changed.
func writeChanged(t testing.TB, dir, name string, h schemas.ExampleHeader, seed uint64, n int, change func(*schemas.Example)) {
	t.Helper()
	var all []schemas.Example
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		e := madeExample(r, i, h.VocabSize)
		change(&e)
		all = append(all, e)
	}
	writeAll(t, dir, name, h, all)
}

func writeAll(t testing.TB, dir, name string, h schemas.ExampleHeader, all []schemas.Example) {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := schemas.NewExampleWriter(f, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		err = errors.Join(err, w.Write(e))
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
}

// contraryData returns made-up data whose validation documents have keyphrases that do not occur in training: the validation
// loss rises once the model has learned its own.
func contraryData(t testing.TB) string {
	t.Helper()
	dir := madeData(t, 60, 0)
	size := len(madeVocabulary())
	h := schemas.ExampleHeader{VocabSize: size, VocabDigest: text.Digest(madeVocabulary())}
	writeChanged(t, dir, "examples.valid-00000-of-00001.arrow", h, 1, 12, func(e *schemas.Example) {
		e.Targets = [][]int32{{madeThe}, {madeThe, madeThe}, {text.Peos}, {madeThe}, {madeThe, madeThe}}
	})
	return dir
}
