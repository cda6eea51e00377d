package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// benchRows are abstracts of the built-in model's examples, so many times.
func benchRows(b *testing.B, times int) (rows []asked) {
	for range times {
		for _, d := range abstracts(b) {
			rows = append(rows, asked{int64(len(rows)), d.Title, d.Abstract})
		}
	}
	return rows
}

// benchTimes is how often a benchmark labels the sample abstracts: 64 times, with -short 4 times.
func benchTimes() int {
	if testing.Short() {
		return 4
	}
	return 64
}

// BenchmarkArrow labels documents with the built-in model as an Arrow stream with batches of 64, and as a file of JSON lines
// into files, in turn: "files" is the share of the second's rate that the first has.
func BenchmarkArrow(b *testing.B) {
	rows := benchRows(b, benchTimes())
	var text strings.Builder
	var batches [][]asked
	for i, r := range rows {
		fmt.Fprintf(&text, `{"id":%d,"title":%q,"abstract":%q}`+"\n", r.id, r.title, r.text)
		if i%64 == 0 {
			batches = append(batches, nil)
		}
		batches[len(batches)-1] = append(batches[len(batches)-1], r)
	}
	lines, stream := write(b, "a.jsonl", text.String()), streamFile(b, batches...)
	label := func(mode stages.Mode, args ...string) time.Duration {
		began := time.Now()
		var said strings.Builder
		if code := stages.Execute(b.Context(), []stages.Mode{mode}, append(args, "--config", "none", "--quiet"), io.Discard, &said); code != stages.ExitDone {
			b.Fatal(said.String())
		}
		return time.Since(began)
	}
	b.Run("stream", func(b *testing.B) {
		var files, streams time.Duration
		for b.Loop() {
			files += label(stage(), "--documents", lines, "--format", "jsonl", "--export", "jsonl", "--out", filepath.Join(b.TempDir(), "out"), "--force")
			streams += label(streaming(), "--documents", stream)
		}
		b.ReportMetric(float64(b.N*len(rows))/streams.Seconds(), "documents/s")
		b.ReportMetric(files.Seconds()/streams.Seconds(), "files")
	})
}

// BenchmarkStartup labels one document with the built-in model in a process of its own.
func BenchmarkStartup(b *testing.B) {
	path := write(b, "a.jsonl", `{"id":"a","title":"Graph cuts","abstract":"We cut graphs."}`)
	p := stagetest.Program{Stage: "infer", Args: []string{"--documents", path, "--export", "jsonl", "--quiet"}}
	for b.Loop() {
		if r := p.Run(b, "-"); r.Code != stages.ExitDone {
			b.Fatal(r.Stderr)
		}
	}
}
