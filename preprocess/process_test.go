package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

func TestMain(m *testing.M) {
	stagetest.Child(stage)
	os.Exit(m.Run())
}

// stopper stops a run at one of its log lines.
type stopper struct {
	lines int
	stop  context.CancelFunc
}

func (s *stopper) Write(b []byte) (int, error) {
	if s.lines--; s.lines == 0 {
		s.stop()
	}
	return len(b), nil
}

// TestStopped: a run that is stopped leaves no manifest, and the next one ends with the bytes of an unbroken run.
func TestStopped(t *testing.T) {
	args := []string{"--sample", "300", "--shards", "2", "--threads", "1"}
	whole, _ := execute(t, 0, args...)
	stopped := 0
	for line := 1; line < 8; line++ {
		out := filepath.Join(t.TempDir(), "out")
		ctx, stop := context.WithCancel(t.Context())
		code := stages.Execute(ctx, []stages.Mode{stage}, append(args, "--out", out), io.Discard, &stopper{line, stop})
		stop()
		if _, err := os.Stat(filepath.Join(out, "manifest.json")); (err == nil) != (code == stages.ExitDone) {
			t.Errorf("line %d: exit code %d, manifest: %v", line, code, err)
		}
		if code != stages.ExitDone {
			stopped++
		}
		if code := stages.Execute(t.Context(), []stages.Mode{stage}, append(args, "--out", out), io.Discard, io.Discard); code != stages.ExitDone {
			t.Errorf("line %d, again: exit code %d", line, code)
		}
		if got, want := digests(t, out), digests(t, whole); !reflect.DeepEqual(got, want) {
			t.Errorf("line %d: %v, want %v", line, got, want)
		}
	}
	if stopped == 0 {
		t.Error("no run was stopped")
	}
}
