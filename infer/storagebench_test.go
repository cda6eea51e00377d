package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// BenchmarkStorage labels documents with the built-in model, in parts, from a file and into files of this machine, and from
// an object and into objects of an S3 server on it, in turn: "local" is the share of the first's rate that the second has.
func BenchmarkStorage(b *testing.B) {
	rows := benchRows(b, benchTimes())
	var text strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&text, `{"id":%d,"title":%q,"abstract":%q}`+"\n", r.id, r.title, r.text)
	}
	dir := b.TempDir()
	lines := filepath.Join(dir, "a.jsonl")
	if err := os.WriteFile(lines, []byte(text.String()), 0o666); err != nil {
		b.Fatal(err)
	}
	server := s3server.Real(b, "bench")
	server.Environment(b)
	server.Put(b, "s3://bench/a.jsonl", []byte(text.String()))
	label := func(in, out string) time.Duration {
		began := time.Now()
		var said strings.Builder
		args := []string{"--config", "none", "--quiet", "--documents", in, "--out", out, "--force", "--export", "jsonl", "--part-documents", "200"}
		if code := stages.Execute(b.Context(), []stages.Mode{stage()}, args, io.Discard, &said); code != stages.ExitDone {
			b.Fatal(said.String())
		}
		return time.Since(began)
	}
	b.Run("s3", func(b *testing.B) {
		var local, there time.Duration
		for b.Loop() {
			local += label(lines, filepath.Join(dir, "out"))
			there += label("s3://bench/a.jsonl", "s3://bench/out")
		}
		b.ReportMetric(float64(b.N*len(rows))/there.Seconds(), "documents/s")
		b.ReportMetric(local.Seconds()/there.Seconds(), "local")
	})
}
