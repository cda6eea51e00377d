package main

import (
	"math/rand/v2"
	"testing"

	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestReuseBucket: rows are taken from an output in a bucket, slots too.
func TestReuseBucket(t *testing.T) {
	server := s3server.Real(t, "corpora")
	server.Environment(t)
	old := manyPapers(rand.New(rand.NewPCG(1, 9)), 40)
	how := []string{"--model", choosing(t), "--max-rejects", "20%", "--repeated-ids", "number", "--slots", "--part-documents", "15", "--documents"}
	stagetest.Do(t, stage(), append(how, lines(t, "a.jsonl", old[:30]), "--out", "s3://corpora/first")...)
	docs := lines(t, "b.jsonl", old)
	want, got := mustInfer(t, append(how, docs)...), mustInfer(t, append(how, docs, "--reuse", "s3://corpora/first")...)
	stagetest.Equal(t, want, got)
	if n := notedCounts(t, got); n[0] < 20 {
		t.Errorf("reused, new, changed, gone: %v", n)
	}
}
