package store_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// noise are bytes that no shift or repetition leaves as they are.
func noise(n int) []byte {
	data := make([]byte, n)
	r := rand.NewChaCha8([32]byte{1})
	r.Read(data)
	return data
}

// TestThisMachine: paths of this machine are the system's, whether there is a store or not.
func TestThisMachine(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x")
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*store.Store{nil, store.New(t.Context())} {
		data, err := s.ReadFile(file)
		if entries, err2 := s.ReadDir(dir); err != nil || err2 != nil || string(data) != "text" || len(entries) != 1 {
			t.Errorf("%q, %v, %v, %v", data, err, entries, err2)
		}
		if _, err := s.Stat(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
	var none *store.Store
	var usage *fault.UsageError
	if _, err := none.Open("s3://bucket/x"); !errors.As(err, &usage) {
		t.Errorf("a bucket without a store: %v", err)
	}
}

// large is longer than several of the blocks that are kept.
var large = 3<<20 + 12345

// put fills a bucket for behaves.
func put(t *testing.T, s *store.Store, bucket string) {
	t.Helper()
	for key, data := range map[string][]byte{"a/x.txt": []byte("text"), "a/y.txt": nil, "a/b/z.txt": []byte("z"), "a b": []byte("blank"), "large": noise(large)} {
		if err := s.Put(bucket+"/"+key, data, false); err != nil {
			t.Fatal(err)
		}
	}
}

// behaves fills a bucket and holds what the store says of it against that.
func behaves(t *testing.T, s *store.Store, bucket string) {
	t.Helper()
	put(t, s, bucket)
	names := func(path string) string {
		entries, err := s.ReadDir(path)
		if err != nil {
			t.Error(err)
		}
		var list []string
		for _, e := range entries {
			name := e.Name()
			if e.IsDir() {
				name += "/"
			}
			list = append(list, name)
		}
		return strings.Join(list, " ")
	}
	if got := names(bucket); got != "a/ a b large" && got != "a b a/ large" {
		t.Errorf("bucket: %s", got)
	}
	if got := names(bucket + "/a"); got != "b/ x.txt y.txt" {
		t.Errorf("folder: %s", got)
	}
	for path, want := range map[string]string{"": "folder", "/a": "folder", "/a/b": "folder", "/a/x.txt": "4", "/a/y.txt": "0", "/a b": "5", "/a/x": "none", "/A": "none", "/x/y": "none"} {
		got := "none"
		info, err := s.Stat(bucket + path)
		switch {
		case err == nil && info.IsDir():
			got = "folder"
		case err == nil:
			got = string(rune('0' + info.Size()))
			if v := info.(*store.Info).Version(); v == "" || !info.Mode().IsRegular() || time.Since(info.ModTime()).Abs() > time.Hour {
				t.Errorf("%s: version %q, mode %v, time %v", path, v, info.Mode(), info.ModTime())
			}
		case !errors.Is(err, fs.ErrNotExist):
			t.Errorf("%s: %v", path, err)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	if _, err := s.Open(bucket + "/a"); err == nil {
		t.Error("a folder was opened as a file")
	}
	f := opened(t, s, bucket+"/large")
	data := noise(large)
	if got, err := io.ReadAll(iotest.OneByteReader(io.LimitReader(f, 1000))); err != nil || !bytes.Equal(got, data[:1000]) {
		t.Errorf("the first bytes: %v", err)
	}
	if at, err := f.Seek(-100, io.SeekEnd); err != nil || at != int64(large-100) {
		t.Errorf("%d, %v", at, err)
	}
	if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, data[large-100:]) {
		t.Errorf("the last bytes: %v", err)
	}
	places(t, f, data)
	fresh(t, s, bucket+"/fresh")
}

func opened(t *testing.T, s *store.Store, path string) schemas.File {
	t.Helper()
	f, err := s.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// places reads at places, around the ends of blocks and of the file.
func places(t *testing.T, f schemas.File, data []byte) {
	t.Helper()
	const block = 1 << 20
	for _, off := range []int{0, 1, block - 1, block, 2*block - 5, large - 1, large, large + 1} {
		for _, n := range []int{1, 10, 70000, block, 2*block + 7} {
			p := make([]byte, n)
			got, err := f.ReadAt(p, int64(off))
			want := max(min(n, large-off), 0)
			if got != want || !bytes.Equal(p[:got], data[min(off, large):][:got]) || (err != nil) != (got < n) || err != nil && err != io.EOF {
				t.Errorf("%d bytes at %d: %d, %v", n, off, got, err)
			}
		}
	}
}

// fresh: what is there stays, and what is written otherwise is replaced.
func fresh(t *testing.T, s *store.Store, path string) {
	t.Helper()
	if err := s.Put(path, []byte("one"), true); err != nil {
		t.Error(err)
	}
	if err := s.Put(path, []byte("two"), true); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over what is there: %v", err)
	}
	if data, err := s.ReadFile(path); err != nil || string(data) != "one" {
		t.Errorf("%q, %v", data, err)
	}
	if err := s.Put(path, []byte("three"), false); err != nil {
		t.Error(err)
	}
	if data, err := s.ReadFile(path); err != nil || string(data) != "three" {
		t.Errorf("%q, %v", data, err)
	}
	for range 2 {
		if err := s.Remove(path); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed: %v", err)
	}
}
