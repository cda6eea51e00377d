package main

import (
	"os"
	"testing"

	"wrone2set/schemas"
)

// BenchmarkPool prepares a training from the raw records that lie beside the
// reference kit: gzip, JSON, tokens, stems, duplicates, vocabulary, documents
// and examples, files included.
func BenchmarkPool(b *testing.B) {
	root := os.Getenv("WRONE2SET_PARITY")
	if root == "" {
		root = "../../shared/parity"
	}
	pool := root + "/../data/train_pool.jsonl.gz"
	if _, err := os.Stat(pool); err != nil {
		b.Skipf("no %s", pool)
	}
	var rows int
	for b.Loop() {
		out, _ := execute(b, 0, "--train", pool, "--quiet")
		rows = len(readTable(b, schemas.FilteredRows, out, "filtered.parquet"))
		rows += int(documents(b, out, "train"))
	}
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "documents/s")
}

// BenchmarkSample prepares documents to be labelled that are made up.
func BenchmarkSample(b *testing.B) {
	for b.Loop() {
		execute(b, 0, "--sample-label", "20000", "--quiet")
	}
	b.ReportMetric(20000*float64(b.N)/b.Elapsed().Seconds(), "documents/s")
}

func documents(b *testing.B, out, set string) int64 {
	r, err := schemas.Documents.Open(out + "/" + set + "-00000-of-00001.parquet")
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close()
	return r.Rows()
}
