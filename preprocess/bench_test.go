package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/parity"
)

// BenchmarkPool prepares a training from raw records: gzip, JSON, tokens, stems, duplicates, vocabulary, documents and
// examples, files included. The records lie beside the reference kit.
func BenchmarkPool(b *testing.B) {
	if testing.Short() || !parity.Found(b) {
		b.Skip("BenchmarkSample is for a short run, or one without the reference kit")
	}
	pool := parity.Path(b, "..", "data", "train_pool.jsonl.gz")
	var rows int
	for b.Loop() {
		out, _ := execute(b, 0, "--train", pool, "--quiet")
		rows = len(readTable(b, schemas.FilteredRows, out, "filtered.parquet")) + len(readTable(b, schemas.Documents, out, "train-00000-of-00001.parquet"))
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "documents/s")
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
