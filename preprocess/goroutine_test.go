package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/klauspost/compress/gzip"

	"github.com/wrone2set/wrone2set/stages"
)

// TestNoGoroutineIsLeft: a run that a broken corpus ends half-way has ended
// everything that it started, every time.
func TestNoGoroutineIsLeft(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for i := range 5000 {
		fmt.Fprintf(z, "{\"title\":\"title %d\",\"abstract\":\"words %x\",\"keywords\":[\"words\"]}\n", i, i*i*7919)
	}
	z.Close()
	path := filepath.Join(t.TempDir(), "c.jsonl.gz")
	if err := os.WriteFile(path, packed.Bytes()[:packed.Len()/2], 0o644); err != nil {
		t.Fatal(err)
	}
	execute(t, stages.ExitInput, "--train", path) // whatever is started once for good is there now
	before := runtime.NumGoroutine()
	const runs = 20
	for range runs {
		execute(t, stages.ExitInput, "--train", path)
	}
	for range 1000 { // those that have nothing left to do need a turn to end
		runtime.Gosched()
	}
	if more := runtime.NumGoroutine() - before; more >= runs {
		t.Errorf("%d goroutines are left of %d runs", more, runs)
	}
}
