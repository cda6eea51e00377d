package output

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// TestLook: of four parts one is done, at one a process is, one was left by a process that was killed, and one failed; what
// failed and is made again is no failure any more.
func TestLook(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var input *fault.InputError
	if _, err := Look(t.Context(), nil, dir); !errors.As(err, &input) {
		t.Errorf("of no folder: %v", err)
	}
	o := output(dir, 1)
	cuts := 0
	cut := func() ([]byte, int, error) { cuts++; return []byte("the list\n"), 4, nil }
	for range 2 {
		again := o
		if list, n, err := again.Cut(t.Context(), false, cut); err != nil || n != 4 || string(list) != "the list\n" || cuts != 1 {
			t.Fatalf("%q in %d parts after %d cuts: %v", list, n, cuts, err)
		}
	}
	part := func(i int) Output {
		p := o
		p.Part = Part{i, 4}
		return p
	}
	failed := part(0)
	failed.Fail("of no use")
	if _, err := one(t.Context(), OnePart(failed), "text"); err != nil {
		t.Fatal(err)
	}
	working := OnePart(part(1))
	defer working.Close()
	for _, i := range []int{1, 3} {
		p := part(i)
		p.Fail("at first")
	}
	if _, err := working.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := working.Create("a-*.txt"); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{2: ".part.tmp-0123abcd", 1: ".part.tmp-0123abce"} { // the latter of a part that is made again
		dead := filepath.Join(dir, name)
		if name == "" {
			continue
		}
		if err := errors.Join(os.Mkdir(dead, 0o777), os.WriteFile(dead+".lock", nil, 0o666),
			os.WriteFile(filepath.Join(dead, fmt.Sprintf(".a-%05d-of-00004.txt.tmp-0123abcd", i)), nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Look(t.Context(), nil, dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Stage != "copy" || s.Parts != 4 || s.Finished || string(s.List) != "the list\n" || !slices.Equal(s.Done, []int{0}) || !slices.Equal(s.Working, []int{1}) ||
		!slices.Equal(s.Stopped, []int{2}) || len(s.Failed) != 1 || s.Failed[3] != "at first" {
		t.Errorf("%+v", s)
	}
	listed := filepath.Join(dir, ".parts.jsonl")
	list, err := os.ReadFile(listed)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(listed, bytes.Replace(list, []byte("key 1"), []byte("key 2"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := Look(t.Context(), nil, dir); err != nil || s.List != nil {
		t.Errorf("the list of another key: %+v, %v", s, err)
	}
	if err := os.WriteFile(listed, list, 0o666); err != nil {
		t.Fatal(err)
	}
	working.Close()
	for i := range 4 {
		if _, err := one(t.Context(), OnePart(part(i)), "text"); err != nil {
			t.Fatal(err)
		}
	}
	whole := part(0)
	if err := whole.Complete(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	if s, err = Look(t.Context(), nil, dir); err != nil || !s.Finished || len(s.Done) != 4 || len(s.Working)+len(s.Stopped)+len(s.Failed) != 0 {
		t.Errorf("at the end: %+v, %v", s, err)
	}
}

// TestLookStops: a look at many parts ends at a signal, and one at more parts than there can be is refused.
func TestLookStops(t *testing.T) {
	dir := t.TempDir()
	mark := filepath.Join(dir, ".stage.json")
	if err := os.WriteFile(mark, []byte(`{"stage":"infer","key":"k","shards":99999}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if s, err := Look(t.Context(), nil, dir); err != nil || s.Parts != 99999 {
		t.Fatalf("%+v, %v", s, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Look(ctx, nil, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	finished := manifest.Manifest{Stage: "infer", Version: "1", Key: "k", Config: []byte("{}")}
	if err := finished.Write(nil, filepath.Join(dir, manifest.Name)); err != nil {
		t.Fatal(err)
	}
	if _, err := Look(ctx, nil, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped, of a finished one: %v", err)
	}
	if err := os.WriteFile(mark, []byte(`{"stage":"infer","key":"k","shards":1000000000000000}`), 0o666); err != nil {
		t.Fatal(err)
	}
	var input *fault.InputError
	if _, err := Look(t.Context(), nil, dir); !errors.As(err, &input) {
		t.Errorf("of 10¹⁵ parts: %v", err)
	}
}
