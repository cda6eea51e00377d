package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// BenchmarkScore scores documents of KP20k's lengths: 180 words, five targets,
// eight predictions, everything included from opening the files to the report.
func BenchmarkScore(b *testing.B) {
	documents := 20000 // as the test set has
	if testing.Short() {
		documents = 1000
	}
	dir := b.TempDir()
	next := uint64(1)
	word := func() string { // few words often, many seldom
		next = next*6364136223846793005 + 1442695040888963407
		x := next >> 33
		return fmt.Sprintf("w%dings", x%(1+x>>7%40000))
	}
	text := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = word()
		}
		return out
	}
	var docs []schemas.Document
	var predictions []schemas.Prediction
	for i := range documents {
		d := schemas.Document{ID: fmt.Sprint("d", i), Title: text(10), Body: text(170), Hash: strings.Repeat("0", 64)}
		p := schemas.Prediction{ID: d.ID}
		for j := range 8 {
			w := text(2)
			if j < 4 {
				w = d.Body[j*20 : j*20+2]
			}
			p.Phrases = append(p.Phrases, schemas.Phrase{Phrase: strings.Join(w, " "), Tokens: w, Score: 0.5, Slot: int32(j)})
		}
		d.Present, d.Absent = [][]string{d.Body[:2], d.Body[20:22], d.Body[50:53]}, [][]string{text(2), p.Phrases[5].Tokens}
		docs, predictions = append(docs, d), append(predictions, p)
	}
	table(b, filepath.Join(dir, "test.bench-00000-of-00001.parquet"), schemas.Documents, docs...)
	table(b, filepath.Join(dir, "predictions-00000-of-00001.parquet"), schemas.Predictions, predictions...)
	out := filepath.Join(b.TempDir(), "out")
	for b.Loop() {
		if code, _, complaints := score("--predictions", dir, "--documents", dir, "--out", out, "--force", "--quiet"); code != 0 {
			b.Fatal(complaints)
		}
	}
	b.ReportMetric(float64(documents*b.N)/b.Elapsed().Seconds(), "documents/s")
}
