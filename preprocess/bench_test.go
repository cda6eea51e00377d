package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// BenchmarkPool prepares a training from raw records: gzip, JSON, tokens,
// stems, duplicates, vocabulary, documents and examples, files included. The
// records are those that lie beside the reference kit; where they are not
// there, made-up ones of their lengths, which the name says. With -short they are 2,000 made-up ones.
func BenchmarkPool(b *testing.B) {
	name, pool := "made_up", ""
	if testing.Short() {
		pool = madeUp(b, 2000)
	} else if parity.Found(b) {
		name, pool = "train_pool", parity.Path(b, "..", "data", "train_pool.jsonl.gz")
	} else {
		pool = madeUp(b, 40000)
	}
	b.Run(name, func(b *testing.B) {
		var rows int
		for b.Loop() {
			out, _ := execute(b, 0, "--train", pool, "--quiet")
			rows = len(readTable(b, schemas.FilteredRows, out, "filtered.parquet"))
			rows += int(documents(b, out, "train"))
		}
		b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "documents/s")
	})
}

// madeUp writes records of the lengths of KP20k's, nine words of title, 130
// of abstract and five keyphrases of two, with a few words often and many
// seldom.
func madeUp(b *testing.B, n int) string {
	random := rand.New(rand.NewPCG(1, 2))
	seldom := rand.NewZipf(random, 1.1, 4, 200000)
	text := func(words int) string {
		list := make([]string, words)
		for i := range list {
			for x := seldom.Uint64() + 30; x > 0; x /= 30 {
				list[i] += [...]string{"an", "co", "de", "el", "in", "mo", "net", "on", "pro", "re", "si", "tion", "te", "us", "ing",
					"al", "ba", "er", "fo", "gra", "le", "ma", "or", "per", "ra", "sys", "tem", "ver", "work", "s"}[x%30]
			}
			if i%20 == 19 {
				list[i] += "."
			}
		}
		return strings.Join(list, " ")
	}
	path := filepath.Join(b.TempDir(), "made-up.jsonl.gz")
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	zip := gzip.NewWriter(file)
	lines := json.NewEncoder(zip)
	for i := range n {
		abstract := text(80 + random.IntN(102))
		words := strings.Fields(abstract)
		err = errors.Join(err, lines.Encode(map[string]any{
			"id": fmt.Sprintf("made-up-%06d", i), "title": text(6 + random.IntN(8)), "abstract": abstract,
			"keywords": []string{text(2), text(2), strings.Join(words[:2], " "), strings.Join(words[40:42], " "), words[60]},
		}))
	}
	if err := errors.Join(err, zip.Close(), file.Close()); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkSample prepares made-up documents: 20,000, with -short 2,000.
func BenchmarkSample(b *testing.B) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for b.Loop() {
		execute(b, 0, "--sample", fmt.Sprint(n), "--quiet")
	}
	b.ReportMetric(1.1*float64(n)*float64(b.N)/b.Elapsed().Seconds(), "documents/s")
}

// BenchmarkMemory is what a training document takes in memory: the peaks of two runs on made-up documents, ten times as many
// in the second, are compared. A vocabulary that never stops growing, a word for two documents, is part of it. -short takes a 25th of the documents.
func BenchmarkMemory(b *testing.B) {
	peak := func(documents int) int64 {
		out := filepath.Join(b.TempDir(), "out")
		run := stagetest.Program{Stage: stage.Name, Args: []string{"--sample", fmt.Sprint(documents), "--quiet"}}.Command(b, out)
		if said, err := run.CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, said)
		}
		m := readJSON[struct {
			Info struct {
				Peak int64 `json:"peak_memory_bytes"`
			} `json:"info"`
		}](b, filepath.Join(out, "manifest.json"))
		return m.Info.Peak
	}
	few, many := 50_000, 500_000
	if testing.Short() {
		few, many = 2000, 20_000
	}
	var each float64
	for b.Loop() {
		each = float64(peak(many)-peak(few)) / float64(many-few)
	}
	b.ReportMetric(each, "B/document")
}

func documents(b *testing.B, out, set string) int64 {
	r, err := schemas.Documents.Open(out + "/" + set + "-00000-of-00001.parquet")
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	return r.Rows()
}
