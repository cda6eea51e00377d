package output

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// rewritten replaces the key of a manifest.
func rewritten(t *testing.T, path, key string) {
	t.Helper()
	m, err := manifest.Read(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	m.Key = key
	if err := m.Write(nil, path); err != nil {
		t.Fatal(err)
	}
}

// parts makes both parts of an output without completing it.
func parts(t *testing.T, dir, text string) Output {
	t.Helper()
	o := output(dir, 1)
	for _, o.Part = range []Part{{0, 2}, {1, 2}} {
		if _, err := one(t.Context(), OnePart(o), text); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// TestCompleteKey: a folder in which the manifest of a part has another key is not finished.
func TestCompleteKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	o := parts(t, dir, "x")
	rewritten(t, filepath.Join(dir, "a-00001-of-00002."+manifest.Name), "another key")
	if err := o.Complete(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, manifest.Name)); err == nil {
		t.Error("the folder is finished")
	}
}

// TestMadeForced: with Force a finished output is made again.
func TestMadeForced(t *testing.T) {
	o := output(filepath.Join(t.TempDir(), "out"), 1)
	if err := made(t.Context(), 1, o, "x"); err != nil {
		t.Fatal(err)
	}
	if m, err := o.Made(); m == nil || err != nil {
		t.Fatalf("%v, %v", m, err)
	}
	o.Force = true
	if m, err := o.Made(); m != nil || err != nil {
		t.Errorf("%v, %v", m, err)
	}
}

// TestLeft: parts that are damaged, of another key or not there are left to make, and with Force all.
func TestLeft(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	o := parts(t, dir, "x")
	left := func(want ...int) {
		t.Helper()
		if got, err := o.Left(2, func(int) bool { return true }); err != nil || !slices.Equal(got, want) {
			t.Errorf("left are %v, %v; want %v", got, err, want)
		}
	}
	left()
	o.Force = true
	left(0, 1)
	o.Force = false
	if err := os.WriteFile(filepath.Join(dir, "b-00001-of-00002.txt"), []byte("longer"), 0o666); err != nil {
		t.Fatal(err)
	}
	left(1)
	rewritten(t, filepath.Join(dir, "a-00000-of-00002."+manifest.Name), "another key")
	left(0, 1)
}

// TestCutOnce: a process that waits while another one cuts the output takes that one's list.
func TestCutOnce(t *testing.T) {
	waits := make(chan bool, 1)
	o := output(filepath.Join(t.TempDir(), "out"), 1)
	o.Log = slog.New(heard{func(line string) {
		if strings.Contains(line, "another process is locating the parts") {
			waits <- true
		}
	}})
	second := make(chan string)
	list, n, err := o.Cut(t.Context(), false, func() ([]byte, int, error) {
		go func() {
			other := o
			list, n, err := other.Cut(t.Context(), false, func() ([]byte, int, error) { return []byte("second\n"), 3, nil })
			if n != 2 || err != nil {
				t.Errorf("%d parts, %v", n, err)
			}
			second <- string(list)
		}()
		select {
		case <-waits:
		case <-time.After(time.Minute):
			t.Error("the second process does not wait")
		}
		return []byte("first\n"), 2, nil
	})
	if got := <-second; string(list) != "first\n" || n != 2 || err != nil || got != "first\n" {
		t.Errorf("lists %q and %q, %d parts, %v", list, got, n, err)
	}
}

// heard is a handler of logs that passes each line on.
type heard struct{ say func(line string) }

func (h heard) Enabled(context.Context, slog.Level) bool      { return true }
func (h heard) Handle(_ context.Context, r slog.Record) error { h.say(r.Message); return nil }
func (h heard) WithAttrs([]slog.Attr) slog.Handler            { return h }
func (h heard) WithGroup(string) slog.Handler                 { return h }

// TestFinishedFileOfPart: a file of a finished part may be read; one that lies beside it may not.
func TestFinishedFileOfPart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	o := output(dir, 1)
	o.Part = Part{0, 2}
	if _, err := one(t.Context(), OnePart(o), "x"); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "a-00001-of-00002.txt")
	if err := os.WriteFile(other, []byte("y"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := FinishedFile(nil, filepath.Join(dir, "a-00000-of-00002.txt")); err != nil {
		t.Error(err)
	}
	if err := FinishedFile(nil, other); err == nil || !strings.Contains(err.Error(), "1 of 2 parts are missing") {
		t.Errorf("a file of an unfinished part: %v", err)
	}
}

// TestInPlaceUnfinished: before an attempt in place writes anything, no manifest of another key says that the folder is finished.
func TestInPlaceUnfinished(t *testing.T) {
	const inPlace = 2
	o := output(filepath.Join(t.TempDir(), "out"), 1)
	if err := made(t.Context(), inPlace, o, "x"); err != nil {
		t.Fatal(err)
	}
	rewritten(t, o.record(), "another key")
	a := InPlace(o)
	defer a.Close()
	if done, err := a.Begin(t.Context()); done != nil || err != nil {
		t.Fatalf("%v, %v", done, err)
	}
	if _, err := os.Stat(o.record()); err == nil {
		t.Error("the manifest is there")
	}
}

// TestDescribed: a file that changed after it was written gets the digest of its content.
func TestDescribed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(path, []byte("new"), 0o666); err != nil {
		t.Fatal(err)
	}
	st, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := manifest.Sum(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		made manifest.File
		want string
	}{
		"as it was":      {manifest.File{Path: "f", Size: 3, Mtime: st.ModTime(), SHA256: "known"}, "known"},
		"another time":   {manifest.File{Path: "f", Size: 3, Mtime: st.ModTime().Add(1), SHA256: "known"}, sum},
		"another length": {manifest.File{Path: "f", Size: 4, Mtime: st.ModTime(), SHA256: "known"}, sum},
		"another file":   {manifest.File{Path: "g", Size: 3, Mtime: st.ModTime(), SHA256: "known"}, sum},
	} {
		if got, err := described(path, "f", []manifest.File{c.made}); err != nil || got.SHA256 != c.want || got.Size != 3 {
			text, _ := json.Marshal(got)
			t.Errorf("%s: %s, %v; want digest %s", name, text, err, c.want)
		}
	}
}

func TestPart(t *testing.T) {
	if p := (Part{2, 5}); p.String() != "00002-of-00005" || !p.Split() {
		t.Error(p)
	}
	if p := (Part{}); p.String() != "00000-of-00001" || p.Split() {
		t.Error(p)
	}
}
