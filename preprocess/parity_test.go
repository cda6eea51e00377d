package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/preprocess/internal/rule"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// kitDoc is a document as the authors' code reads and encodes it.
type kitDoc struct {
	Split     string
	Pair, Doc int
	SrcStr    []string   `json:"src_str"`
	TrgStr    [][]string `json:"trg_str"`
	Src       []int32
	SrcOOV    []int32  `json:"src_oov"`
	OOVList   []string `json:"oov_list"`
	Trg       [][]int32
	TrgCopy   [][]int32 `json:"trg_copy"`
}

type kitConf struct {
	VocabSize   int `json:"vocab_size"`
	MaxUnkWords int `json:"max_unk_words"`
}

// released runs the stage over the kit's texts with the released settings.
func released(t *testing.T, c kitConf) string {
	out, _ := execute(t, 0, "--preset", "released", "--train", kitPair(t, "train"), "--valid", kitPair(t, "valid"),
		"--test", "kp20k="+kitPair(t, "test"), "--vocab-size", strconv.Itoa(c.VocabSize), "--max-oov", strconv.Itoa(c.MaxUnkWords), "--quiet")
	return out
}

// TestKit holds vocabulary and ids against the authors' code.
func TestKit(t *testing.T) {
	about := readJSON[struct {
		TrainPairsKept  int   `json:"train_pairs_kept"`
		ValidPairs      int   `json:"valid_pairs"`
		TestDocs        int   `json:"test_docs"`
		TrainBlankLines int64 `json:"train_blank_lines"`
		Configs         map[string]kitConf
	}](t, parity.Path(t, "preprocess", "about.json"))
	for name, conf := range about.Configs {
		t.Run(name, func(t *testing.T) {
			out := released(t, conf)
			examples := map[string][]schemas.Example{}
			examples["train"], _ = readExamples(t, out, "examples.train-00000-of-00001.arrow")
			examples["valid"], _ = readExamples(t, out, "examples.valid-00000-of-00001.arrow")
			for split, want := range map[string]int{"train": about.TrainPairsKept, "valid": about.ValidPairs} {
				if got := len(examples[split]); got != want {
					t.Errorf("%d %s examples, want %d", got, split, want)
				}
			}
			t.Run("vocab", func(t *testing.T) { checkVocab(t, out) })
			t.Run("filtered", func(t *testing.T) {
				causes := map[string]int64{}
				for _, f := range readTable(t, schemas.FilteredRows, out, "filtered.parquet") {
					causes[f.Cause]++
				}
				if causes[rule.Blank] != about.TrainBlankLines {
					t.Errorf("filtered %v, want %d blank", causes, about.TrainBlankLines)
				}
			})
			docs := readLines[kitDoc](t, parity.Path(t, "preprocess", "docs."+name+".jsonl"))
			documents := map[string][]schemas.Document{}
			for _, split := range []string{"train", "valid"} {
				documents[split] = readTable(t, schemas.Documents, out, split+"-00000-of-00001.parquet")
			}
			t.Run("ids", func(t *testing.T) {
				for _, d := range docs {
					checkIDs(t, d, examples[d.Split][d.Pair], documents[d.Split][d.Pair], conf.VocabSize)
				}
			})
			checkTestDocs(t, out, name, conf)
		})
	}
}

func checkVocab(t *testing.T, out string) {
	data, err := os.ReadFile(parity.Path(t, "preprocess", "vocab.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	rows := readTable(t, schemas.Vocab, out, "vocab.parquet")
	if len(rows) != len(want) {
		t.Errorf("%d words, want %d", len(rows), len(want))
	}
	for i, r := range rows[:min(len(rows), len(want))] {
		count := strconv.FormatInt(r.Count, 10)
		if i < len(text.Specials) {
			count = "-"
		}
		if got := fmt.Sprintf("%d\t%s\t%s", r.ID, r.Token, count); got != want[i] {
			t.Fatalf("row %d: %q, want %q", i, got, want[i])
		}
	}
}

// plainIDs are the ordinary target ids: <unk> for a word of the document.
func plainIDs(targets [][]int32, size int) [][]int32 {
	plain := make([][]int32, len(targets))
	for i, t := range targets {
		for _, id := range t {
			if int(id) >= size {
				id = text.Unk
			}
			plain[i] = append(plain[i], id)
		}
	}
	return plain
}

func checkIDs(t *testing.T, want kitDoc, got schemas.Example, doc schemas.Document, size int) {
	t.Helper()
	same := func(what string, got, want any) {
		t.Helper()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s %d %s: got %v, want %v", want, want, what, got, want)
		}
	}
	same("source words", strings.Join(source(&doc, false), " "), strings.Join(want.SrcStr, " "))
	same("target words", rule.Targets(&doc), want.TrgStr)
	same("src", got.Source, want.Src)
	same("src_oov", got.Extended, want.SrcOOV)
	same("oov_list", got.OOV, want.OOVList)
	same("trg", plainIDs(got.Targets, size), want.Trg)
	same("trg_copy", got.Targets, want.TrgCopy)
}

// checkTestDocs encodes documents as they are encoded for prediction. The kit has them for one configuration.
func checkTestDocs(t *testing.T, out, name string, conf kitConf) {
	path := parity.Files(t, "preprocess/test_docs.*.jsonl")[0]
	if filepath.Base(path) != "test_docs."+name+".jsonl" {
		return
	}
	t.Run("test_docs", func(t *testing.T) {
		v, err := text.NewVocabulary(readTable(t, schemas.Vocab, out, "vocab.parquet"), conf.VocabSize)
		if err != nil {
			t.Fatal(err)
		}
		documents := readTable(t, schemas.Documents, out, "test.kp20k-00000-of-00001.parquet")
		for _, want := range readLines[kitDoc](t, path) {
			d := documents[want.Doc]
			x := v.Encode(d.ID, source(&d, false), nil, text.Encoding{MaxOOV: conf.MaxUnkWords, Released: true})
			if !slices.Equal(source(&d, false), want.SrcStr) || !slices.Equal(x.Source, want.Src) ||
				!slices.Equal(x.Extended, want.SrcOOV) || !slices.Equal(x.OOV, want.OOVList) {
				t.Errorf("document %d differs", want.Doc)
			}
		}
	})
}

// source is what the model reads of a document: title and body, parted by <eos>
// if asked for.
func source(d *schemas.Document, eos bool) []string {
	words := slices.Clone(d.Title)
	if eos && len(d.Title) > 0 {
		words = append(words, text.Specials[text.Eos])
	}
	return append(words, d.Body...)
}
