package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/data/scratch"
)

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// temporary is a temporary file with text that is to become path.
func temporary(t *testing.T, path, text string) File {
	t.Helper()
	f, err := Disk{}.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return f
}

// A fresh name is given once, any other again.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	var d Disk
	if err := d.Name(temporary(t, path, "one"), path, true); err != nil {
		t.Fatal(err)
	}
	second := temporary(t, path, "two")
	if err := d.Name(second, path, true); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second link: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "one" {
		t.Errorf("%q, %v", data, err)
	}
	if err := d.Name(second, path, false); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "two" {
		t.Errorf("%q, %v", data, err)
	}
	if err := errors.Join(d.Discard(temporary(t, path, "")), d.Remove(filepath.Join(dir, "none"))); err != nil {
		t.Error(err)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("left %v", got)
	}
	if _, err := d.Create(filepath.Join(dir, "none", "a")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	if err := errors.Join(Mkdir(filepath.Join(dir, "b", "c")), Mkdir(filepath.Join(dir, "b"))); err != nil {
		t.Error(err)
	}
	if err := Mkdir(path); err == nil {
		t.Error("a file is a folder")
	}
}

// Only what nobody holds is swept, and no link or pipe is followed.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	f := temporary(t, path, "x")
	if Sweep(f.Name()); len(names(t, dir)) != 1 || !Held(f.Name()) {
		t.Errorf("a held file: %v", names(t, dir))
	}
	f.Close()
	link := filepath.Join(dir, ".l.tmp-01234567")
	if err := os.Symlink(f.Name(), link); err != nil {
		t.Fatal(err)
	}
	if Sweep(link); !Held(link) || len(names(t, dir)) != 2 {
		t.Error("a link was swept")
	}
	if Sweep(f.Name()); len(names(t, dir)) != 1 {
		t.Errorf("left %v", names(t, dir))
	}
	for _, name := range []string{"a", ".a", ".a.tmp-0123456", ".tmp-01234567", ".a.tmp-0123456g"} {
		if Temporary(name) {
			t.Errorf("%s is temporary", name)
		}
	}
}

// Who creates a file holds it, however often others sweep meanwhile.
func TestSweptMeanwhile(t *testing.T) {
	dir := t.TempDir()
	stop := make(chan struct{})
	var sweepers sync.WaitGroup
	for range 2 {
		sweepers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				entries, _ := os.ReadDir(dir)
				for _, e := range entries {
					if strings.Contains(e.Name(), ".tmp-") {
						Sweep(filepath.Join(dir, e.Name()))
					}
				}
			}
		})
	}
	for range 100 {
		path := filepath.Join(dir, "a")
		if err := (Disk{}).Name(temporary(t, path, "x"), path, false); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	sweepers.Wait()
}

// TestWritable: trying a folder leaves its mtime, which an entry would change, and a folder that is missing says so.
func TestWritable(t *testing.T) {
	dir := t.TempDir()
	then := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(dir, then, then); err != nil {
		t.Fatal(err)
	}
	if err := Writable(dir); err != nil {
		t.Error(err)
	}
	if f, _ := scratch.Unnamed(dir); f != nil {
		f.Close()
		if st, err := os.Stat(dir); err != nil || !st.ModTime().Equal(then) {
			t.Errorf("the folder had an entry: %v, %v", st, err)
		}
	}
	if err := Writable(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}
