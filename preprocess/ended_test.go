package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/stages"
)

// TestStoppedAtBlankLines: a signal ends the reading of 512 GiB of blank lines, which come from 33 MB.
func TestStoppedAtBlankLines(t *testing.T) {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a.jsonl.zst")
	begin := w.EncodeAll([]byte(`{"title":"a","abstract":"b","keywords":[]}`+"\n"), nil)
	blank := bytes.Repeat(w.EncodeAll(bytes.Repeat([]byte("\n"), 64<<20), nil), 8<<10)
	if err := os.WriteFile(file, append(begin, blank...), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int, 1)
	go func() {
		code <- stages.Execute(ctx, []stages.Mode{stage}, []string{"--test", "x=" + file, "--config", "none", "--quiet", "--out", filepath.Join(t.TempDir(), "out")}, io.Discard, io.Discard)
	}()
	select {
	case c := <-code:
		t.Fatalf("it ended before it was stopped: %d", c)
	case <-time.After(time.Second):
	}
	stop()
	select {
	case c := <-code:
		if c != stages.ExitFailed {
			t.Errorf("exit code %d, want %d", c, stages.ExitFailed)
		}
	case <-time.After(30 * time.Second):
		t.Error("it reads on")
	}
}
