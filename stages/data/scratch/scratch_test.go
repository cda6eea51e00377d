package scratch

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
)

// TestNew: the file can be written and read, and the folder never has an entry for it. Its mtime, which a new name would
// change, stays the same.
func TestNew(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	if f, err := Unnamed(dir); f == nil && err == nil {
		t.Skip("no files without a name on ", runtime.GOOS, " and this file system")
	} else if err == nil {
		f.Close()
	}
	then := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(dir, then, then); err != nil {
		t.Fatal(err)
	}
	f, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if st, err := os.Stat(dir); err != nil || !st.ModTime().Equal(then) {
		t.Errorf("the folder had an entry at %v, %v", st.ModTime(), err)
	}
	if _, err := f.WriteString("text"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(f); string(data) != "text" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
}

// TestNoFolder: a temporary folder that is missing or not writable is a usage error that names TMPDIR.
func TestNoFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("TMPDIR is not what Windows looks at")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{filepath.Join(dir, "none"), file} {
		t.Setenv("TMPDIR", c)
		_, err := New()
		if wrong := new(fault.UsageError); !errors.As(err, &wrong) || !strings.Contains(err.Error(), c) || !strings.Contains(err.Error(), "TMPDIR") {
			t.Errorf("%s: %v", c, err)
		}
	}
}
