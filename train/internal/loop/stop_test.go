package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
)

// A run that is stopped and cannot write its checkpoint says so, and not only that it was stopped: its last steps are lost.
func TestStoppedWithoutCheckpoint(t *testing.T) {
	r, _ := training(t, []schemas.Example{document("a", 8, 1, peos)}, nil)
	full := errors.New("disk full")
	r.Folder.Write = func(string, func(io.Writer) error) error { return full }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r.Report = func(Status) { cancel() }
	if _, err := r.Fit(ctx); !errors.Is(err, full) || errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "the checkpoint of step 1 could not be saved, so the same command may have to repeat steps") {
		t.Errorf("a stopped run without a checkpoint says %v", err)
	}
}

// A run that is stopped in the middle of an epoch stops reading: its files can be closed.
func TestStoppedReadsNoFurther(t *testing.T) {
	var train []schemas.Example
	for i := range 50 {
		train = append(train, document(fmt.Sprint(i), 8, 1, peos))
	}
	stop := func() {
		r, _ := training(t, train, nil)
		r.Folder.Write = func(string, func(io.Writer) error) error { return nil }
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r.Report = func(s Status) {
			if s.Step == 3 {
				cancel()
			}
		}
		if _, err := r.Fit(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("a stopped run says %v", err)
		}
	}
	stop() // goroutines that start once and stay have started by now
	before := runtime.NumGoroutine()
	const runs = 5
	for range runs {
		stop()
	}
	for range 1000 { // goroutines with nothing left to do need a turn to end
		runtime.Gosched()
	}
	if more := runtime.NumGoroutine() - before; more >= runs {
		t.Errorf("%d goroutines are left of %d runs", more, runs)
	}
}
