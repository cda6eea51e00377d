package schemas

import (
	"errors"
	"io/fs"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// panicking is what a row is written to; it panics with what it is.
type panicking struct{ with func() }

func (p panicking) Write([]byte) (int, error) { p.with(); return 0, nil }

// A library that panics with an error of the system has met one; a mistake in the program is reported as one, by those
// who recover it, and Go's words for it are in no error.
func TestWriterPanics(t *testing.T) {
	write := func(with func()) (mistake any, err error) {
		defer func() { mistake = recover() }()
		w := Vocab.NewWriter(panicking{with}, nil)
		w.out = parquet.NewGenericWriter[VocabRow](panicking{with}, parquet.WriteBufferSize(0))
		for i := range 2 * groupRows {
			if err := w.Write(VocabRow{ID: int32(i), Token: "word"}); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	full := &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	if mistake, err := write(func() { panic(full) }); !errors.Is(err, syscall.ENOSPC) || mistake != nil {
		t.Errorf("a full disk: %v, panic %v", err, mistake)
	}
	if mistake, err := write(func() { panic("no such page") }); err == nil || !strings.HasSuffix(err.Error(), ": no such page") || mistake != nil {
		t.Errorf("a word of the library: %v, panic %v", err, mistake)
	}
	mistake, err := write(func() { var n []int; _ = n[len(n)] })
	if _, ok := mistake.(runtime.Error); !ok || err != nil {
		t.Errorf("a mistake: %v, panic %v", err, mistake)
	}
}
