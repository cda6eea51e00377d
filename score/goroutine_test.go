package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// TestNoGoroutineIsLeft: a run that ends at its second document, with hundreds
// read ahead, leaves no goroutine behind.
func TestNoGoroutineIsLeft(t *testing.T) {
	dir := t.TempDir()
	var docs []schemas.Document
	var predictions []schemas.Prediction
	for i := range 3000 {
		docs = append(docs, schemas.Document{ID: fmt.Sprint(i), Body: []string{"w"}})
		predictions = append(predictions, schemas.Prediction{ID: fmt.Sprint(i)})
	}
	predictions[1].Digest = (&schemas.Document{Body: []string{"another"}}).Digest() // of another text
	table(t, filepath.Join(dir, "test.x-00000-of-00001.parquet"), schemas.Documents, docs...)
	table(t, filepath.Join(dir, "predictions-00000-of-00001.parquet"), schemas.Predictions, predictions...)
	run := func() {
		if code, _, said := score("--predictions", dir, "--documents", dir, "--out", filepath.Join(t.TempDir(), "out")); code == 0 {
			t.Fatal(said)
		}
	}
	run() // goroutines that start once and stay have started by now
	before := runtime.NumGoroutine()
	const runs = 20
	for range runs {
		run()
	}
	for range 1000 { // goroutines with nothing left to do need a turn to end
		runtime.Gosched()
	}
	if more := runtime.NumGoroutine() - before; more >= runs {
		t.Errorf("%d goroutines are left of %d runs", more, runs)
	}
}
