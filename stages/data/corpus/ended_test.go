package corpus

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestEnded: Ended stops the reading within a row. A few bytes of zstd can hold hours of blank lines, blanks in an array, one
// long line, or one cell.
func TestEnded(t *testing.T) {
	blank := bytes.Repeat(zstded(t, bytes.Repeat([]byte("\n"), 64<<20)), 4)
	long := bytes.Repeat(zstded(t, bytes.Repeat([]byte("a"), 64<<20)), 4)
	behind := func(head string, rest []byte) []byte { return append(zstded(t, []byte(head)), rest...) }
	stopped := errors.New("stopped")
	for name, c := range map[string]struct {
		data   []byte
		format Format
	}{
		"blank lines": {behind(`{"title":"a"}`+"\n", blank), JSONL}, "a long line": {behind(`{"title":"a"}`+"\n", long), JSONL},
		"an array": {behind(`[{"title":"a"}`, blank), JSON}, "cells": {behind("id,title\n", blank), CSV}, "text": {behind("a\n", long), Text},
		"a pair": {behind("a\n", long), Text}, "parquet": {behind("PAR1", long), Parquet},
	} {
		asked := 0
		ended := func() error {
			if asked++; asked > 20 {
				return stopped
			}
			return nil
		}
		target := ""
		if name == "a pair" { // the source ends before the target is read to its end
			target = write(t, "target.zst", c.data)
			c.data = []byte("a\n")
		}
		r, err := openFile(write(t, "a.zst", c.data), target, Options{Settings: Settings{Format: string(c.format)}, Ended: ended})
		var row Unparsed
		for err == nil {
			err = r.Next(&row)
		}
		// 8 MiB are read in 32 pieces.
		if !errors.Is(err, stopped) || asked > 22 || strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: asked %d times: %v", name, asked, err)
		}
	}
}
